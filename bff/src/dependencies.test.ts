/** A server that starts while what it depends on is missing or misconfigured. */
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Dependencies } from './dependencies.ts';
import { freePort } from './testing/free-port.ts';
import { CLIENT, startIssuer } from './testing/issuer.ts';
import { startServer, temporaryFolder } from './testing/server.ts';

const RETRY_MS = 20;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Starts a server and its checks; returns the log lines of the checks. */
async function start(url: string, env: Record<string, string> = {}) {
  const folder = temporaryFolder();
  cleanups.push(folder.remove);
  const line = {
    base_url: url,
    token_url: `${url}/token`,
    authorization_url: `${url}/authorize`,
    issuer: url,
    revocation_url: `${url}/revoke`,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    users: [],
  };
  const server = await startServer(line, folder.dir, env);
  cleanups.push(() => server.stop());
  const lines: { level: number; msg: string; err?: { message: string } }[] = [];
  const log = pino({ level: 'info' }, { write: (text: string) => void lines.push(JSON.parse(text)) });
  const dependencies = new Dependencies({ ...server.services, log }, RETRY_MS);
  dependencies.start();
  cleanups.push(() => dependencies.stop());
  return {
    server,
    dependencies,
    lines,
    about: (word: string) => lines.filter(({ msg }) => msg.includes(word)),
  };
}

describe('an outage at the start', () => {
  it('is logged once and again when it is over, and does not stop the start', async () => {
    const port = await freePort();
    const mail = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const { server, dependencies, about } = await start(url, {
      SMTP_URL: `smtp://127.0.0.1:${mail}`,
      SMTP_FROM: 'a@example.com',
    });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const of = ['LOGIN_ISSUER', 'SERVICE_TOKEN_URL', 'SMTP_URL'];
    await vi.waitFor(() => expect(of.map((name) => about(name).length)).toEqual([1, 1, 1]));
    expect(dependencies.list().map(({ name, problem }) => [name, problem])).toEqual([
      ['identity_provider', `127.0.0.1:${port}: connection refused`],
      ['tracking_service', "The token endpoint can't be reached"],
      ['mail', `127.0.0.1:${mail}: connection refused`],
    ]);

    const issuer = await startIssuer(port);
    cleanups.push(issuer.stop);
    await vi.waitFor(
      () => expect(about('LOGIN_ISSUER').at(-1)?.msg).toMatch(/^can reach the identity provider/),
      5_000,
    );
    expect(about('LOGIN_ISSUER')).toHaveLength(2);
    expect(about('SMTP_URL')).toHaveLength(1);
  });
});

describe('a wrong setting', () => {
  it('of the issuer is named with both values', async () => {
    const issuer = await startIssuer();
    cleanups.push(issuer.stop);
    issuer.describe({ issuer: `${issuer.url}/realms/staff` });
    const { about } = await start(issuer.url, { LOGIN_ISSUER: `${issuer.url}/realms/staff/` });
    await vi.waitFor(() =>
      expect(about('LOGIN_ISSUER')[0]?.err?.message).toContain(
        `LOGIN_ISSUER is ${issuer.url}/realms/staff/, but the issuer calls itself ${issuer.url}/realms/staff. Set`,
      ),
    );
  });

  it('of the credentials for the service is logged', async () => {
    const issuer = await startIssuer();
    cleanups.push(issuer.stop);
    issuer.answer({ token: { status: 401, body: { error: 'invalid_client' } } });
    const { about } = await start(issuer.url);
    await vi.waitFor(() => expect(about('SERVICE_CLIENT_ID')[0]?.err?.message).toMatch(/credentials/));
  });
});
