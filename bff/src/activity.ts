/** The activity log: who did what and how it ended. Secrets never come here; what is kept cannot be changed. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from './store/database.ts';

export type Action =
  | 'sign_in'
  | 'sign_out'
  | 'session_ended' // by its person from elsewhere, or by the identity provider
  | 'watch_loads'
  | 'unwatch_load'
  | 'read_load'
  | 'create_invitation'
  | 'create_user'
  | 'create_monitor'
  | 'resolve_intent'
  | 'subscribe_hook'
  | 'register_hook'
  | 'replay_delivery';

export interface ActivityEntry {
  /** Null when nobody is known, as for a sign-in that failed. */
  readonly by: { readonly sub: string; readonly name: string } | null;
  readonly action: Action;
  readonly target?: string;
  readonly outcome: string;
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

export interface ActivityRow {
  readonly id: string;
  readonly at: number;
  readonly sub: string | null;
  readonly name: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly outcome: string;
  readonly detail: string | null;
}

export class Activity {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #now: () => number;

  constructor(db: Database, log: Logger, now: () => number = Date.now) {
    this.#db = db;
    this.#log = log;
    this.#now = now;
  }

  /** Adds an entry. A log that cannot be written must not undo what was done: that is told in the server's log. */
  async record(entry: ActivityEntry): Promise<void> {
    try {
      await this.#db
        .insertInto('activity')
        .values({
          id: randomUUID(),
          at: this.#now(),
          sub: entry.by?.sub ?? null,
          name: entry.by?.name ?? null,
          action: entry.action,
          target: entry.target ?? null,
          outcome: entry.outcome,
          detail: entry.detail ? JSON.stringify(entry.detail) : null,
        })
        .execute();
    } catch (error) {
      this.#log.error({ err: error, action: entry.action }, 'the activity log could not be written');
    }
  }

  /** Newest first, at or before `before` (ms). */
  async list(before: number, limit: number): Promise<ActivityRow[]> {
    return this.#db
      .selectFrom('activity')
      .selectAll()
      .where('at', '<=', before)
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute();
  }
}
