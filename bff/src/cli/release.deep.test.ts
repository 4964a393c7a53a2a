/** The archive, unpacked where nothing else of this repository is. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { type SandboxLine, sandbox, temporaryFolder } from '../testing/server.ts';
import { pnpm, root, serviceEnvironment } from './processes.ts';

const folder = temporaryFolder();
const cleanups: (() => unknown)[] = [folder.remove];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

let line: SandboxLine;
let waypost: string;
let env: Record<string, string>;
beforeAll(async () => {
  await pnpm(['run', 'release']);
  const [archive] = globSync(join(root, 'data', 'release', '*.tar.gz'));
  execFileSync('tar', ['--extract', '--gzip', `--file=${archive}`, `--directory=${folder.dir}`]);
  const [unpacked] = globSync(join(folder.dir, 'waypost-*', 'bin', 'waypost'));
  waypost = unpacked as string;
  const started = await sandbox({ SANDBOX_LOADS: '2' });
  cleanups.push(started.stop);
  line = started.line;
  // No Node, and no packages.
  env = {
    PATH: '/usr/bin:/bin',
    HOME: folder.dir,
    PORT: String(await freePort()),
    ...serviceEnvironment(line),
  };
}, 600_000);

const execute = promisify(execFile);
/** Output; of a failed command too. */
const run = async (args: string[], more = {}): Promise<{ stdout: string; code?: number }> =>
  execute(waypost, args, { env: { ...env, ...more } }).catch((failure) => failure);

it('names its version and commit', async () => {
  expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{7,}(\.dirty)?\n$/);
});

it('serves the page and keeps its data outside its folder', async () => {
  const server = spawn(waypost, [], { env, stdio: 'ignore' });
  const exit = once(server, 'exit');
  const url = `http://localhost:${env.PORT}`;
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), 30_000);
  expect(await (await fetch(url, { headers: { accept: 'text/html' } })).text()).toContain('<div id="root">');
  const doctor = await run(['doctor']);
  expect(doctor.stdout).toMatch(/ok +PUBLIC_URL: .* reaches Waypost/);
  expect(doctor.code).toBeUndefined();
  expect((await run(['doctor'], { SERVICE_CLIENT_SECRET: 'no' })).code).toBe(1);
  server.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(globSync(join(folder.dir, '.local/share/waypost/waypost.db'))).toHaveLength(1);
});
