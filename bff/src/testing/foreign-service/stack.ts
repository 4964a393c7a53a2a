/** The real server on top of the foreign service, with an identity provider: only SERVICE_ASSUMPTIONS and URLs are set. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { root, serviceEnvironment } from '../../cli/processes.ts';
import { TestBrowser } from '../browser.ts';
import { freePort } from '../free-port.ts';
import { CLIENT, startIssuer } from '../issuer.ts';
import { startServer, type TestServer, temporaryFolder } from '../server.ts';
import { ENDPOINTS, OTHER_NAMES } from './names.ts';
import { ForeignService } from './service.ts';

export interface StackOptions {
  /** Overrides of the other names, part by part. */
  readonly assumptions?: Readonly<Record<string, Readonly<Record<string, unknown>> | number>>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly log?: Logger;
  /** People sign in at the service itself. */
  readonly ownLogin?: boolean;
  /** Runs the server as a separate process, as in production. */
  readonly process?: boolean;
  /** Prepares the service before the server starts. */
  readonly before?: (service: ForeignService) => void;
}

function environmentOf(service: ForeignService, issuerUrl: string, options: StackOptions) {
  const address = (name: 'token' | 'authorize') => service.url + ENDPOINTS[name][1];
  const line = {
    base_url: service.url,
    token_url: address('token'),
    authorization_url: address('authorize'),
    issuer: issuerUrl,
    revocation_url: `${service.url}/oauth/revoke`,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    users: [],
  };
  const own = { LOGIN_ISSUER: undefined, LOGIN_CLIENT_ID: undefined, LOGIN_CLIENT_SECRET: undefined };
  const names: Record<string, unknown> = { ...OTHER_NAMES };
  for (const [part, value] of Object.entries(options.assumptions ?? {}))
    names[part] = typeof value === 'object' ? { ...(names[part] as object), ...value } : value;
  const env: Record<string, string | undefined> = {
    SERVICE_ASSUMPTIONS: JSON.stringify(names),
    REQUESTS_PER_MINUTE: '100000',
    ...(options.ownLogin ? own : {}),
    ...options.env,
  };
  return { line, env };
}

export async function startStack(options: StackOptions = {}) {
  const service = new ForeignService();
  await service.start();
  options.before?.(service);
  const issuer = await startIssuer();
  const folder = temporaryFolder();
  const { line, env } = environmentOf(service, issuer.url, options);
  const server = options.process
    ? await startProcess({ ...serviceEnvironment(line), ...env }, folder.dir)
    : await startServer(line, folder.dir, env, options.log);

  const signedIn = async (...roles: readonly string[]): Promise<Browser> => {
    const browser = new Browser(server.url);
    const role = roles.length > 0 ? roles : ['admin'];
    const person = { sub: `sub-${role.join('-')}`, name: `The ${role.join(' ')}`, roles: role };
    service.tokens.person = person;
    if (options.ownLogin) {
      await browser.go(`${server.url}/bff/login`);
    } else {
      const page = await browser.request(`${server.url}/bff/login`);
      const parameters = new URL(page.headers.get('Location') ?? '').searchParams;
      await issuer.answerWith({ claims: { ...person, nonce: parameters.get('nonce') } });
      const query = new URLSearchParams({ code: 'c', state: parameters.get('state') ?? '', iss: issuer.url });
      await browser.request(`${server.url}/bff/callback?${query}`);
    }
    return browser;
  };

  return {
    service,
    server,
    signedIn,
    stop: async () => {
      await server.stop();
      issuer.stop();
      await service.stop();
      folder.remove();
    },
  };
}
export type Stack = Awaited<ReturnType<typeof startStack>>;

export function useStack(options: StackOptions = {}) {
  let stack: Stack | undefined;
  let admin: Browser | undefined;
  beforeAll(async () => {
    stack = await startStack(options);
    admin = await stack.signedIn('admin');
  });
  afterAll(() => stack?.stop());
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('it has not been started');
    return value;
  };
  return {
    get service() {
      return started(stack).service;
    },
    get server() {
      return started(stack).server;
    },
    get admin() {
      return started(admin);
    },
    signedIn: (...roles: readonly string[]) => started(stack).signedIn(...roles),
  };
}

export interface ApiResponse {
  readonly status: number;
  readonly text: string;
  readonly json: Record<string, unknown>;
  readonly headers: Headers;
}

/** A browser signed in at one server that records all responses. */
export class Browser extends TestBrowser {
  readonly #server: string;
  /** Every response of our API, as text. */
  readonly received: string[] = [];

  constructor(server: string) {
    super();
    this.#server = server;
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    const answer = await this.api(this.#server + path, { method, body, headers });
    this.received.push(answer.text);
    return answer;
  }

  get(path: string): Promise<ApiResponse> {
    return this.call('GET', path);
  }

  async items<T = Record<string, unknown>>(path: string): Promise<T[]> {
    const { status, json, text } = await this.get(path);
    expect(status, text).toBe(200);
    return json.items as T[];
  }

  /** Status of polling according to the board. */
  async status(): Promise<Record<string, string | number | null>> {
    const { status, json, text } = await this.get('/api/loads');
    expect(status, text).toBe(200);
    return json.status as Record<string, string | number | null>;
  }

  async watch(...load_ids: readonly string[]): Promise<void> {
    const { status, text } = await this.call('POST', '/api/loads', { load_ids });
    expect([200, 201], text).toContain(status);
  }
}

/** Waits until `check` passes. */
export function eventually<T>(check: () => T | Promise<T>, timeout = 5_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 50 });
}

interface Started {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export interface StartedProcess extends Started {
  /** Sends SIGTERM. Returns the exit code, and after how many milliseconds. */
  readonly terminate: () => Promise<{ code: number | null; afterMs: number }>;
}

async function startProcess(
  env: Record<string, string | undefined>,
  dir: string,
): Promise<StartedProcess | TestServer> {
  const port = await freePort();
  const child = spawn(process.execPath, ['bff/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: `sqlite:${join(dir, 'process.db')}`,
      SECRET_KEYS: `test:${Buffer.alloc(32, 9).toString('base64')}`,
      POLL_INTERVAL_SECONDS: '1',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  await once(child, 'message');
  return {
    url: `http://localhost:${port}`,
    terminate: async () => {
      const began = performance.now();
      child.kill('SIGTERM');
      const [code] = await exit;
      return { code, afterMs: performance.now() - began };
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exit;
    },
  };
}
