/** Runs the sandbox as a separate process and measures its resources. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxLine } from '@waypost/contract/sandbox-line';

const MB = 1024;
/** Kernel clock ticks per second; 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

export interface Started {
  readonly info: SandboxLine;
  /** Seconds from the spawn to the line with its URLs. */
  readonly seconds: number;
  /** Peak resident memory in MB where available, otherwise the current value. */
  readonly memory: () => number;
  /** CPU seconds used so far; null where not available. */
  readonly cpu: () => number | null;
  readonly stop: () => Promise<void>;
}

export async function startProcess(env: Readonly<Record<string, string>>): Promise<Started> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
    env: { PATH: process.env.PATH ?? '', SANDBOX_WORLD: 'hostile', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const info = JSON.parse(await firstLine(child)) as SandboxLine;
  const seconds = (performance.now() - startedAt) / 1000;
  const proc = `/proc/${child.pid}`;
  return {
    info,
    seconds,
    memory() {
      if (!existsSync(proc)) return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) / MB;
      return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`${proc}/status`, 'utf8'))?.[1]) / MB;
    },
    cpu() {
      if (!existsSync(proc)) return null;
      // After the process name, which may contain spaces, user and system time are the 12th and 13th fields.
      const fields = readFileSync(`${proc}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('close', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = '';
    child.stdout?.on('data', (text) => {
      written += text;
      if (written.includes('\n')) resolve(written);
    });
    child.once('close', (code) => reject(new Error(`the sandbox ended with ${code} before it listened`)));
  });
}
