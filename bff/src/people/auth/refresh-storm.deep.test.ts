/** Rules 12 and 13 against the real provider with rotation and reuse detection. `soak:refresh` is the large version. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { onRefresh, type Storm, startStorm } from '../../../soak/refresh-storm.ts';
import { postgresUrl } from '../../testing/databases.ts';
import { sized } from '../../testing/deep.ts';

describe.each([
  ['over one server on SQLite', async () => undefined],
  ['over two servers on one PostgreSQL', postgresUrl],
])('fifty calls in the moment of expiry, %s', (_, database) => {
  let storm: Storm;
  beforeAll(async () => {
    storm = await startStorm({ lifetimeSeconds: 3600, postgres: await database() });
  });
  afterAll(() => storm?.stop());

  it('make one refresh per round, and nobody is signed out', async () => {
    for (let round = 1; round <= sized(2, 10); round += 1) {
      expect(await storm.round(50)).toEqual({ 200: 50 });
      expect(storm.proxy.counts).toMatchObject({ refreshes: round, refused: 0 });
    }
    expect(await storm.signedIn()).toBe(true);
  });
});

describe.each([
  ['SQLite', async () => undefined],
  ['PostgreSQL', postgresUrl],
])('a provider in trouble (%s)', (_, database) => {
  let storm: Storm;
  beforeAll(async () => {
    storm = await startStorm({ lifetimeSeconds: 3600, postgres: await database() });
  });
  afterAll(() => storm?.stop());
  afterEach(() => storm.proxy.decide());

  it.each([
    ['500', { status: 500, body: { message: 'Internal Server Error' } }],
    ['503 without JSON', { status: 503, body: '<html>' }],
    ['429', { status: 429, body: { error: 'slow_down' } }],
    ['invalid_client', { status: 401, body: { error: 'invalid_client' } }],
    ['invalid_request', { status: 400, body: { error: 'invalid_request' } }],
    ['an answer that is no token', { status: 200, body: { hello: 1 } }],
    ['a connection that breaks', { cut: true as const }],
  ])('(%s) signs nobody out: the call fails as such, and the next one works', async (_, fate) => {
    // Every server has just validated the token and would still use its cache.
    expect(await storm.calls(10)).toEqual({ 200: 10 });
    storm.proxy.decide(onRefresh(() => fate));
    expect(await storm.round(10)).toEqual({ 503: 10 });
    expect(await storm.signedIn()).toBe(true);
    storm.proxy.decide();
    expect(await storm.round(10)).toEqual({ 200: 10 });
  });

  it('that responds slowly is called once, and everyone waits for that response', async () => {
    const before = storm.proxy.counts.refreshes;
    storm.proxy.decide(onRefresh(() => ({ pass: true, afterMs: 1_500 })));
    expect(await storm.round(50)).toEqual({ 200: 50 });
    expect(storm.proxy.counts.refreshes).toBe(before + 1);
  });

  it('that responds with invalid_grant ends the session, and nothing else does', async () => {
    storm.proxy.decide(onRefresh(() => ({ status: 400, body: { error: 'invalid_grant' } })));
    expect(await storm.round(10)).toEqual({ 401: 10 });
    expect(await storm.signedIn()).toBe(false);
  });
});
