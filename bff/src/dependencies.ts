/**
 * Looks at what the server depends on, from its start on, so that the operator and not the first person meets a mistake. An outage does
 * not stop the start: it is logged once, tried again, and logged when it is over.
 */

import { connect } from 'node:tls';
import type { DependencyState } from '@waypost/contract/api/system-status';
import { openMailSession } from './fleets/email/mailer.ts';
import type { Auth } from './people/auth/create.ts';
import type { Config } from './platform/config/config.ts';
import { BackgroundWorker } from './platform/lib/background-worker.ts';
import { networkErrorOf } from './platform/lib/network-errors.ts';
import type { Uses } from './platform/uses.ts';
import type { Upstream } from './service/upstream/create.ts';
import { ServiceError } from './service/upstream/errors.ts';

const RETRY_MS = 30_000;
const AGAIN_MS = 5 * 60_000;
/** An email shows an outage within seconds: what is said of the mail server must not contradict it for long. */
const MAIL_MS = 60_000;
const CERTIFICATE_MS = 3_600_000;

interface Dependency {
  readonly name: DependencyState['name'];
  /** Host and port, for an administrator. */
  readonly address: string;
  /** For the log: `reach the mail server (SMTP_URL)`. */
  readonly task: string;
  /** Rejects while it cannot be used. Resolves to when it expires, where that is known. */
  readonly check: () => Promise<Date | null>;
  /** Milliseconds to the next check after a success; null: calls show whether it works. */
  readonly againMs: number | null;
  readonly retryMs?: number;
}

type DependenciesOptions = Uses<'log'> & {
  readonly config: Config;
  readonly auth: Auth;
  readonly upstream: Upstream;
};

export class Dependencies {
  readonly #states: Map<DependencyState['name'], DependencyState>;
  readonly #workers: readonly BackgroundWorker[];

  constructor(options: DependenciesOptions, usualRetryMs = RETRY_MS) {
    const { log } = options;
    const all = dependencies(options);
    this.#states = new Map(all.map(({ name }) => [name, { name, ...UNKNOWN }]));
    this.#workers = all.map(({ name, address, task, check, againMs, retryMs = usualRetryMs }) => {
      const put = (more: Partial<DependencyState>) =>
        this.#states.set(name, { name, ...UNKNOWN, checked_at: new Date().toISOString(), ...more });
      const run = async () => {
        try {
          const expires = await check();
          put({ state: 'ok', expires_at: expires?.toISOString() ?? null });
          return againMs;
        } catch (error) {
          put({ state: 'failed', problem: problemOf(error as Error, address) });
          throw error;
        }
      };
      return new BackgroundWorker({ log }, { task, retryMs, run });
    });
  }

  start(): void {
    for (const worker of this.#workers) worker.wake();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop()));
  }

  list(): DependencyState[] {
    return [...this.#states.values()];
  }
}

/** Sentences about the tracking service are our own; of the others, words for the failed connection. */
function problemOf(error: Error, address: string): string {
  const network = error instanceof ServiceError ? null : networkErrorOf(error);
  return network ? `${address}: ${network.problem}` : error.message;
}

const UNKNOWN = { state: 'unknown', checked_at: null, problem: null, expires_at: null } as const;

function dependencies({ config, auth, upstream }: DependenciesOptions): Dependency[] {
  const { smtp, login, publicUrl, service } = config;
  const all: Dependency[] = [
    {
      name: 'identity_provider',
      address: (login?.issuer ?? (service.authorizationUrl as URL)).host,
      task: `reach the identity provider (${login ? 'LOGIN_ISSUER' : 'SERVICE_AUTHORIZATION_URL'})`,
      check: async () => {
        await auth.reachProvider();
        return null;
      },
      againMs: AGAIN_MS,
    },
    {
      name: 'tracking_service',
      address: service.baseUrl.host,
      task: 'use the tracking service (SERVICE_TOKEN_URL, SERVICE_CLIENT_ID, SERVICE_CLIENT_SECRET, SERVICE_BASE_URL)',
      check: async () => {
        await upstream.reachService();
        return null;
      },
      againMs: null,
    },
  ];
  if (smtp)
    all.push({
      name: 'mail',
      address: `${smtp.host}:${smtp.port}`,
      task: 'use the mail server (SMTP_URL)',
      check: async () => {
        (await openMailSession(smtp)).close();
        return null;
      },
      againMs: MAIL_MS,
    });
  if (publicUrl.protocol === 'https:')
    all.push({
      name: 'certificate',
      address: publicUrl.host,
      task: 'read the certificate at PUBLIC_URL',
      check: () => certificateExpiry(publicUrl),
      againMs: CERTIFICATE_MS,
      // A network may not let servers reach their own public address.
      retryMs: CERTIFICATE_MS,
    });
  return all;
}

const TLS_TIMEOUT_MS = 10_000;

/** When the certificate expires that browsers see. Whether it is trusted is for them to say. */
export function certificateExpiry({ hostname, port }: URL): Promise<Date> {
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
    });
    socket.setTimeout(TLS_TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.end();
    });
  });
}
