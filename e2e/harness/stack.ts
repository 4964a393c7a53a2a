/** A sandbox and a server of one's own, on free ports, with a database in a temporary folder. Real processes, as people run them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type SandboxLine, serviceEnvironment } from '@waypost/bff/cli/processes';

const root = join(import.meta.dirname, '..', '..');

type Env = Readonly<Record<string, string>>;

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
}

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
      !/^(SERVICE_|LOGIN_|SANDBOX_|DATABASE_URL|PUBLIC_URL|PORT$|HOST$|SECRET_KEYS|POLL_)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...more };
}

export class SandboxProcess {
  line!: SandboxLine;
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
    await end(this.#child, 'SIGKILL');
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
  readonly #env: Env;
  #child: ChildProcess | null = null;

  private constructor(port: number, dir: string, env: Env) {
    this.port = port;
    this.url = `http://localhost:${port}`;
    this.dir = dir;
    this.#env = env;
  }

  static async start(line: SandboxLine, env: Env = {}): Promise<ServerProcess> {
    const dir = mkdtempSync(join(tmpdir(), 'waypost-e2e-'));
    const server = new ServerProcess(await freePort(), dir, {
      ...serviceEnvironment(line),
      DATABASE_URL: `sqlite:${join(dir, 'waypost.db')}`,
      SECRET_KEYS: `test:${Buffer.alloc(32, 5).toString('base64')}`,
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
        LOG_LEVEL: 'debug',
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
    await end(this.#child, signal);
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

export async function startStack(
  sandboxEnv: Env = {},
  serverEnv: Env = {},
): Promise<Stack & { stop(): Promise<void> }> {
  const sandbox = await SandboxProcess.start(sandboxEnv);
  try {
    const server = await ServerProcess.start(sandbox.line, serverEnv);
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
