/** The real server, killed at random moments and started again each time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { root, type SandboxLine, serviceEnvironment } from '../src/cli/processes.ts';

export interface KilledServer {
  readonly url: string;
  /** Milliseconds that each start took until it listened; those that were killed before are not in it. */
  readonly starts: readonly number[];
  /** Starts that ended by themselves, with what they said. */
  readonly failures: readonly string[];
  /** Kills it after `ms`, which may be before it listens, and starts it again. Ends when the new one has been started. */
  killAfter(ms: number): Promise<void>;
  /** Ends when it listens. */
  up(): Promise<void>;
  stop(): Promise<void>;
}

export interface KilledServerOptions {
  readonly line: SandboxLine;
  readonly port: number;
  readonly databaseUrl: string;
  readonly secretKeys: string;
  /** Laid over its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

const STOP_WITHIN_MS = 15_000;

export function killedServer(options: KilledServerOptions): KilledServer {
  const starts: number[] = [];
  const failures: string[] = [];
  let child: ChildProcess;
  let listening: Promise<void>;

  const start = () => {
    const began = performance.now();
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
        starts.push(performance.now() - began);
        resolve();
      });
      started.once('exit', (code, signal) => {
        if (signal !== 'SIGKILL' && code !== 0) failures.push(`ended by itself (${code}): ${output}`);
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
