/** Rule 17: contents of errors do not reach the log. Runs in a separate process, because the log goes to standard output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';

const SECRET = 'a-secret-that-must-not-be-seen';
const END = 'end of the case';

let child: ChildProcess;
let lines: AsyncIterator<string>;

beforeAll(() => {
  const module = new URL('log.ts', import.meta.url).href;
  const code = `import { EventEmitter } from 'node:events';
    import { createLog, requestLog } from ${JSON.stringify(module)};
    const log = createLog('trace'); const secret = ${JSON.stringify(SECRET)};
    process.on('message', (lines) => { eval(lines); log.info(${JSON.stringify(END)}); });
    process.on('disconnect', () => process.exit());`;
  child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (child.stdout) lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
});
afterAll(() => child.disconnect());

/** Everything that the code logs. */
async function logged(code: string): Promise<string> {
  child.send(code);
  const text: string[] = [];
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error('the process ended');
    if ((JSON.parse(value) as { msg?: string }).msg === END) return text.join('\n');
    text.push(value);
  }
}

it.each([
  [
    'a response in the cause',
    `log.error({ err: new Error('x', { cause: { access_token: secret, body: secret } }) }, 'failed')`,
  ],
  [
    'a field of the error',
    `log.error({ err: Object.assign(new Error('x'), { response: { text: secret } }) }, 'failed')`,
  ],
  [
    'an aggregate',
    `log.error({ err: new AggregateError([Object.assign(new Error('x'), { token: secret })], 'y') }, 'failed')`,
  ],
  ['a token beside it', `log.error({ refresh_token: secret, deep: { client_secret: secret } }, 'failed')`],
])('an error that carries a token does not bring it into the log (%s)', async (_, line) => {
  const text = await logged(line);
  expect(text).toContain('failed');
  expect(text).not.toContain(SECRET);
});

/** The log of a request that ended with 500. */
const loggedRequest = (address: string, more: { ip?: string; headers?: object; hasProxy?: boolean } = {}) =>
  logged(`
      const response = Object.assign(new EventEmitter(), { statusCode: 500, setHeader: () => undefined, writableFinished: true, locals: { session: { sub: 'ann-1', name: 'ann@example.com' } } });
      const { headers, ...more } = ${JSON.stringify(more)};
      const request = { method: 'GET', originalUrl: ${JSON.stringify(address)}, headers: { cookie: secret, authorization: secret, ...headers }, ...more };
      requestLog(log, ${more.hasProxy ?? false})(request, response, () => response.emit('close'));`);

it('a request is logged with its path, without query, cookie and headers', async () => {
  const text = await loggedRequest(`/bff/callback?code=${SECRET}`);
  expect(JSON.parse(text)).toMatchObject({
    req: { method: 'GET', path: '/bff/callback' },
    res: { status: 500 },
  });
  expect(text).not.toContain(SECRET);
});

it('a request is logged with its time, the id of the person, the address of the client and the id that the proxy gave', async () => {
  const headers = { 'x-request-id': 'f058ebd6-02f7:4d3f' };
  const text = await loggedRequest('/api/loads', { ip: '192.0.2.1', headers, hasProxy: true });
  const line = JSON.parse(text);
  expect(line.req).toMatchObject({ by: 'ann-1', address: '192.0.2.1', proxy_id: headers['x-request-id'] });
  expect(new Date(line.time).toISOString()).toBe(line.time);
  expect(text).not.toContain('ann@example.com');
});

it.each([
  ['without a proxy that is trusted', 'f058ebd6', false],
  ['that is longer than any', 'x'.repeat(129), true],
  ['that could pretend to be a field or a line', '","by":"admin"\n', true],
])('a request id is not logged %s', async (_, id, hasProxy) => {
  const line = JSON.parse(await loggedRequest('/api/loads', { headers: { 'x-request-id': id }, hasProxy }));
  expect(line.req.proxy_id).toBeUndefined();
});

it.each(['/hooks/', '//HOOKS/', '/Email//stop/', '/%65mail%2Fstop/', '/share/'])(
  'a secret in a path is not logged, even when the request fails: %s',
  async (path) => {
    const text = await loggedRequest(`${path}${SECRET}/more?x=1`);
    expect(JSON.parse(text).req.path).toMatch(/^\/(hooks|email\/+stop|share)\/\[removed\]$/i);
    expect(text).not.toContain(SECRET);
  },
);

it.each(['/wall-link/', '/wall-link%23', '/x/'])(
  'the link of a wall screen is not logged when its fragment became part of the path: %s',
  async (path) => {
    const secret = `wpw_${SECRET}`;
    const text = await loggedRequest(`${path}${secret}`);
    expect(JSON.parse(text).req.path).toContain('wpw_[removed]');
    expect(text).not.toContain(SECRET);
  },
);
