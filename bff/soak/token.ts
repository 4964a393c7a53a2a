/**
 * `pnpm soak:token`: the real process with 1, 3, 20 and 500 watched loads against a token endpoint with each fault. Throughout the fault
 * `/healthz` is asked every 50 ms; then the endpoint heals and the time until loads are read again is measured; then, within the fault
 * once more, SIGTERM has to end the process. Exit 1 on a breach.
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

/** `pnpm soak:token 20 500`: only with so many loads. */
const LOADS = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 3, 20, 500];
const FAULT_MS = 8_000;
const ASK_EVERY_MS = 50;
const SLOWEST_MS = 100;
const MOST_CPU_PERCENT = 50;
const EXIT_MS = 10_000;
const RESUME_MS = 30_000;
/** Clock ticks of /proc a second. */
const TICKS = 100;
const POLL_MS = 20;

type Watching = Awaited<ReturnType<typeof startPollingProcess>>;

/** Milliseconds of processor time that a process has used; null where the system does not say. */
function cpuMs(pid: number | undefined): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1000;
  } catch {
    return null;
  }
}

/** Milliseconds until it is so; infinite when it is not in time. */
async function until(isSo: () => boolean | Promise<boolean>, atMost: number): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > atMost) return Number.POSITIVE_INFINITY;
    await wait(POLL_MS);
  }
  return performance.now() - began;
}

/** The slowest answer of `/healthz`, milliseconds; each is asked for in its time, whether or not the one before has come. */
async function slowestHealth({ health }: Watching, ms: number): Promise<number> {
  const asked: Promise<number>[] = [];
  for (const began = performance.now(); performance.now() - began < ms; await wait(ASK_EVERY_MS))
    asked.push(
      (async () => {
        const from = performance.now();
        const answer = await fetch(health, { signal: AbortSignal.timeout(ms) }).catch(() => null);
        await answer?.arrayBuffer();
        return answer?.status === 200 ? performance.now() - from : Number.POSITIVE_INFINITY;
      })(),
    );
  return Math.max(...(await Promise.all(asked)));
}

async function pair(loads: number, name: string, fault: Answer | 'refuses connections'): Promise<Row[]> {
  const folder = temporaryFolder();
  const cleanups: Cleanups = [() => folder.remove()];
  try {
    const watching = await startPollingProcess(folder.dir, loads, cleanups);
    const { child, exit, service, token, up } = watching;
    const read = () => service.received.filter(({ url }) => url.endsWith('/tracking')).length;
    await until(() => read() > 0, RESUME_MS);
    // From the first moment of the fault on: a loop would begin when it is met.
    await token.fail(fault);
    const [cpu, began] = [cpuMs(child.pid), performance.now()];
    const [slowest, met] = await Promise.all([
      slowestHealth(watching, FAULT_MS),
      until(async () => (await up()) === 0, RESUME_MS),
    ]);
    const used = cpuMs(child.pid);
    const share = cpu === null || used === null ? null : ((used - cpu) / (performance.now() - began)) * 100;
    await token.heal();
    const before = read();
    const resumed = await until(() => read() > before + Math.min(loads, 20), RESUME_MS);
    await token.fail(fault);
    await until(async () => (await up()) === 0, RESUME_MS);
    const asked = performance.now();
    child.kill('SIGTERM');
    const timeout = AbortSignal.timeout(2 * EXIT_MS);
    const ended = await Promise.race([
      exit.then(([code]) => (code === 0 ? performance.now() - asked : Number.POSITIVE_INFINITY)),
      once(timeout, 'abort').then(() => Number.POSITIVE_INFINITY),
    ]);
    const what = `${loads} loads, ${name}`;
    return [
      { what: `${what}: said to be down after, ms`, found: Math.round(met), wanted: { below: RESUME_MS } },
      { what: `${what}: slowest /healthz, ms`, found: Math.round(slowest), wanted: { below: SLOWEST_MS } },
      {
        what: `${what}: CPU, %`,
        found: share === null ? -1 : Math.round(share),
        wanted: { below: MOST_CPU_PERCENT },
      },
      { what: `${what}: read again after, ms`, found: Math.round(resumed), wanted: { below: RESUME_MS } },
      { what: `${what}: SIGTERM to exit 0, ms`, found: Math.round(ended), wanted: { below: EXIT_MS } },
    ];
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

const rows: Row[] = [];
for (const loads of LOADS)
  for (const [name, fault] of Object.entries(TOKEN_FAULTS)) rows.push(...(await pair(loads, name, fault)));
report(`token endpoint with each fault, ${FAULT_MS / 1000} s each`, rows);
