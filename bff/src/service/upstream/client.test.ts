/** Calls whose token is rejected or unavailable. */
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { id } from '../../testing/tracking.ts';
import { json, startUpstream, type Upstream } from '../../testing/upstream.ts';
import { ServiceClient } from './client.ts';
import { ClientCredentials } from './client-credentials.ts';
import { Http } from './http.ts';
import { RequestScheduler } from './request-scheduler.ts';

let service: Upstream;
let tokens: Upstream;
let http: Http;
let scheduler: RequestScheduler;
let client: ServiceClient;
let now: number;
beforeEach(async () => {
  [service, tokens] = await Promise.all([startUpstream(), startUpstream()]);
  tokens.answer((response) => json(response, 200, { access_token: `t${tokens.received.length}` }));
  http = new Http();
  scheduler = new RequestScheduler({ maxRps: 1000, startRps: 1000 });
  now = Date.parse('2026-11-20T10:00:00Z');
  const token = new ClientCredentials({
    http,
    tokenUrl: new URL(tokens.url),
    clientId: 'waypost',
    clientSecret: 'secret',
    unknownWaitSeconds: 5,
    maxWaitSeconds: 3600,
    unknownLifetimeSeconds: 300,
    now: () => now,
  });
  client = new ServiceClient({
    baseUrl: new URL(service.url),
    http,
    scheduler,
    token,
    assumptions: ASSUMPTIONS,
  });
});
afterEach(async () => {
  scheduler.close();
  await http.close();
  service.stop();
  tokens.stop();
});

const read = (load: number, signal?: AbortSignal) =>
  client.call(serviceEndpoints().getLoadTracking, {
    params: { load_id: id(load) },
    priority: 'person',
    signal,
  });
const refusal = { code: 401, message: 'Unauthorized', detail: null };

it('a rejected token is replaced by a new one, and the call repeated with it', async () => {
  service.answer((response, { headers, url }) => {
    if (headers.authorization === 'Bearer t1') json(response, 401, refusal);
    else {
      service.answer();
      json(response, 404, { code: 404, message: url, detail: null });
    }
  });
  await expect(read(1)).rejects.toMatchObject({ kind: 'not_found' });
  expect(tokens.received).toHaveLength(2);
});

it('permanent 401: fifty concurrent clicks and a hundred sequential ones cause two token requests, and no useless retry', async () => {
  service.answer((response) => json(response, 401, refusal));
  await Promise.allSettled(Array.from({ length: 50 }, (_, n) => read(n)));
  expect(tokens.received).toHaveLength(2);
  const before = service.received.length;
  for (let n = 0; n < 100; n += 1) await expect(read(n)).rejects.toMatchObject({ kind: 'unauthorized' });
  expect(tokens.received).toHaveLength(2);
  expect(service.received.length - before).toBe(100);
  now += 1_000;
  await expect(read(1)).rejects.toMatchObject({ kind: 'unauthorized' });
  expect(tokens.received).toHaveLength(3);
});

it('an aborted call does not wait for a hanging token endpoint', async () => {
  tokens.answer(() => undefined);
  const stop = new AbortController();
  const call = read(1, stop.signal);
  const reason = new Error('stopping');
  stop.abort(reason);
  await expect(call).rejects.toBe(reason);
});

it('without a token nothing is sent to the service, and the error names the token endpoint', async () => {
  tokens.answer((response) => json(response, 503, {}));
  await expect(read(1)).rejects.toMatchObject({ kind: 'service_error', atTokenEndpoint: true });
  expect(service.received).toEqual([]);
  expect(client.health.get()).toMatchObject({ message: 'The token endpoint has a problem' });
});
