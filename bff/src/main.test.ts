/** The server as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './cli/processes.ts';
import { freePort } from './testing/free-port.ts';
import { temporaryFolder } from './testing/server.ts';

/** Without a service that answers. */
const ENV = {
  PATH: process.env.PATH,
  SERVICE_BASE_URL: 'http://127.0.0.1:1',
  SERVICE_TOKEN_URL: 'http://127.0.0.1:1/token',
  SERVICE_AUTHORIZATION_URL: 'http://127.0.0.1:1/authorize',
  SERVICE_CLIENT_ID: 'c',
  SERVICE_CLIENT_SECRET: 's',
  SECRET_KEYS: `test:${Buffer.alloc(32, 9).toString('base64')}`,
};

it('a log that nobody reads blocks neither responses nor shutdown', { timeout: 60_000 }, async () => {
  const { dir, remove } = temporaryFolder();
  const port = String(await freePort());
  const child = spawn(process.execPath, ['bff/src/main.ts'], {
    cwd: root,
    env: { ...ENV, PORT: port, DATABASE_URL: `sqlite:${join(dir, 'waypost.db')}`, LOG_LEVEL: 'trace' },
    // Nothing reads the pipe, which has room for a part of the lines.
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  await once(child, 'message');
  const exit = once(child, 'exit');
  const url = `http://localhost:${port}/api/loads?${'x'.repeat(500)}`;
  for (let n = 0; n < 40; n += 1)
    await Promise.all(
      Array.from({ length: 50 }, () =>
        fetch(url, { signal: AbortSignal.timeout(20_000) }).then((one) => one.text()),
      ),
    );
  child.kill('SIGTERM');
  const [code, signal] = await exit;
  expect([code, signal]).toEqual([null, 'SIGKILL']);
  remove();
});

it('a second server on the same port notices it before it touches the database', {
  timeout: 60_000,
}, async () => {
  const { dir, remove } = temporaryFolder();
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  const child = spawn(process.execPath, ['bff/src/main.ts'], {
    cwd: root,
    env: { ...ENV, PORT: String(port), DATABASE_URL: `sqlite:${join(dir, 'waypost.db')}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (part: Buffer) => {
    output += part.toString('utf8');
  });
  const [code] = await once(child, 'close');
  first.close();
  expect(code).toBe(1);
  expect(output).toContain(`PORT: ${port} is in use on 127.0.0.1`);
  expect(readdirSync(dir)).toEqual([]);
  remove();
});
