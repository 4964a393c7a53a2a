/**
 * Required measurement 2 of the security rules: many simultaneous calls at token expiry, over one server on SQLite or two on one
 * PostgreSQL, and the real provider with rotation and reuse detection. Expects one refresh per round and nobody signed out.
 */

import { TestBrowser } from '../src/testing/browser.ts';
import { type FailureClass, type ProviderProxy, startProviderProxy } from '../src/testing/provider-proxy.ts';
import { startServer, type TestServer, temporaryFolder } from '../src/testing/server.ts';
import { type StartedSandbox, sandboxProcess } from './serve.ts';

export interface Storm {
  readonly proxy: ProviderProxy;
  /** Waits for (or forces) the expiry, then sends all calls at once. Returns the number of responses by status. */
  round(calls: number): Promise<Record<number, number>>;
  /** Sends all calls at once with the current tokens. Returns the number of responses by status. */
  calls(calls: number): Promise<Record<number, number>>;
  signedIn(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface StormOptions {
  /**
   * Lifetime of access tokens. Up to ten seconds, a round waits until half of it has passed, when the token is renewed; above
   * that, the stored expiry is set to the past.
   */
  readonly lifetimeSeconds: number;
  /** An empty PostgreSQL database for two servers; otherwise one server runs on SQLite. */
  readonly postgres?: string;
}

export async function startStorm({ lifetimeSeconds, postgres }: StormOptions): Promise<Storm> {
  const folder = temporaryFolder();
  const cleanups: (() => unknown)[] = [() => folder.remove()];
  const provider: StartedSandbox = await sandboxProcess({
    SANDBOX_TOKEN_LIFETIME: String(lifetimeSeconds),
    SANDBOX_TOKEN_RATE_LIMIT: '1000000',
    SANDBOX_RATE_LIMIT: '1000000',
    SANDBOX_LOADS: '5',
  });
  cleanups.push(() => provider.child.kill());
  const proxy = await startProviderProxy(provider.line);
  cleanups.push(() => proxy.stop());
  // The server's own token is fetched directly from the provider, so that the proxy sees only people's refreshes.
  const env = {
    ...proxy.env,
    POLL_INTERVAL_SECONDS: '3600',
    // A fast machine exceeds the default limits of a session.
    REQUESTS_PER_MINUTE: '1000000',
    REQUESTS_AT_ONCE: '1000000',
    PERSON_CALLS_PER_MINUTE: '1000000',
    ...(postgres === undefined ? {} : { DATABASE_URL: postgres }),
  };
  const first = await startServer(provider.line, folder.dir, env);
  const servers: TestServer[] = [first];
  if (postgres !== undefined) servers.push(await startServer(provider.line, folder.dir, env));
  for (const server of servers) cleanups.push(() => server.stop());

  const browser = new TestBrowser();
  await browser.signIn(first.url, 'dispatcher');
  const cookie = browser.cookie(first.url, '__Host-waypost')?.value ?? '';
  // One person at several servers behind one address: all accept the cookie of the first.
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
    // Servers cache a valid token for a second.
    for (const { services } of servers)
      for (const { session_id_hash } of expired) services.auth.tokens.evict(session_id_hash);
  };

  const send = async (calls: number) => {
    const responses = await Promise.all(
      Array.from({ length: calls }, (_, n) =>
        browser.api((servers[n % servers.length] as TestServer).url + path),
      ),
    );
    const counts: Record<number, number> = {};
    for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
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
      for (const cleanup of cleanups.reverse()) await cleanup();
    },
  };
}

/** Applies to refresh requests only. */
export const onRefresh =
  (outcome: () => FailureClass) =>
  (grant: string | null): FailureClass =>
    grant === 'refresh_token' ? outcome() : { pass: true };
