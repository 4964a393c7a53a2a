/** Signing in at a service with plain OAuth: no discovery, opaque tokens, no ID token. Real HTTP throughout. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestBrowser } from '../../testing/browser.ts';
import { startServer, type TestServer, temporaryFolder } from '../../testing/server.ts';

const CLIENT = { id: 'waypost', secret: 'the-secret' } as const;

async function plainOAuth() {
  const codes = new Map<string, string>();
  const tokens = new Map<string, object>();
  let person: object = {};
  const read = async (request: IncomingMessage) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    return new URLSearchParams(Buffer.concat(parts).toString('utf8'));
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://service');
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const form = await read(request);
    const isClient = form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret;
    if (url.pathname === '/authorize') {
      const code = randomUUID();
      codes.set(code, url.searchParams.get('code_challenge') ?? '');
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
    } else if (url.pathname === '/token') {
      if (!isClient) return send(401, { error: 'invalid_client' });
      if (form.get('grant_type') === 'authorization_code') {
        const challenge = codes.get(form.get('code') ?? '');
        const verifier = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        if (challenge === undefined || challenge !== verifier) return send(400, { error: 'invalid_grant' });
      }
      const access_token = `opaque-${randomUUID()}`;
      tokens.set(access_token, person);
      send(200, { access_token, refresh_token: 'r', token_type: 'Bearer', expires_in: 3600 });
    } else if (url.pathname === '/me') {
      const found = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
      if (found) send(200, found);
      else send(401, { error: 'invalid_token' });
    } else if (url.pathname === '/introspect') {
      if (!isClient) return send(401, { error: 'invalid_client' });
      const found = tokens.get(form.get('token') ?? '');
      send(200, found ? { active: true, ...found } : { active: false });
    } else send(404, { message: 'Not Found' });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    is: (next: object) => {
      person = next;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

let service: Awaited<ReturnType<typeof plainOAuth>>;
let server: TestServer | undefined;
let folder: ReturnType<typeof temporaryFolder>;
const warnings: string[] = [];

beforeEach(async () => {
  service = await plainOAuth();
  folder = temporaryFolder();
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  service.stop();
  folder.remove();
});

async function signIn(env: Record<string, string>) {
  const line = {
    base_url: service.url,
    token_url: `${service.url}/token`,
    authorization_url: `${service.url}/authorize`,
    revocation_url: `${service.url}/revoke`,
    issuer: service.url,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    users: [],
  };
  warnings.length = 0;
  const log = pino({ level: 'warn' }, { write: (text: string) => void warnings.push(text) });
  const none = { LOGIN_ISSUER: undefined, LOGIN_CLIENT_ID: undefined, LOGIN_CLIENT_SECRET: undefined };
  server = await startServer(line, folder.dir, { ...none, ...env }, log);
  const browser = new TestBrowser();
  const page = await browser.go(`${server.url}/bff/login`);
  const { json } = await browser.api(`${server.url}/bff/session`);
  return { page, session: json };
}

describe('a person with an opaque token', () => {
  it('is identified by the userinfo endpoint', async () => {
    service.is({ sub: 'ann', name: 'Ann', roles: ['dispatcher'] });
    const { session } = await signIn({ SERVICE_USERINFO_URL: `${service.url}/me` });
    expect(session).toMatchObject({
      signed_in: true,
      user: { sub: 'ann', name: 'Ann', roles: ['dispatcher'] },
    });
    expect(warnings.join()).not.toContain('SERVICE_USERINFO_URL');
  });

  it('is identified by the configured claim, even a numeric one', async () => {
    service.is({ account: { id: 42 }, email: 'ann@example.com' });
    const { session } = await signIn({
      SERVICE_USERINFO_URL: `${service.url}/me`,
      SUBJECT_CLAIM: 'account.id',
    });
    expect(session).toMatchObject({ user: { sub: '42', name: 'ann@example.com', roles: ['viewer'] } });
  });

  it('is identified by introspection', async () => {
    service.is({ sub: 'bob', username: 'Bob' });
    const { session } = await signIn({ SERVICE_INTROSPECTION_URL: `${service.url}/introspect` });
    expect(session).toMatchObject({ user: { sub: 'bob', name: 'Bob' } });
  });

  it('is unknown without such an endpoint: startup and sign-in name the variable to set', async () => {
    const { page, session } = await signIn({});
    expect(session).toEqual({ signed_in: false });
    expect(page.url).toContain('problem=unidentified');
    expect(warnings.join()).toMatch(
      /people may not be able to sign in.*SERVICE_USERINFO_URL or SERVICE_INTROSPECTION_URL/,
    );
  });

  it('is unknown when the endpoint rejects the token or returns no identity', async () => {
    service.is({ name: 'Nameless' });
    const { page, session } = await signIn({ SERVICE_USERINFO_URL: `${service.url}/me` });
    expect(session).toEqual({ signed_in: false });
    expect(page.url).toContain('problem=unidentified');
  });
});
