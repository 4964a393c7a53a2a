/** The token endpoint, and what its tokens give access to. */
import assert from 'node:assert/strict';
import { tokenResponse } from '@waypost/contract/token';
import { type Case, topic } from '../case.ts';
import { assertErrorBody, type Client } from '../client.ts';
import type { Context, Row } from '../context.ts';
import { all, fieldCases } from '../fields.ts';
import { personTokensOf, providerOf, signInAddress } from '../people.ts';

const { reads, controls } = topic('token');

const tokenResponses = (context: Context) =>
  context.cached('a token answer', async () => [(await context.client.postToken()).body as Row]);
const rejected = async (
  client: Client,
  changes: Readonly<Record<string, string | null>>,
  ...statuses: number[]
) => {
  const { status, body, text } = await client.postToken(changes);
  assert.ok(statuses.includes(status), `${status}: ${text}`);
  assert.ok(!text.includes('access_token'));
  return body as Row;
};
const withToken = (client: Client, token: string) =>
  client.send('listAgreements', { query: { size: 1 }, authorization: `Bearer ${token}` });

export const tokenCases: readonly Case[] = [
  ...fieldCases('token', 'token response', 'reading', tokenResponses, [
    ...all('string', { always: true }, 'access_token'),
    ...all('integer', { always: true }, 'expires_in'),
    ...all('string', { always: true }, 'token_type'),
    ...all('integer', { always: true }, 'refresh_expires_in'),
    ...all('uuid', { always: true }, 'session_state'),
    ...all('integer', { always: true }, 'not-before-policy'),
    ...all('string', { always: true }, 'scope'),
  ]),
  reads('token response', 'The token response has the shape that the interface shows', async ({ client }) => {
    const { status, body } = await client.postToken();
    assert.equal(status, 200);
    tokenResponse.parse(body);
  }),
  reads('token_type', 'token_type is `Bearer`', async (context) => {
    assert.equal((await tokenResponses(context))[0]?.token_type, 'Bearer');
  }),
  reads('scope', 'scope: space-separated granted scopes, telematics:read among them', async (context) => {
    const scopes = String((await tokenResponses(context))[0]?.scope).split(' ');
    assert.ok(scopes.every((scope) => /^[\w:-]+$/.test(scope)));
    assert.ok(scopes.includes('telematics:read'));
  }),
  reads(
    'not to be stored',
    'A token is secret: the answer must not be stored by caches',
    async ({ client }) => {
      assert.match((await client.postToken()).headers.get('cache-control') ?? '', /no-store/);
    },
  ),
  reads('grant_type', 'grant_type: `client_credentials` is the only allowed value', async ({ client }) => {
    await rejected(client, { grant_type: 'password' }, 400, 401);
  }),
  reads('grant_type is required', 'grant_type is required', async ({ client }) => {
    await rejected(client, { grant_type: null }, 400);
  }),
  controls(
    'another method',
    "The token endpoint is POST: another method is a 405 in the shape of the service's errors",
    async ({ client }) => {
      const response = await client.fetch(client.target.token_url, { method: 'GET' });
      assert.equal(response.status, 405);
      assertErrorBody(405, response.body);
    },
  ),
  reads('client_id', 'client_id: another one is rejected', async ({ client }) => {
    await rejected(client, { client_id: 'nobody' }, 400, 401);
  }),
  reads('client_id is required', 'client_id is required', async ({ client }) => {
    await rejected(client, { client_id: null }, 400, 401);
  }),
  reads('client_secret', 'client_secret: a wrong one is rejected', async ({ client }) => {
    await rejected(client, { client_secret: 'wrong' }, 400, 401);
  }),
  reads('client_secret is required', 'client_secret is required', async ({ client }) => {
    await rejected(client, { client_secret: null }, 400, 401);
  }),
  reads('scope organization', 'scope: `organization` is the only allowed value', async ({ client }) => {
    await rejected(client, { scope: 'everything' }, 400);
  }),
  reads('form-encoded', 'Token request: form-encoded; JSON is rejected', async ({ client }) => {
    const { client_id, client_secret, token_url } = client.target;
    const response = await client.fetch(token_url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id,
        client_secret,
        scope: 'organization',
      }),
    });
    assert.ok(response.status >= 400 && response.status < 500);
    assert.ok(!response.text.includes('access_token'));
  }),
  reads('secret is not echoed', 'A rejected token request does not echo the secret', async ({ client }) => {
    const { text } = await client.postToken({ scope: 'x' });
    assert.ok(!text.includes(client.target.client_secret));
  }),
  reads('reusable', 'A token is reusable until it expires', async ({ client }) => {
    const token = await client.token();
    for (let i = 0; i < 5; i++) assert.equal((await withToken(client, token)).status, 200);
  }),
  reads('two tokens', 'A further token leaves the first one valid', async ({ client }) => {
    const first = await client.token();
    await client.postToken();
    assert.equal((await withToken(client, first)).status, 200);
  }),
  ...[
    ['missing', null],
    ['empty', 'Bearer '],
    ['of another scheme', 'Basic d2F5cG9zdDp4'],
    ['invalid', 'Bearer eyJhbGciOiJub25lIn0.e30.'],
  ].map(([name, authorization]) =>
    reads(
      `401: ${name}`,
      `A 401 means the token is missing, invalid or expired (${name})`,
      async ({ client }) => {
        await client.expectError('listAgreements', 401, { authorization: authorization as string | null });
      },
    ),
  ),
  reads(
    '401 then a new token',
    'After a 401 the client obtains a new token and retries',
    async ({ client }) => {
      await client.expectError('listAgreements', 401, { authorization: 'Bearer old' });
      const { access_token } = (await client.postToken()).body as { access_token: string };
      assert.equal((await withToken(client, access_token)).status, 200);
    },
  ),
  controls(
    'not in the query',
    'Every API request carries the Authorization header: a token in the query is none',
    async ({ client }) => {
      const query = { access_token: await client.token() };
      assert.equal((await client.send('listAgreements', { query, authorization: null })).status, 401);
    },
  ),
  controls(
    'authorization code',
    'The authorization-code flow uses the authorization endpoint and yields a code for the client',
    async ({ client }) => {
      assert.ok((await signInAddress(client.target)).searchParams.get('code'));
    },
  ),
  controls("a person's token", 'A token of the authorization-code flow reads the API', async ({ client }) => {
    const { access_token } = await personTokensOf(client.target);
    assert.equal((await withToken(client, access_token)).status, 200);
  }),
  controls('refresh', 'Refresh uses the same endpoint (standard request shape)', async ({ client }) => {
    const { refresh_token } = await personTokensOf(client.target);
    const { status, body } = await client.postToken({
      grant_type: 'refresh_token',
      refresh_token,
      scope: null,
    });
    assert.equal(status, 200);
    const { access_token } = body as { access_token: string };
    assert.equal((await withToken(client, access_token)).status, 200);
  }),
  controls(
    'revocation',
    'Token revocation exists (standard request shape): a revoked token is a 401',
    async ({ client }) => {
      const { access_token } = (await client.postToken()).body as { access_token: string };
      const { client_id, client_secret } = client.target;
      const form = new URLSearchParams({ token: access_token, client_id, client_secret });
      const { revocation_url } = providerOf(client.target);
      assert.equal((await client.fetch(revocation_url, { method: 'POST', body: form })).status, 200);
      assert.equal((await withToken(client, access_token)).status, 401);
    },
  ),
];
