/** Tasks of a page's main thread and their processor time, from a browser trace. */
import type { Browser, Page } from '@playwright/test';

export const LONG_MS = 50;

export interface LongTasks {
  /** Tasks that took more than 50 ms of processor time. */
  readonly by_cpu: number;
  readonly longest_cpu_ms: number;
  /** By wall time, which includes waiting for other processes. */
  readonly by_wall: number;
  readonly longest_wall_ms: number;
  readonly tasks: number;
}

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly cat: string;
  /** Microseconds. */
  readonly ts: number;
  /** Microseconds of wall time and of processor time. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly message?: string }; readonly name?: string };
}

const MARK = 'bench:this-page';

/** Events of the page's main thread in the next `seconds`. */
async function traced(
  browser: Browser,
  page: Page,
  seconds: number,
  then?: () => void,
): Promise<readonly TraceEvent[]> {
  await browser.startTracing(page, {
    categories: [
      'toplevel',
      'devtools.timeline',
      'blink.user_timing',
      'disabled-by-default-devtools.timeline',
      '__metadata',
    ],
  });
  await page.evaluate((name) => void performance.mark(name), MARK);
  then?.();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    traceEvents: TraceEvent[];
  };
  const mark = traceEvents.find(({ name }) => name === MARK);
  if (!mark) throw new Error('the trace does not say which thread is the page');
  return traceEvents.filter(({ ph, pid, tid }) => ph === 'X' && pid === mark.pid && tid === mark.tid);
}

export interface StageTime {
  /** The browser's name of the work: `Layout`, `UpdateLayoutTree`, `Paint`, `FunctionCall`. */
  readonly stage: string;
  readonly ms: number;
}

/** Processor time of the main thread by stage, without the stages inside, largest first. */
export async function stageTimes(
  browser: Browser,
  page: Page,
  seconds: number,
): Promise<readonly StageTime[]> {
  const events = (await traced(browser, page, seconds)).toSorted(
    (a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0),
  );
  const times = new Map<string, number>();
  const add = (stage: string, us: number) => times.set(stage, (times.get(stage) ?? 0) + us / 1000);
  const open: TraceEvent[] = [];
  for (const event of events) {
    while (open.length > 0 && (open.at(-1)?.ts ?? 0) + (open.at(-1)?.dur ?? 0) <= event.ts) open.pop();
    const outer = open.at(-1);
    add(event.name, event.tdur ?? 0);
    if (outer) add(outer.name, -(event.tdur ?? 0));
    open.push(event);
  }
  return [...times].map(([stage, ms]) => ({ stage, ms })).toSorted((a, b) => b.ms - a.ms);
}

export async function longTasks(
  browser: Browser,
  page: Page,
  seconds: number,
  then?: () => void,
): Promise<LongTasks> {
  const events = await traced(browser, page, seconds, then);
  const tasks = events.filter(({ name }) => name === 'RunTask' || name.endsWith('::RunTask'));
  if (!tasks.some(({ tdur }) => tdur !== undefined))
    throw new Error('the trace has no processor time of tasks');
  const over = (field: 'dur' | 'tdur') => tasks.filter((task) => (task[field] ?? 0) / 1000 > LONG_MS).length;
  const longest = (field: 'dur' | 'tdur') =>
    tasks.reduce((most, task) => Math.max(most, (task[field] ?? 0) / 1000), 0);
  return {
    by_cpu: over('tdur'),
    longest_cpu_ms: longest('tdur'),
    by_wall: over('dur'),
    longest_wall_ms: longest('dur'),
    tasks: tasks.length,
  };
}
