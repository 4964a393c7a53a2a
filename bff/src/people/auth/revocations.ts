/**
 * Revokes unneeded refresh tokens at the identity provider, as jobs (rule 11): retried until they succeed or the token has most likely
 * expired.
 */
import { randomUUID } from 'node:crypto';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Database } from '../../platform/store/database.ts';
import { takeOverdue } from '../../platform/store/queues-to-jobs.ts';
import type { Uses } from '../../platform/uses.ts';

interface RevocationsOptions extends Uses<'box'> {
  readonly jobs: Pick<Jobs, 'define' | 'add' | 'added'>;
  /** Throws when the provider could not be notified. */
  readonly revoke: (refresh_token: string) => Promise<void>;
}

const REVOCATION_JOB = 'revocation';
interface RevocationJob {
  readonly id: string;
  /** Sealed. */
  readonly refresh_token: string;
}

const CONCURRENCY = 3;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60 * 60_000;
/** More than a day; the token has most likely expired by then. */
const MAX_TRIES = 40;

export class Revocations {
  readonly #options: RevocationsOptions;

  constructor(options: RevocationsOptions) {
    this.#options = options;
    options.jobs.define<RevocationJob>({
      kind: REVOCATION_JOB,
      concurrency: CONCURRENCY,
      maxTries: MAX_TRIES,
      retryAfterMs: (tries) => Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (tries - 1)),
      run: async ({ payload: { id, refresh_token } }) => {
        await options.revoke(options.box.open(refresh_token, context(id)));
        return {};
      },
      takeOver: async (trx, now) => {
        for (const row of await takeOverdue<RevocationJob>(trx, 'pending_revocation', now))
          await options.jobs.add(trx, REVOCATION_JOB, { id: row.id, refresh_token: row.refresh_token });
      },
    });
  }

  /** Adds the revocation in the caller's transaction; call `added` after the commit. */
  async add(trx: Database, refresh_token: string): Promise<void> {
    const { box, jobs } = this.#options;
    const id = randomUUID();
    await jobs.add(trx, REVOCATION_JOB, { id, refresh_token: box.seal(refresh_token, context(id)) });
  }

  added(): void {
    this.#options.jobs.added();
  }
}

const context = (id: string) => `revocation/${id}`;
