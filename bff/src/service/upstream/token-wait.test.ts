import { afterAll, beforeAll, expect, it } from 'vitest';
import { json, startUpstream, type Upstream } from '../../testing/upstream.ts';
import { ClientCredentials } from './client-credentials.ts';
import { Http } from './http.ts';

const http = new Http();
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(async () => {
  await http.close();
  upstream.stop();
});

it('is the longer of header and body, limited, and ends when a person ends it', async () => {
  let now = 1_000_000;
  const token = new ClientCredentials({
    http,
    tokenUrl: new URL(upstream.url),
    clientId: 'us',
    clientSecret: 'secret',
    unknownWaitSeconds: 5,
    maxWaitSeconds: 600,
    unknownLifetimeSeconds: 600,
    now: () => now,
  });
  const detail = { retry_after_seconds: 60_000, message: 'slow down' };
  upstream.answer((response) => json(response, 429, { detail }, { 'retry-after': '7' }));
  await expect(token.get()).rejects.toMatchObject({ kind: 'rate_limited', retryAt: now + 600_000 });
  upstream.answer((response) =>
    json(response, 200, { access_token: 'good', token_type: 'Bearer', expires_in: 3600 }),
  );
  now += 599_000;
  await expect(token.get()).rejects.toMatchObject({ kind: 'rate_limited' });
  expect(upstream.received).toHaveLength(1);
  token.endWait();
  await expect(token.get()).resolves.toBe('good');
});
