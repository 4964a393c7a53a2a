/** Emails to fleets, message templates, and addresses that opted out. None of these tables holds a link. */
import type { Database } from './database.ts';
import type { EmailTables } from './email-tables.ts';
import { addRow, inChunks, lockSetting, rowsOf, writeSetting } from './query.ts';

export type EmailRow = EmailTables['email'];
export type EmailChange = Partial<Pick<EmailRow, 'state' | 'message'>> & Pick<EmailRow, 'updated_at'>;

const RATE = 'email_rate';
const WINDOW_MS = 60_000;

/** Counts an email of all servers. Returns the milliseconds to wait if there were `limit` in this minute, else 0. */
export async function countEmail(trx: Database, now: number, limit: number): Promise<number> {
  await addRow(trx, 'setting', { key: RATE, value: '{"until":0,"count":0}' }, 'ignore');
  // Locks the row, so that two servers cannot read the same count.
  const value = await lockSetting(trx, RATE);
  const { until, count } = JSON.parse(value as string) as { readonly until: number; readonly count: number };
  const isOver = until <= now || until > now + WINDOW_MS;
  if (!isOver && count >= limit) return until - now;
  const next = isOver ? { until: now + WINDOW_MS, count: 1 } : { until, count: count + 1 };
  await writeSetting(trx, RATE, JSON.stringify(next));
  return 0;
}

/** Which of the addresses (lowercase) have opted out. */
export async function optedOut(db: Database, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await inChunks(addresses, (some) =>
    db.selectFrom('email_opt_out').select('address').where('address', 'in', some).execute(),
  );
  return new Set(rows.map(({ address }) => address));
}

/** The invitations of which an email went to this address (lowercase). */
export async function invitationsEmailed(db: Database, address: string): Promise<string[]> {
  const rows = await db
    .selectFrom('email')
    .select('invitation_key')
    .distinct()
    .where((eb) => eb.fn<string>('lower', ['recipient']), '=', address)
    .execute();
  return rows.map(({ invitation_key }) => invitation_key);
}

/** A mailbox that was missing may exist again. */
const BOUNCE_MS = 30 * 24 * 3600_000;

/** Which of the addresses (lowercase) their mail server rejected lately, with its answer. */
export async function bounced(
  db: Database,
  addresses: readonly string[],
  now: number,
): Promise<Map<string, string>> {
  const rows = await inChunks(addresses, (some) =>
    db
      .selectFrom('email_bounce')
      .select(['address', 'message'])
      .where('address', 'in', some)
      .where('at', '>', now - BOUNCE_MS)
      .execute(),
  );
  return new Map(rows.map(({ address, message }) => [address, message]));
}

/** The address of a person's latest session, for replies; null when unknown. */
export async function addressOf(db: Database, sub: string): Promise<string | null> {
  const [last] = await rowsOf(db, 'session', { sub }, ['-created_at'], 1);
  return last?.email ?? null;
}
