/**
 * Revokes unneeded refresh tokens at the identity provider (rule 11). Failed revocations stay in the database and are retried, across
 * restarts, until they succeed or the token has most likely expired.
 */
import { randomUUID } from 'node:crypto';
import { BackgroundWorker } from '../lib/background-worker.ts';
import type { Tables } from '../store/database.ts';
import { updateRow } from '../store/query.ts';
import { dueRevocations, nextRevocationAt } from '../store/sessions.ts';
import type { Uses } from '../wiring.ts';

interface RevocationsOptions extends Uses<'db' | 'box' | 'log' | 'now'> {
  /** Throws when the provider could not be notified. */
  readonly revoke: (refresh_token: string) => Promise<void>;
}

const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60 * 60_000;
/** More than a day; the token has most likely expired by then. */
const MAX_TRIES = 40;

export class Revocations extends BackgroundWorker<RevocationsOptions> {
  constructor(options: RevocationsOptions) {
    super(options, {
      task: 'read pending sign-outs',
      retryMs: FIRST_RETRY_MS,
      run: () => this.#sendDue(),
    });
  }

  row(refresh_token: string): Tables['pending_revocation'] {
    const id = randomUUID();
    return {
      id,
      refresh_token: this.options.box.seal(refresh_token, context(id)),
      tries: 0,
      next_at: this.dueNow(),
    };
  }

  async #sendDue(): Promise<number | null> {
    const { db, box, revoke, log } = this.options;
    for (const row of await dueRevocations(db, this.dueNow())) {
      try {
        await revoke(box.open(row.refresh_token, context(row.id)));
        await db.deleteFrom('pending_revocation').where('id', '=', row.id).execute();
      } catch (error) {
        const tries = row.tries + 1;
        log.warn({ err: error, tries }, 'could not notify the identity provider of a sign-out; retrying');
        if (tries >= MAX_TRIES) await db.deleteFrom('pending_revocation').where('id', '=', row.id).execute();
        else
          await updateRow(
            db,
            'pending_revocation',
            { id: row.id },
            { tries, next_at: this.dueNow() + Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** row.tries) },
          );
      }
    }
    const next = await nextRevocationAt(db);
    return next === null ? null : Math.min(next - this.dueNow(), MAX_RETRY_MS);
  }
}

const context = (id: string) => `revocation/${id}`;
