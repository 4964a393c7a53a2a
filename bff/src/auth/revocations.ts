/**
 * Notifies the identity provider of refresh tokens that are no longer wanted (rule 11). What could not be delivered waits in
 * the store and is tried again, also after a restart, until it works or the token would have died by itself.
 */
import { randomUUID } from 'node:crypto';
import { BackgroundWorker } from '../lib/background-worker.ts';
import type { Tables } from '../store/database.ts';
import { updateRow } from '../store/query.ts';
import { dueRevocations, nextRevocationAt } from '../store/sessions.ts';
import type { Uses } from '../wiring.ts';

interface RevocationsOptions extends Uses<'db' | 'box' | 'log' | 'now'> {
  /** Notifies the provider. Throws when it could not be notified. */
  readonly revoke: (refresh_token: string) => Promise<void>;
}

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 60 * 60_000;
/** After a day and more the provider has most likely forgotten the token. */
const GIVE_UP_AFTER = 40;

export class Revocations extends BackgroundWorker<RevocationsOptions> {
  constructor(options: RevocationsOptions) {
    super(options, {
      task: 'read pending sign-outs',
      retryMs: FIRST_RETRY_MS,
      run: () => this.#turn(),
    });
  }

  /** The row that asks for it; put into the store by whoever ends the session. */
  row(refresh_token: string): Tables['pending_revocation'] {
    const id = randomUUID();
    return {
      id,
      refresh_token: this.options.box.seal(refresh_token, context(id)),
      tries: 0,
      next_at: this.now(),
    };
  }

  async #turn(): Promise<number | null> {
    const { db, box, revoke, log } = this.options;
    for (const row of await dueRevocations(db, this.now())) {
      try {
        await revoke(box.open(row.refresh_token, context(row.id)));
        await db.deleteFrom('pending_revocation').where('id', '=', row.id).execute();
      } catch (error) {
        const tries = row.tries + 1;
        log.warn({ err: error, tries }, 'could not notify the identity provider of a sign-out; retrying');
        if (tries >= GIVE_UP_AFTER)
          await db.deleteFrom('pending_revocation').where('id', '=', row.id).execute();
        else
          await updateRow(
            db,
            'pending_revocation',
            { id: row.id },
            { tries, next_at: this.now() + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** row.tries) },
          );
      }
    }
    const next = await nextRevocationAt(db);
    return next === null ? null : Math.min(next - this.now(), LAST_RETRY_MS);
  }
}

const context = (id: string) => `revocation/${id}`;
