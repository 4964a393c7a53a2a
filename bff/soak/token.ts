/**
 * `pnpm soak:token`: the real process with 1, 3, 20 and 500 watched loads against a token endpoint with each fault. Polls
 * `/healthz` every 50 ms during the fault, measures the time until loads are read again after it, and ends the process with
 * SIGTERM during a second fault. Exits with 1 when a limit is exceeded.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from '../src/testing/server.ts';
import {
  type Answer,
  type Cleanups,
  startPollingProcess,
  TOKEN_FAULTS,
} from '../src/testing/token-process.ts';
import { type Row, report } from './report.ts';

/** `pnpm soak:token 20 500` runs only these numbers of loads. */
const LOADS = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 3, 20, 500];
const FAULT_MS = 8_000;
const HEALTH_INTERVAL_MS = 50;
const MAX_HEALTH_MS = 100;
const MAX_CPU_PERCENT = 50;
const EXIT_MS = 10_000;
const RESUME_MS = 30_000;
/** Clock ticks per second in /proc. */
const TICKS = 100;
const POLL_MS = 20;

type Watching = Awaited<ReturnType<typeof startPollingProcess>>;

/** CPU time of a process in milliseconds; null where /proc is not available. */
function cpuMs(pid: number | undefined): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1000;
  } catch {
    return null;
  }
}

/** Milliseconds until the condition holds; infinity after the time limit. */
async function until(condition: () => boolean | Promise<boolean>, atMost: number): Promise<number> {
  const startedAt = performance.now();
  while (!(await condition())) {
    if (performance.now() - startedAt > atMost) return Number.POSITIVE_INFINITY;
    await wait(POLL_MS);
  }
  return performance.now() - startedAt;
}

/** Slowest response of `/healthz` in milliseconds. Requests are sent at a fixed interval, regardless of pending ones. */
async function slowestHealth({ health }: Watching, ms: number): Promise<number> {
  const responses: Promise<number>[] = [];
  for (
    const startedAt = performance.now();
    performance.now() - startedAt < ms;
    await wait(HEALTH_INTERVAL_MS)
  )
    responses.push(
      (async () => {
        const from = performance.now();
        const response = await fetch(health, { signal: AbortSignal.timeout(ms) }).catch(() => null);
        await response?.arrayBuffer();
        return response?.status === 200 ? performance.now() - from : Number.POSITIVE_INFINITY;
      })(),
    );
  return Math.max(...(await Promise.all(responses)));
}

async function measureFault(
  loads: number,
  name: string,
  fault: Answer | 'refuses connections',
): Promise<Row[]> {
  const folder = temporaryFolder();
  const cleanups: Cleanups = [() => folder.remove()];
  try {
    const watching = await startPollingProcess(folder.dir, loads, cleanups);
    const { child, exit, service, token, up } = watching;
    const read = () => service.received.filter(({ url }) => url.endsWith('/tracking')).length;
    await until(() => read() > 0, RESUME_MS);
    // Measure from the start of the fault, because a busy loop would begin right then.
    await token.fail(fault);
    const [cpuBefore, began] = [cpuMs(child.pid), performance.now()];
    const [slowest, detected] = await Promise.all([
      slowestHealth(watching, FAULT_MS),
      until(async () => (await up()) === 0, RESUME_MS),
    ]);
    const cpuAfter = cpuMs(child.pid);
    const share =
      cpuBefore === null || cpuAfter === null
        ? null
        : ((cpuAfter - cpuBefore) / (performance.now() - began)) * 100;
    await token.heal();
    const before = read();
    const resumed = await until(() => read() > before + Math.min(loads, 20), RESUME_MS);
    await token.fail(fault);
    await until(async () => (await up()) === 0, RESUME_MS);
    const signaled = performance.now();
    child.kill('SIGTERM');
    const timeout = AbortSignal.timeout(2 * EXIT_MS);
    const ended = await Promise.race([
      exit.then(([code]) => (code === 0 ? performance.now() - signaled : Number.POSITIVE_INFINITY)),
      once(timeout, 'abort').then(() => Number.POSITIVE_INFINITY),
    ]);
    const what = `${loads} loads, ${name}`;
    return [
      {
        what: `${what}: reported down after, ms`,
        found: Math.round(detected),
        expected: { below: RESUME_MS },
      },
      {
        what: `${what}: slowest /healthz, ms`,
        found: Math.round(slowest),
        expected: { below: MAX_HEALTH_MS },
      },
      {
        what: `${what}: CPU, %`,
        found: share === null ? -1 : Math.round(share),
        expected: { below: MAX_CPU_PERCENT },
      },
      { what: `${what}: read again after, ms`, found: Math.round(resumed), expected: { below: RESUME_MS } },
      { what: `${what}: SIGTERM to exit 0, ms`, found: Math.round(ended), expected: { below: EXIT_MS } },
    ];
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

const rows: Row[] = [];
for (const loads of LOADS)
  for (const [name, fault] of Object.entries(TOKEN_FAULTS))
    rows.push(...(await measureFault(loads, name, fault)));
report(`token endpoint with each fault, ${FAULT_MS / 1000} s each`, rows);
