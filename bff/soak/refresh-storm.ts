/**
 * Must show 2 of the security rules: many calls in the moment of expiry, over one server on SQLite or two on one PostgreSQL, and the real
 * provider with rotation and reuse detection. One refresh a round, nobody signed out.
 */

import { TestBrowser } from '../src/testing/browser.ts';
import { type FailureClass, type ProviderProxy, startProviderProxy } from '../src/testing/provider-proxy.ts';
import { startServer, type TestServer, temporaryFolder } from '../src/testing/server.ts';
import { type StartedSandbox, sandboxProcess } from './serve.ts';

export interface Storm {
  readonly proxy: ProviderProxy;
  /** One round: waits for the expiry (or brings it about), then sends all calls at once. Statuses, by number of answers. */
  round(calls: number): Promise<Record<number, number>>;
  /** All calls at once, with the tokens as they are. Statuses, by number of answers. */
  calls(calls: number): Promise<Record<number, number>>;
  signedIn(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface StormOptions {
  /**
   * Lifetime of access tokens. Up to ten seconds, a round waits until half of it is over, which is when such a token is
   * renewed; above that, the stored time of expiry is put into the past.
   */
  readonly lifetimeSeconds: number;
  /** An empty PostgreSQL database for two servers; without it one server runs on SQLite. */
  readonly postgres?: string;
}

export async function startStorm({ lifetimeSeconds, postgres }: StormOptions): Promise<Storm> {
  const folder = temporaryFolder();
  const ends: (() => unknown)[] = [() => folder.remove()];
  const provider: StartedSandbox = await sandboxProcess({
    SANDBOX_TOKEN_LIFETIME: String(lifetimeSeconds),
    SANDBOX_TOKEN_RATE_LIMIT: '1000000',
    SANDBOX_RATE_LIMIT: '1000000',
    SANDBOX_LOADS: '5',
  });
  ends.push(() => provider.child.kill());
  const proxy = await startProviderProxy(provider.line);
  ends.push(() => proxy.stop());
  // Our own token is fetched at the provider itself, so that the proxy sees people's refreshes only.
  const env = {
    ...proxy.env,
    POLL_INTERVAL_SECONDS: '3600',
    // A quick machine makes more calls in a minute than one session may.
    REQUESTS_PER_MINUTE: '1000000',
    ...(postgres === undefined ? {} : { DATABASE_URL: postgres }),
  };
  const first = await startServer(provider.line, folder.dir, env);
  const servers: TestServer[] = [first];
  if (postgres !== undefined) servers.push(await startServer(provider.line, folder.dir, env));
  for (const server of servers) ends.push(() => server.stop());

  const browser = new TestBrowser();
  await browser.signIn(first.url, 'dispatcher');
  const cookie = browser.cookie(first.url, '__Host-waypost')?.value ?? '';
  // One person at several servers behind one address: each takes the cookie of the first.
  for (const { url } of servers) browser.setCookie(url, '__Host-waypost', cookie);
  const [load_id] = first.services.board.ids();
  const path = `/api/v2/visibility/loads/${load_id}/tracking`;

  const expire = async () => {
    if (lifetimeSeconds <= 10)
      return new Promise<void>((resolve) => setTimeout(resolve, lifetimeSeconds * 500 + 50));
    const expired = await first.services.db
      .updateTable('session_token')
      .set({ access_expires_at: 0 })
      .returning('session_id_hash')
      .execute();
    // Each server remembers for a second that it found the token good.
    for (const { services } of servers)
      for (const { session_id_hash } of expired) services.auth.tokens.evict(session_id_hash);
  };

  const send = async (calls: number) => {
    const answers = await Promise.all(
      Array.from({ length: calls }, (_, n) =>
        browser.api((servers[n % servers.length] as TestServer).url + path),
      ),
    );
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  return {
    proxy,
    async round(calls) {
      await expire();
      return send(calls);
    },
    calls: send,
    async signedIn() {
      const { json } = await browser.api(`${servers.at(-1)?.url}/bff/session`);
      return json.signed_in === true;
    },
    async stop() {
      for (const end of ends.reverse()) await end();
    },
  };
}

/** Refreshes only; everything else passes. */
export const refreshes =
  (fate: () => FailureClass) =>
  (grant: string | null): FailureClass =>
    grant === 'refresh_token' ? fate() : { pass: true };
