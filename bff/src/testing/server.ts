/** The complete server with a real sandbox in the same process, and browsers signed in to it. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig as readSandboxConfig } from '@waypost/sandbox/config';
import { type Keys, makeKeys } from '@waypost/sandbox/identity/keys';
import { createSandbox } from '@waypost/sandbox/server';
import type { Logger } from 'pino';
import { afterAll, inject } from 'vitest';
import { createApp } from '../app.ts';
import { type SandboxLine, serviceEnvironment } from '../cli/processes.ts';
import { readConfig } from '../platform/config/config.ts';
import { createServices, type Services } from '../services.ts';
import { TestBrowser } from './browser.ts';
import { freePort } from './free-port.ts';
import { silentLog } from './tracking.ts';

export type { SandboxLine };

export interface TestSandbox {
  readonly line: SandboxLine;
  stop(): Promise<void>;
}

export interface TestServer {
  readonly url: string;
  readonly services: Services;
  readonly env: Readonly<Record<string, string>>;
  /** Stops it; the database remains. */
  stop(): Promise<void>;
}

/** Shared by all sandboxes of this process: generating an RSA key is slow. */
let keys: Keys | undefined;

/** The embedded service on a free port, by default with a rate limit that is never reached. */
export async function sandbox(env: Record<string, string> = {}): Promise<TestSandbox> {
  const usual = {
    SANDBOX_WORLD: 'hostile',
    SANDBOX_PORT: '0',
    SANDBOX_LOADS: '50',
    SANDBOX_RATE_LIMIT: '100000',
  };
  const newKeys = () => {
    keys ??= makeKeys();
    return keys;
  };
  const started = createSandbox(readSandboxConfig({ ...usual, ...env }), { newKeys });
  return { line: await started.listen(), stop: () => started.close() };
}

export function temporaryFolder(): { dir: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'waypost-server-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** `env` overrides the sandbox's variables; `undefined` removes one. */
export async function startServer(
  line: SandboxLine,
  dir: string,
  env: Record<string, string | undefined> = {},
  log: Logger = silentLog,
): Promise<TestServer> {
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT);
  const database = join(dir, 'test.db');
  // Benchmarks and soak tests use this server too, without a prepared copy.
  if (process.env.VITEST && !existsSync(database)) copyFileSync(inject('migratedSqlite'), database);
  const all: Record<string, string | undefined> = {
    ...serviceEnvironment(line),
    PORT: String(port),
    DATABASE_URL: `sqlite:${database}`,
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
      const requests = async () => {
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        await closed;
      };
      await services.stop({ requests });
    },
  };
}

/** A minimal page. */
export const SHELL =
  '<!doctype html><html><head><meta name="csp-nonce" content="__CSP_NONCE__"></head><body></body></html>';

export interface RestartableServer extends TestServer {
  /** Restarts it with the same database and URL. `env` is added permanently. */
  restart(env?: Record<string, string>): Promise<void>;
}

export interface UsedServer {
  readonly line: SandboxLine;
  readonly folder: string;
  readonly server: RestartableServer;
  readonly url: string;
  signedIn(username?: string): Promise<TestBrowser>;
}

/**
 * For a test file: a sandbox and a server with a minimal page, both stopped after the file's tests. `settings` override the defaults of
 * sandbox and server.
 */
export async function useServer(
  settings: {
    readonly sandbox?: Record<string, string>;
    readonly env?: Record<string, string | undefined>;
    readonly log?: Logger;
  } = {},
): Promise<UsedServer> {
  const { dir, remove } = temporaryFolder();
  mkdirSync(join(dir, 'web', 'assets'), { recursive: true });
  writeFileSync(join(dir, 'web', 'index.html'), SHELL);
  writeFileSync(join(dir, 'web', 'assets', 'a.js'), 'export {};\n');
  const { line, stop } = await sandbox(settings.sandbox);
  let running = await startServer(line, dir, settings.env, settings.log);
  const server: RestartableServer = {
    get url() {
      return running.url;
    },
    get services() {
      return running.services;
    },
    get env() {
      return running.env;
    },
    stop: () => running.stop(),
    restart: async (env = {}) => {
      await running.stop();
      running = await startServer(line, dir, { ...running.env, ...env }, settings.log);
    },
  };
  afterAll(async () => {
    await server.stop();
    await stop();
    remove();
  });
  return {
    line,
    folder: dir,
    server,
    url: server.url,
    signedIn: async (username = 'dispatcher') => {
      const browser = new TestBrowser();
      await browser.signIn(server.url, username);
      return browser;
    },
  };
}
