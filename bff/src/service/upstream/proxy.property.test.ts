/** Rules 18 and 19 for any path and any header: only described URLs and our own headers ever reach the service. */
import { request as httpRequest } from 'node:http';
import { fc, runs } from '@waypost/contract/testing/property';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestBrowser } from '../../testing/browser.ts';
import {
  sandbox,
  startServer,
  type TestSandbox,
  type TestServer,
  temporaryFolder,
} from '../../testing/server.ts';
import { id } from '../../testing/tracking.ts';
import { json, startUpstream, type Upstream } from '../../testing/upstream.ts';

const folder = temporaryFolder();
let provider: TestSandbox;
let upstream: Upstream;
let server: TestServer;
let cookie: string;
beforeAll(async () => {
  [provider, upstream] = await Promise.all([sandbox(), startUpstream({ isOnlyForwarded: true })]);
  server = await startServer(provider.line, folder.dir, { SERVICE_BASE_URL: upstream.url });
  const browser = new TestBrowser();
  await browser.signIn(server.url, 'dispatcher');
  cookie = `__Host-waypost=${browser.cookie(server.url, '__Host-waypost')?.value}`;
});
afterAll(async () => {
  await server?.stop();
  upstream?.stop();
  await provider?.stop();
  folder.remove();
});

/** Sends the path unchanged: no dots are resolved and nothing is encoded on the way. */
function raw(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: string[] }>((resolve, reject) => {
    const target = new URL(server.url);
    const own = { cookie, 'X-CSRF': '1' };
    const request = httpRequest(
      { host: target.hostname, port: target.port, path, headers: { ...headers, ...own }, agent: false },
      (answer) => {
        answer.resume();
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: Object.keys(answer.headers).sort() }),
        );
      },
    );
    request.once('error', reject);
    request.end();
  });
}

const TRACKING = /^\/v2\/visibility\/loads\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/tracking$/i;
const good = `/v2/visibility/loads/${id(1)}/tracking`;

it('no path leads to an endpoint of the service that is not described', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '',
      '%2e%2e',
      '%2f',
      '%5c',
      '%00',
      '%0d%0a',
      '@',
      ':',
      ';x=1',
      '?',
      '#',
      '*',
      '%',
    ),
    fc.constantFrom(
      'v2',
      'visibility',
      'loads',
      'tracking',
      'admin',
      'http:',
      'evil.example',
      id(1),
      id(1).toUpperCase(),
    ),
    fc.webSegment(),
  );
  const tail = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('/'));
  const path = fc.oneof(
    tail.map((one) => `/api/${one}`),
    tail.map((one) => `/api${good}/${one}`),
    tail.map((one) => `/api/v2/visibility/loads/${one}/tracking`),
  );
  await fc.assert(
    fc.asyncProperty(path, async (wanted) => {
      upstream.received.splice(0);
      const { status } = await raw(wanted.replace(/[^\x21-\x7e]/g, encodeURIComponent));
      expect(status).toBeLessThan(500);
      for (const { url } of upstream.received) expect(url).toMatch(TRACKING);
    }),
    { numRuns: runs(80) },
  );
});

const name = fc
  .stringMatching(/^[a-zA-Z][a-zA-Z0-9-]{0,20}$/)
  .filter(
    (one) =>
      !/^(host|connection|content-length|transfer-encoding|cookie|x-csrf|expect|upgrade|te|trailer|keep-alive|proxy-connection|origin|sec-fetch-site|content-type|if-.*)$/i.test(
        one,
      ),
  );
const value = fc.stringMatching(/^[\x21-\x7e]{1,40}$/);

it('no header of a browser reaches the service', () =>
  fc.assert(
    fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 10 }), async (headers) => {
      upstream.received.splice(0);
      await raw(`/api${good}`, headers);
      const [call] = upstream.received;
      expect(Object.keys(call?.headers ?? {}).sort()).toEqual([
        'accept',
        'authorization',
        'connection',
        'host',
      ]);
      for (const one of Object.values(headers).filter((text) => text.length > 8))
        expect(JSON.stringify(call?.headers)).not.toContain(JSON.stringify(one).slice(1, -1));
    }),
    { numRuns: runs(40) },
  ));

it('no header of the service reaches a browser', async () => {
  const usual = (await raw(`/api${good}`)).headers;
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 10 }), async (headers) => {
      upstream.answer((response) => json(response, 404, { code: 404, message: 'x', detail: null }, headers));
      const seen = (await raw(`/api${good}`)).headers;
      upstream.answer();
      expect(seen.filter((one) => !usual.includes(one))).toEqual([]);
    }),
    { numRuns: runs(40) },
  );
});
