/** The real server process, configured as in production, for measurements. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  root,
  type SandboxLine,
  type StartedSandbox,
  serviceEnvironment,
  startSandbox,
} from '../src/cli/processes.ts';
import { TestBrowser } from '../src/testing/browser.ts';
import { freePort } from '../src/testing/free-port.ts';

export type { StartedSandbox };

/** Starts the sandbox as a separate process on a free port. */
export function sandboxProcess(env: Record<string, string> = {}): Promise<StartedSandbox> {
  return startSandbox({
    env: { ...process.env, SANDBOX_WORLD: 'hostile', SANDBOX_PORT: '0', SANDBOX_LOADS: '50', ...env },
  });
}

export interface Served {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  readonly exit: Promise<[number | null, string | null]>;
  /** Resident memory in bytes. Linux only. */
  memory(): number;
  /** Processor time so far, all threads, in seconds. Linux only. */
  processorSeconds(): number;
  /** Heap and external memory in bytes after a garbage collection. Requires `COLLECTABLE`. */
  memoryAfterGc(): Promise<number>;
  /** Output on stdout and stderr. */
  output(): string;
}

/** Environment of a server whose garbage can be collected on demand. */
export const COLLECTABLE = {
  NODE_OPTIONS: `--expose-gc --import ${new URL('collect.ts', import.meta.url).href}`,
};

const TICKS_PER_SECOND = 100;

export async function serve(
  line: SandboxLine,
  dir: string,
  env: Record<string, string> = {},
  checkout = root,
): Promise<Served> {
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT);
  const child = spawn(process.execPath, ['bff/src/main.ts'], {
    cwd: checkout,
    env: {
      ...process.env,
      ...serviceEnvironment(line),
      PORT: String(port),
      DATABASE_URL: `sqlite:${join(dir, 'served.db')}`,
      SECRET_KEYS: `test:${Buffer.alloc(32, 9).toString('base64')}`,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      output = (output + part.toString('utf8')).slice(-20_000);
    });
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  const listening = once(child, 'message').then(() => true);
  if (!(await Promise.race([listening, exit.then(() => false)])))
    throw new Error(`it did not start: ${output}`);
  return {
    url: env.PUBLIC_URL ?? `http://localhost:${port}`,
    port,
    child,
    exit,
    output: () => output,
    memoryAfterGc: async () => {
      const response = once(child, 'message') as Promise<[{ collected: NodeJS.MemoryUsage }]>;
      child.send('collect');
      const [{ collected }] = await response;
      return collected.heapUsed + collected.external;
    },
    processorSeconds: () => {
      const [, after = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ');
      const [user, system] = after.split(' ').slice(11, 13).map(Number);
      return ((user ?? 0) + (system ?? 0)) / TICKS_PER_SECOND;
    },
    memory: () => {
      const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
      return Number(found?.[1]) * 1024;
    },
  };
}

/** Cookie headers of `count` sessions. */
export async function cookiesOf(url: string, count: number, username = 'dispatcher'): Promise<string[]> {
  const cookies: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const browser = new TestBrowser();
    await browser.signIn(url, username);
    const cookie = browser.cookie(url, '__Host-waypost')?.value;
    if (!cookie) throw new Error('the sign-in gave no session');
    cookies.push(`__Host-waypost=${cookie}`);
  }
  return cookies;
}
