/** `npx pnpm start` as a separate process, in a copy of the sources without build output or data. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { temporaryFolder } from '../testing/server.ts';
import { root } from './processes.ts';

const PACKAGES = ['bff', 'bff/contract', 'bff/geo', 'bff/sandbox'];
/** Replaces pnpm: records its arguments, and writes a page. */
const BUILDS = `
const { mkdirSync, writeFileSync } = require('node:fs');
writeFileSync('called.json', JSON.stringify(process.argv.slice(2)));
mkdirSync('web/dist', { recursive: true });
writeFileSync('web/dist/index.html', '<!doctype html><title>Built here</title>');
`;
/** Parts of the workspace that the page is built from. */
const PAGE_PACKAGES = Object.keys(
  (JSON.parse(readFileSync(join(root, 'web', 'package.json'), 'utf8')) as { dependencies: object })
    .dependencies,
).flatMap((name) => (name.startsWith('@waypost/') ? [name.slice('@waypost/'.length)] : []));
const FAILS = 'process.stderr.write("src/main.tsx: no such thing"); process.exit(2);';

/** Of one test. */
const cleanups: (() => unknown)[] = [];
/** One copy for all tests: what Node has compiled of it for one start is used by the next. */
const temporary = temporaryFolder();
const folder = join(temporary.dir, 'way post');
beforeAll(() => {
  cpSync(join(root, 'bff'), join(folder, 'bff'), {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules',
  });
  for (const path of PACKAGES)
    symlinkSync(join(root, path, 'node_modules'), join(folder, path, 'node_modules'));
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
});
beforeEach(() => {
  mkdirSync(join(folder, 'web'));
  writeFileSync(join(folder, 'web', 'main.tsx'), '');
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  for (const written of ['web', 'data', 'called.json'])
    rmSync(join(folder, written), { recursive: true, force: true });
});
afterAll(temporary.remove);

async function start({
  port,
  build = BUILDS,
  loads = '5',
}: {
  port?: number;
  build?: string;
  loads?: string;
} = {}) {
  const pnpm = join(folder, 'pnpm.cjs');
  writeFileSync(pnpm, build);
  const listen = port ?? (await freePort());
  const { SERVICE_BASE_URL: _, DATABASE_URL: __, SECRET_KEYS: ___, PUBLIC_URL: ____, ...env } = process.env;
  const child = spawn(process.execPath, ['bff/src/cli/start.ts'], {
    cwd: folder,
    env: { ...env, npm_execpath: pnpm, PORT: String(listen), SANDBOX_PORT: '0', SANDBOX_LOADS: loads },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output += part.toString('utf8');
    });
  const exit = once(child, 'close').then(([code]) => code as number | null);
  cleanups.push(async () => {
    child.kill();
    await exit;
  });
  return {
    child,
    exit,
    output: () => output,
    url: `http://localhost:${listen}`,
    /** Resolves when the command has printed this; rejects with its output when it exits before. */
    said: (text: string) =>
      Promise.race([
        vi.waitUntil(() => output.includes(text), { timeout: 60_000 }),
        exit.then((code) => Promise.reject(new Error(`ended with ${code}: ${output}`))),
      ]),
  };
}

const sandboxOf = (output: string) => /service … (http:\S+)/.exec(output)?.[1] ?? '';
const isUp = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Running child processes of a process, on Linux. */
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
const isRunning = (pid: number) => existsSync(`/proc/${pid}`);

describe('the start command', { timeout: 120_000 }, () => {
  it('refuses a wrong setting of the sandbox before it builds the page', async () => {
    const { exit, output } = await start({ loads: 'many' });
    expect(await exit).toBe(1);
    expect(output()).toContain('SANDBOX_LOADS');
    expect(existsSync(join(folder, 'called.json'))).toBe(false);
  });

  it('starts with an empty board', async () => {
    const { said, url } = await start({ loads: '0' });
    await said('Stop with Ctrl+C.');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('builds the page, serves it at the printed URL, and stops with the sandbox on SIGTERM', async () => {
    const first = await start();
    await first.said('Stop with Ctrl+C.');
    expect(JSON.parse(readFileSync(join(folder, 'called.json'), 'utf8'))).toEqual(['run', 'build']);
    expect(first.output()).toMatch(/\[1\/3\] .* … http:\/\/\S+\n\[2\/3\] .* … done\n\[3\/3\] .* … done\n/);
    expect(first.output()).toContain(`Waypost is at ${first.url}\n`);
    expect(first.output()).toMatch(/dispatcher +works on loads and monitors/);
    const page = await fetch(first.url, { headers: { Accept: 'text/html' } });
    expect(await page.text()).toContain('Built here');
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect(await isUp(sandboxOf(first.output()))).toBe(true);
    const config = (await (
      await fetch(`${first.url}/bff/config`, { headers: { 'X-CSRF': '1' } })
    ).json()) as Record<string, unknown>;
    expect(config).toMatchObject({ map_tiles_simulated: true });
    // Fleets reply to the address of the person who invites.
    const { headers } = await fetch(`${first.url}/bff/login`, { redirect: 'manual' });
    expect(new URL(headers.get('Location') ?? '').searchParams.get('scope')).toContain(' email ');
    const drawn = readdirSync(join(folder, 'data')).filter((name) =>
      name.startsWith('demonstration-streets'),
    );
    expect(drawn).toHaveLength(1);

    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);
    await vi.waitFor(async () => expect(await isUp(sandboxOf(first.output()))).toBe(false), 10_000);
    expect(await isUp(first.url)).toBe(false);
    expect(first.output()).not.toContain('The sandbox has stopped');

    const second = await start();
    await second.said('Building the page … up to date\n');
  });

  it.each(PAGE_PACKAGES)('builds the page again after a change of its package %s', async (name) => {
    const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);
    const built = join(folder, 'web', 'dist', 'index.html');
    mkdirSync(join(folder, 'web', 'dist'));
    writeFileSync(built, '');
    utimesSync(built, inSeconds(30), inSeconds(30));
    const changed = join(folder, 'bff', name, 'package.json');
    const { atime, mtime } = statSync(changed);
    utimesSync(changed, atime, inSeconds(60));
    cleanups.push(() => utimesSync(changed, atime, mtime));
    await (await start()).said('Building the page … done\n');
  });

  it('reports which port is in use and what to do, exits with 1 and leaves no sandbox running', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    cleanups.push(() => other.close());
    const { port } = other.address() as AddressInfo;
    const started = await start({ port });
    expect(await started.exit).toBe(1);
    expect(started.output()).toContain(`PORT: ${port} is in use on 127.0.0.1`);
    expect(started.output()).toContain(`use another port: PORT=${port + 1}`);
    await vi.waitFor(async () => expect(await isUp(sandboxOf(started.output()))).toBe(false), 10_000);
  });

  it('stops the sandbox when it is stopped during its start', async () => {
    const started = await start();
    await started.said('Starting the sandbox');
    const [sandbox] = await vi.waitUntil(() => {
      const children = childrenOf(started.child.pid as number);
      return children.length > 0 ? children : null;
    }, 60_000);
    started.child.kill('SIGTERM');
    expect(await started.exit).toBe(0);
    expect(started.output()).not.toContain('failed');
    await vi.waitUntil(() => !isRunning(sandbox as number), 10_000);
  });

  it('shows the output of a failed build, exits with 1 and leaves no sandbox running', async () => {
    const started = await start({ build: FAILS });
    expect(await started.exit).toBe(1);
    expect(started.output()).toContain('Building the page … failed\n');
    expect(started.output()).toContain('src/main.tsx: no such thing');
    await vi.waitFor(async () => expect(await isUp(sandboxOf(started.output()))).toBe(false), 10_000);
  });
});
