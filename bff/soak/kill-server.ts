/** The real server, which can be killed and restarted repeatedly. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { root, type SandboxLine, serviceEnvironment } from '../src/cli/processes.ts';

export interface KilledServer {
  readonly url: string;
  /** Milliseconds from each start until it listened; killed starts are excluded. */
  readonly starts: readonly number[];
  /** Output of starts that exited on their own. */
  readonly failures: readonly string[];
  /** Kills the server after `ms`, possibly before it listens, and restarts it. Resolves once the new process is spawned. */
  killAfter(ms: number): Promise<void>;
  /** Resolves when it listens. */
  up(): Promise<void>;
  stop(): Promise<void>;
}

export interface KilledServerOptions {
  readonly line: SandboxLine;
  readonly port: number;
  readonly databaseUrl: string;
  readonly secretKeys: string;
  /** Added to its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

const STOP_WITHIN_MS = 15_000;

export function killedServer(options: KilledServerOptions): KilledServer {
  const starts: number[] = [];
  const failures: string[] = [];
  let child: ChildProcess;
  let listening: Promise<void>;

  const start = () => {
    const startedAt = performance.now();
    const started = spawn(process.execPath, ['bff/src/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        ...serviceEnvironment(options.line),
        PORT: String(options.port),
        DATABASE_URL: options.databaseUrl,
        SECRET_KEYS: options.secretKeys,
        POLL_INTERVAL_SECONDS: '5',
        LOG_LEVEL: 'error',
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let output = '';
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (part: Buffer) => {
        output = (output + part.toString('utf8')).slice(-2_000);
      });
    listening = new Promise((resolve) => {
      started.once('message', () => {
        starts.push(performance.now() - startedAt);
        resolve();
      });
      started.once('exit', (code, signal) => {
        if (signal !== 'SIGKILL' && code !== 0) failures.push(`exited (${code}): ${output}`);
        resolve();
      });
    });
    child = started;
  };
  start();

  return {
    url: `http://localhost:${options.port}`,
    starts,
    failures,
    killAfter: async (ms) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      if (child.exitCode === null && child.signalCode === null) {
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      }
      start();
    },
    up: () => listening,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await exit;
      clearTimeout(late);
    },
  };
}
