/** Rule 17: contents of errors do not reach the log. Runs in a separate process, because the log goes to standard output. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const SECRET = 'a-secret-that-must-not-be-seen';

function logged(lines: string): string {
  const module = new URL('log.ts', import.meta.url).href;
  const code = `import { createLog, requestLog } from ${JSON.stringify(module)};
    const log = createLog('trace'); const secret = ${JSON.stringify(SECRET)}; ${lines}`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
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
])('an error that carries a token does not bring it into the log (%s)', (_, line) => {
  const text = logged(line);
  expect(text).toContain('failed');
  expect(text).not.toContain(SECRET);
});

/** The log of a request that ended with 500. */
const loggedRequest = (address: string) =>
  logged(`
    import('node:events').then(({ EventEmitter }) => {
      const response = Object.assign(new EventEmitter(), { statusCode: 500, setHeader: () => undefined, writableFinished: true });
      const request = { method: 'GET', originalUrl: ${JSON.stringify(address)}, headers: { cookie: secret, authorization: secret } };
      requestLog(log)(request, response, () => response.emit('close'));
    });`);

it('a request is logged with its path, without query, cookie and headers', () => {
  const text = loggedRequest(`/bff/callback?code=${SECRET}`);
  expect(JSON.parse(text)).toMatchObject({
    req: { method: 'GET', path: '/bff/callback' },
    res: { status: 500 },
  });
  expect(text).not.toContain(SECRET);
});

it.each(['/hooks/', '//HOOKS/', '/Email//stop/', '/%65mail%2Fstop/', '/share/'])(
  'a secret in a path is not logged, even when the request fails: %s',
  (path) => {
    const text = loggedRequest(`${path}${SECRET}/more?x=1`);
    expect(JSON.parse(text).req.path).toMatch(/^\/(hooks|email\/+stop|share)\/\[removed\]$/i);
    expect(text).not.toContain(SECRET);
  },
);

it.each(['/wall-link/', '/wall-link%23', '/x/'])(
  'the link of a wall screen is not logged when its fragment became part of the path: %s',
  (path) => {
    const secret = `wpw_${SECRET}`;
    const text = loggedRequest(`${path}${secret}`);
    expect(JSON.parse(text).req.path).toContain('wpw_[removed]');
    expect(text).not.toContain(SECRET);
  },
);
