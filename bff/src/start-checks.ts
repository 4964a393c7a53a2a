/**
 * Looks at what the server depends on when it starts, so that the operator and not the first person meets a mistake. An outage does not
 * stop the start: it is logged once, tried again, and logged when it is over. Later outages are the business of each part.
 */

import { openMailSession } from './fleets/email/mailer.ts';
import type { Auth } from './people/auth/create.ts';
import type { Config } from './platform/config/config.ts';
import { BackgroundWorker } from './platform/lib/background-worker.ts';
import type { Uses } from './platform/uses.ts';
import type { Upstream } from './service/upstream/create.ts';

const RETRY_MS = 30_000;

interface Dependency {
  /** For the log: `reach the mail server (SMTP_URL)`. */
  readonly task: string;
  /** Rejects while it cannot be used. */
  readonly check: () => Promise<unknown>;
}

type StartChecksOptions = Uses<'log'> & {
  readonly config: Config;
  readonly auth: Auth;
  readonly upstream: Upstream;
};

/** Starts the checks; the returned function stops them. */
export function startChecks(options: StartChecksOptions, retryMs = RETRY_MS): () => Promise<void> {
  const { log } = options;
  const workers = dependencies(options).map(({ task, check }) => {
    const run = async () => {
      await check();
      return null;
    };
    return new BackgroundWorker({ log }, { task, retryMs, run });
  });
  for (const worker of workers) worker.wake();
  return async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
  };
}

function dependencies({ config, auth, upstream }: StartChecksOptions): Dependency[] {
  const { smtp, login } = config;
  const all: Dependency[] = [
    {
      task: `reach the identity provider (${login ? 'LOGIN_ISSUER' : 'SERVICE_AUTHORIZATION_URL'})`,
      check: auth.reachProvider,
    },
    {
      task: 'use the tracking service (SERVICE_TOKEN_URL, SERVICE_CLIENT_ID, SERVICE_CLIENT_SECRET, SERVICE_BASE_URL)',
      check: upstream.reachService,
    },
  ];
  if (smtp)
    all.push({
      task: 'use the mail server (SMTP_URL)',
      check: async () => (await openMailSession(smtp)).close(),
    });
  return all;
}
