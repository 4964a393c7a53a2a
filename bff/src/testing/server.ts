/** The whole server in this process, over a real sandbox in a process of its own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '../app.ts';
import { type SandboxLine, type StartedSandbox, serviceEnvironment, startSandbox } from '../cli/processes.ts';
import { readConfig } from '../config.ts';
import { createServices, type Services } from '../services.ts';
import { TestBrowser } from './browser.ts';
import { silentLog } from './tracking.ts';

export type { SandboxLine, StartedSandbox };

export interface TestServer {
  readonly url: string;
  readonly services: Services;
  readonly env: Readonly<Record<string, string>>;
  /** Ends it; the database stays. */
  stop(): Promise<void>;
}

export function sandbox(env: Record<string, string> = {}): Promise<StartedSandbox> {
  return startSandbox({ env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_LOADS: '50', ...env } });
}

export function temporaryFolder(): { dir: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'waypost-server-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** `env` lays over the sandbox's own variables; `undefined` takes one away. */
export async function startServer(
  line: SandboxLine,
  dir: string,
  env: Record<string, string | undefined> = {},
  log: Logger = silentLog,
): Promise<TestServer> {
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT);
  const all: Record<string, string | undefined> = {
    ...serviceEnvironment(line),
    PORT: String(port),
    DATABASE_URL: `sqlite:${join(dir, 'test.db')}`,
    SECRET_KEYS: `test:${Buffer.alloc(32, 9).toString('base64')}`,
    POLL_INTERVAL_SECONDS: '1',
    ...env,
  };
  const defined = Object.fromEntries(
    Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  const config = readConfig(defined, dir);
  const services = await createServices(config, log, '0.0.0-test', join(dir, 'web'));
  const server: Server = createServer(createApp(services));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: config.publicUrl.origin,
    services,
    env: defined,
    stop: async () => {
      await services.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await services.close();
    },
  };
}

const SHELL =
  '<!doctype html><html><head><meta name="csp-nonce" content="__CSP_NONCE__"></head><body></body></html>';

/** For a test file: a sandbox and a server over it, with a page of two files, started before its tests and ended after. */
export function useServer() {
  const folder = temporaryFolder();
  let started: StartedSandbox | undefined;
  let server: TestServer | undefined;
  beforeAll(async () => {
    mkdirSync(join(folder.dir, 'web', 'assets'), { recursive: true });
    writeFileSync(join(folder.dir, 'web', 'index.html'), SHELL);
    writeFileSync(join(folder.dir, 'web', 'assets', 'a.js'), 'export {};\n');
    started = await sandbox();
    server = await startServer(started.line, folder.dir);
  });
  afterAll(async () => {
    await server?.stop();
    started?.child.kill();
    folder.remove();
  });
  const present = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('it has not been started');
    return value;
  };
  return {
    get url() {
      return present(server).url;
    },
    get line() {
      return present(started).line;
    },
    /** A browser with a session of its own. */
    signedIn: async (username = 'dispatcher') => {
      const browser = new TestBrowser();
      await browser.signIn(present(server).url, username);
      return browser;
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createSocket().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
