/** The server as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './cli/processes.ts';
import { temporaryFolder } from './testing/server.ts';

it('a second server on the same port notices it before it touches the database', {
  timeout: 60_000,
}, async () => {
  const { dir, remove } = temporaryFolder();
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  const child = spawn(process.execPath, ['bff/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      SERVICE_BASE_URL: 'http://127.0.0.1:1',
      SERVICE_TOKEN_URL: 'http://127.0.0.1:1/token',
      SERVICE_AUTHORIZATION_URL: 'http://127.0.0.1:1/authorize',
      SERVICE_CLIENT_ID: 'c',
      SERVICE_CLIENT_SECRET: 's',
      DATABASE_URL: `sqlite:${join(dir, 'waypost.db')}`,
      SECRET_KEYS: `test:${Buffer.alloc(32, 9).toString('base64')}`,
    },
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
