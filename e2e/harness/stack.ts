/** A sandbox and a server of one's own, on free ports, with a database in a temporary folder. Real processes, as people run them. */
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

/** Compiled once for all that are started, in this run and later ones. */
const COMPILED = join(root, 'node_modules', '.cache', 'compile');

export type Env = Readonly<Record<string, string>>;

async function end(child: ChildProcess | null, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Environment of a child: ours without what a developer may have set for their own server. */
function cleanEnvironment(more: Env): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(SERVICE_|LOGIN_|SANDBOX_|DATABASE_URL|PUBLIC_URL|PORT$|HOST$|SMTP_|SECRET_KEYS|POLL_|MAP_|GEOCODER_)/.test(
        name,
      ),
  );
  return { ...Object.fromEntries(inherited), NODE_COMPILE_CACHE: COMPILED, ...more };
}

/** Everyone's: one that can be searched for, which their names cannot. */
export const PASSWORD = 'a password of the journeys 4711';
const METRICS_TOKEN = 'a-metrics-token-of-the-journeys';

export class SandboxProcess {
  line!: SandboxLine;
  /** What must be seen nowhere, of all that it has issued or received. */
  readonly secrets = new Set<string>([PASSWORD]);
  /** What may be shown to those whose it is, but not logged. */
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

  /** Also after `stop`: the same port, the same world. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['bff/sandbox/main.ts'], {
      cwd: root,
      env: cleanEnvironment({
        SANDBOX_PORT: String(this.port),
        SANDBOX_LOADS: '60',
        SANDBOX_SPEED: '4',
        SANDBOX_PASSWORD: PASSWORD,
        ...this.#env,
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const said: string[] = [];
    child.stderr.on('data', (part: Buffer) => said.push(part.toString('utf8')));
    this.line = await new Promise<SandboxLine>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', (line) =>
        resolve(JSON.parse(line) as SandboxLine),
      );
      child.once('exit', () => reject(new Error(`the sandbox ended: ${said.join('')}`)));
    });
  }

  async stop(): Promise<void> {
    await this.learn();
    await end(this.#child, 'SIGKILL');
  }

  /** Notes the secrets that it has issued by now. Nothing while it is not responding. */
  async learn(): Promise<void> {
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

  /** The service itself, by its own credentials: a read, or what is posted. */
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

  /** A control route of the sandbox, apart from the interface. */
  async control<T = unknown>(path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.line.base_url}/_sandbox/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`/_sandbox/${path}: ${answer.status} ${await answer.text()}`);
    const text = await answer.text();
    return (text ? JSON.parse(text) : null) as T;
  }
}

export class ServerProcess {
  readonly port: number;
  readonly url: string;
  readonly dir: string;
  /** What it wrote on its standard output and error: its log. */
  readonly log: string[] = [];
  /** Its metrics, as they were each time that somebody looked. */
  readonly metrics: string[] = [];
  /** Values of its configuration that must be seen nowhere. */
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

  /** Also after `stop`: the same port and database. */
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
    const keep = (part: Buffer) => this.log.push(part.toString('utf8'));
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', () => reject(new Error(`the server ended: ${this.log.slice(-5).join('')}`)));
    });
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.measure();
    await end(this.#child, signal);
  }

  /** Looks at its metrics. Nothing while it is not responding. */
  async measure(): Promise<void> {
    const answer = await fetch(`${this.url}/metrics`, {
      headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
    }).catch(() => null);
    if (answer && !answer.ok) throw new Error(`/metrics: ${answer.status}`);
    if (answer) this.metrics.push(await answer.text());
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

/** Every stack of this worker, also those that have ended: what one has issued must not be seen at another either. */
export const STARTED: Stack[] = [];

/** Emails can be written, and nobody takes them. */
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
