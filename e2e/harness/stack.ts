/** A sandbox and a server as real processes, on free ports, with a database in a temporary folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type SandboxLine, serviceEnvironment } from '@waypost/bff/cli/processes';
import { freePort } from '@waypost/bff/testing/free-port';

const root = join(import.meta.dirname, '..', '..');

/** Compile cache shared by all processes, in this run and later ones. */
const COMPILE_CACHE = join(root, 'node_modules', '.cache', 'compile');

export type Env = Readonly<Record<string, string>>;

async function stopProcess(child: ChildProcess | null, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** Environment of a child: ours without variables that a developer may have set for their own server. */
function cleanEnvironment(more: Env): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(SERVICE_|LOGIN_|SANDBOX_|DATABASE_URL|PUBLIC_URL|PORT$|HOST$|SMTP_|SECRET_KEYS|POLL_|MAP_|GEOCODER_)/.test(
        name,
      ),
  );
  return { ...Object.fromEntries(inherited), NODE_COMPILE_CACHE: COMPILE_CACHE, ...more };
}

/** Password of all users: unlike their names it can be searched for. */
export const PASSWORD = 'a password of the journeys 4711';
const METRICS_TOKEN = 'a-metrics-token-of-the-journeys';

export class SandboxProcess {
  line!: SandboxLine;
  /** Values that must occur nowhere, of all that it has issued or received. */
  readonly secrets = new Set<string>([PASSWORD]);
  /** Values that their owner may see, but that must not be logged. */
  readonly addresses = new Set<string>();
  readonly port: number;
  readonly #env: Env;
  #child: ChildProcess | null = null;

  private constructor(port: number, env: Env) {
    this.port = port;
    this.#env = env;
  }

  static async start(env: Env = {}): Promise<SandboxProcess> {
    const sandbox = new SandboxProcess(await freePort(), env);
    await sandbox.start();
    return sandbox;
  }

  /** Also restarts after `stop`: the same port, the same world. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['bff/sandbox/main.ts'], {
      cwd: root,
      env: cleanEnvironment({
        SANDBOX_WORLD: 'hostile',
        SANDBOX_PORT: String(this.port),
        SANDBOX_LOADS: '60',
        SANDBOX_SPEED: '4',
        SANDBOX_PASSWORD: PASSWORD,
        ...this.#env,
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const stderr: string[] = [];
    child.stderr.on('data', (part: Buffer) => stderr.push(part.toString('utf8')));
    this.line = await new Promise<SandboxLine>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', (line) =>
        resolve(JSON.parse(line) as SandboxLine),
      );
      child.once('exit', () => reject(new Error(`the sandbox ended: ${stderr.join('')}`)));
    });
  }

  async stop(): Promise<void> {
    await this.collectSecrets();
    await stopProcess(this.#child, 'SIGKILL');
  }

  /** Collects the secrets issued so far. Does nothing while the sandbox does not respond. */
  async collectSecrets(): Promise<void> {
    try {
      const { tokens } = await this.control<{ tokens: string[] }>('tokens');
      const { secrets, addresses } = await this.control<{ secrets: string[]; addresses: string[] }>(
        'secrets',
      );
      for (const one of [...tokens, ...secrets, this.line.client_secret]) this.secrets.add(one);
      for (const one of addresses) this.addresses.add(one);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }

  /** Calls the service with the sandbox's credentials: GET, or POST with a body. */
  async service<T>(path: string, body?: unknown): Promise<T> {
    const { client_id, client_secret, token_url, base_url } = this.line;
    const answer = await fetch(token_url, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id,
        client_secret,
        scope: 'organization',
      }),
    });
    const { access_token } = (await answer.json()) as { access_token: string };
    const response = await fetch(base_url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Calls a control route of the sandbox. */
  async control<T = unknown>(path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.line.base_url}/_sandbox/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`/_sandbox/${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return (text ? JSON.parse(text) : null) as T;
  }
}

export class ServerProcess {
  readonly port: number;
  readonly url: string;
  readonly dir: string;
  /** Standard output and error of the server. */
  readonly log: string[] = [];
  /** Every scraped version of its metrics. */
  readonly metrics: string[] = [];
  /** Configuration values that must occur nowhere. */
  readonly secrets: readonly string[];
  readonly #env: Env;
  #child: ChildProcess | null = null;

  private constructor(port: number, dir: string, env: Env) {
    this.port = port;
    this.url = `http://localhost:${port}`;
    this.dir = dir;
    this.#env = env;
    this.secrets = Object.entries(env)
      .filter(([name]) => /SECRET|TOKEN$|KEYS$/.test(name))
      .map(([, value]) => value.replace(/^test:/, ''));
  }

  static async start(line: SandboxLine, env: Env = {}): Promise<ServerProcess> {
    const dir = mkdtempSync(join(tmpdir(), 'waypost-e2e-'));
    const server = new ServerProcess(await freePort(), dir, {
      ...serviceEnvironment(line),
      DATABASE_URL: `sqlite:${join(dir, 'waypost.db')}`,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      METRICS_TOKEN,
      ...env,
    });
    await server.start();
    return server;
  }

  /** Also restarts after `stop`: the same port and database. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['bff/src/main.ts'], {
      cwd: root,
      env: cleanEnvironment({
        PORT: String(this.port),
        POLL_INTERVAL_SECONDS: '3',
        LOG_LEVEL: 'trace',
        ...this.#env,
      }),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    const appendToLog = (part: Buffer) => this.log.push(part.toString('utf8'));
    child.stdout?.on('data', appendToLog);
    child.stderr?.on('data', appendToLog);
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', () => reject(new Error(`the server ended: ${this.log.slice(-5).join('')}`)));
    });
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.scrapeMetrics();
    await stopProcess(this.#child, signal);
  }

  /** Scrapes the metrics. Does nothing while the server does not respond. */
  async scrapeMetrics(): Promise<void> {
    const response = await fetch(`${this.url}/metrics`, {
      headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
    }).catch(() => null);
    if (response && !response.ok) throw new Error(`/metrics: ${response.status}`);
    if (response) this.metrics.push(await response.text());
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

export interface Stack {
  readonly sandbox: SandboxProcess;
  readonly server: ServerProcess;
}

/** Every stack of this worker, including ended ones: a secret of one must not occur at another either. */
export const STARTED: Stack[] = [];

/** Emails can be written but not sent. */
export const NO_MAIL_SERVER = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMTP_FROM: 'invitations@northbound.example',
} as const;

export async function startStack(
  sandboxEnv: Env = {},
  serverEnv: Env = {},
): Promise<Stack & { stop(): Promise<void> }> {
  const sandbox = await SandboxProcess.start(sandboxEnv);
  try {
    const server = await ServerProcess.start(sandbox.line, serverEnv);
    STARTED.push({ sandbox, server });
    return {
      sandbox,
      server,
      stop: async () => {
        await server.remove();
        await sandbox.stop();
      },
    };
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
}
