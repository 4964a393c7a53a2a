/** Users that were requested before: created, being created, or waiting in a job. Rows of a new job are compared with them. */
import { type BulkKnownUser, USER_MATCH_FIELDS } from '@waypost/contract/api/bulk';
import type { SecretBox } from '../../platform/secrets/keys.ts';
import { jobRowsOfIntents, waitingUserRows } from '../../platform/store/bulk.ts';
import type { Database } from '../../platform/store/database.ts';
import { inChunks, indexedText, rowsOf } from '../../platform/store/query.ts';
import { openedJson, requestContext } from '../../service/intents/kinds.ts';
import type { OperationProjection } from '../onboarding/operation-projection.ts';
import { rowContext } from './sender.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Requested extends Pick<BulkKnownUser, 'subject' | 'operation_id' | 'state' | 'by_name'> {
  readonly intent_id: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface ReadOptions {
  readonly db: Database;
  readonly box: SecretBox;
  readonly operations: Pick<OperationProjection, 'usersAt'>;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

export const connectionOfRow = (row: unknown): string =>
  row !== null && typeof row === 'object' ? textOf((row as Fields).connection_id).toLowerCase() : '';

/** At one connection, each of them names one person. */
function keysOf(row: unknown): readonly (readonly [BulkKnownUser['by'][number], string])[] {
  const connection = connectionOfRow(row);
  if (connection === '') return [];
  return USER_MATCH_FIELDS.flatMap((field) => {
    const text = textOf((row as Fields)[field]);
    return text === '' ? [] : [[field, `${connection} ${field} ${indexedText(text).toLowerCase()}`] as const];
  });
}

export class KnownUsers {
  readonly #db: Database;
  readonly #byKey = new Map<string, Requested>();

  private constructor(db: Database) {
    this.#db = db;
  }

  /** Reads the users of these connections; failed ones are not among them. */
  static async read({ db, box, operations }: ReadOptions, connection_ids: readonly string[]) {
    const all = new KnownUsers(db);
    for (const { row, names } of await operations.usersAt(connection_ids))
      all.#add(names, {
        subject: names.username ?? names.user_email ?? null,
        operation_id: row.id,
        intent_id: row.intent_id,
        state: row.status === 'success' ? 'created' : 'requested',
        at: row.created_at,
        by_name: row.created_by_name,
      });
    const wanted = new Set(connection_ids);
    const add = (body: unknown, requested: Omit<Requested, 'operation_id'>) => {
      if (wanted.has(connectionOfRow(body))) all.#add(body, { ...requested, operation_id: null });
    };
    for (const state of ['sending', 'unknown'] as const)
      for (const intent of await rowsOf(db, 'intent', { kind: 'user', state }, ['-created_at']))
        add(openedJson(box, intent.request, requestContext(intent.id)), {
          subject: intent.subject,
          intent_id: intent.id,
          state: 'requested',
          at: intent.created_at,
          by_name: intent.created_by_name,
        });
    for (const row of await waitingUserRows(db))
      add(openedJson(box, row.request, rowContext(row.job_id, row.n)), {
        subject: row.subject,
        intent_id: row.intent_id,
        state: 'waiting',
        at: row.created_at,
        by_name: row.created_by_name,
      });
    return all;
  }

  /** For each row, the user that it names; null: none. Rows may be invalid. */
  async of(rows: readonly unknown[]): Promise<(BulkKnownUser | null)[]> {
    const found = rows.map((row) => {
      const matches = keysOf(row).flatMap(([by, key]) => {
        const requested = this.#byKey.get(key);
        return requested ? [{ by, requested }] : [];
      });
      const requested = matches[0]?.requested;
      if (!requested) return null;
      return { requested, by: matches.filter((one) => one.requested === requested).map(({ by }) => by) };
    });
    const intents = [...new Set(found.flatMap((one) => one?.requested.intent_id ?? []))];
    const job_rows = await inChunks(intents, (chunk) => jobRowsOfIntents(this.#db, chunk));
    const jobs = new Map(job_rows.map(({ intent_id, ...row }) => [intent_id, row]));
    return found.map((one) => {
      if (one === null) return null;
      const { intent_id, at, ...requested } = one.requested;
      const row = jobs.get(intent_id ?? '');
      return {
        ...requested,
        by: one.by,
        at: new Date(at).toISOString(),
        job: row ? { id: row.job_id, name: row.name, row_number: row.row_number ?? row.n + 1 } : null,
      };
    });
  }

  /** The first one under a key stays. */
  #add(names: unknown, requested: Requested): void {
    for (const [, key] of keysOf(names)) if (!this.#byKey.has(key)) this.#byKey.set(key, requested);
  }
}
