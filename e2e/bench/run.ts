/** Measures one board size: loads the board and the bare page, then streams changes to each. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Browser } from '@playwright/test';
import type { Watch } from '../../bff/bench/board/loads.ts';
import { BARE_READY, bareScriptKb, serveBare } from './bare.ts';
import { type MeasuredPage, openMeasuredPage, signIn, workerKb } from './browser.ts';
import {
  attentionCount,
  enableNotifications,
  keystrokes,
  observeLatency,
  type Percentiles,
  percentiles,
  showLiveLoads,
  visibleRows,
} from './latency.ts';
import type { LongTasks } from './long-tasks.ts';

export interface Streaming {
  /** CPU seconds of the main thread per second. */
  readonly cpu_per_second: number;
  readonly tasks: LongTasks;
  readonly changes_per_second: number;
}
export interface Result {
  readonly loads: number;
  readonly board: {
    readonly load_cpu_s: number;
    readonly load_wall_s: number;
    readonly script_kb: number;
    readonly worker_kb: number;
    readonly streaming: Streaming;
    /** Tasks while many exceptions opened in one second, exceptions created and listed, and their notifications. */
    readonly burst: {
      readonly tasks: LongTasks;
      readonly made: number;
      readonly exceptions: number;
      readonly notifications: number;
    };
    readonly row: Percentiles;
    readonly marker: Percentiles;
    readonly keystroke: Percentiles;
    readonly heap_mb: readonly number[];
  };
  readonly bare: {
    readonly load_cpu_s: number;
    readonly script_kb: number;
    readonly streaming: Streaming;
  };
}

export interface RunOptions {
  readonly loads: number;
  /** Additional loads in the archive. */
  readonly archived: number;
  readonly rate: number;
  readonly seconds: number;
  /** Time of measuring the heap at the end. */
  readonly minutes: number;
  readonly print: (line: string) => void;
}

const READY_MS = 120_000;
/** From ready to idle: nearby basemap files and the first updates. */
const SETTLE_S = 4;
/** Observation time after the burst of exceptions, and the most time until all of them are listed. */
const BURST_S = 5;
const BURST_TIMEOUT_MS = 30_000;
const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

async function startServer(loads: number, archived: number): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(
    new URL('../../bff/bench/board/server.ts', import.meta.url),
    [String(loads), String(archived)],
    {
      stdio: ['ignore', 2, 2, 'ipc'],
    },
  );
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the server of the measure ended')));
  ended.catch(() => undefined);
  const [{ url }] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }];
  return { child, url };
}

async function countChanges(child: ChildProcess): Promise<number> {
  const response = once(child, 'message') as Promise<[{ made: number; failed: number }]>;
  child.send('count');
  const [{ made, failed }] = await response;
  // On a busy machine some reads time out; the achieved rate is reported.
  if (failed > 100 + made) throw new Error(`${failed} of ${failed + made} reads of the measure failed`);
  return made;
}

/** In the foot of the list: its first part is shown, and loads are missing. */
const PARTIAL = /^Loading [\d,]+ more loads?…$/;

/** @returns wall seconds until the mark is set, CPU seconds until then and all loads are there */
export async function load(
  one: MeasuredPage,
  path: string,
  mark: string,
): Promise<{ cpu: number; wall: number; at: number }> {
  const before = await one.cpu();
  const startedAt = Date.now();
  await one.page.goto(path, { waitUntil: 'commit' });
  for (;;) {
    const ready = await one.page.evaluate((name) => performance.getEntriesByName(name)[0]?.startTime, mark);
    if (ready !== undefined) {
      const at = await one.page.evaluate((ms) => performance.timeOrigin + ms, ready);
      await one.page.getByText(PARTIAL).waitFor({ state: 'detached' });
      return { cpu: (await one.cpu()) - before, wall: ready / 1000, at };
    }
    if (Date.now() - startedAt > READY_MS) throw new Error(`${path} was not ready in time`);
    await sleep(0.05);
  }
}

async function stream(one: MeasuredPage, child: ChildProcess, seconds: number): Promise<Streaming> {
  const [cpu, count, from] = [await one.cpu(), await countChanges(child), performance.now()];
  await sleep(seconds);
  const passed = (performance.now() - from) / 1000;
  const cpu_per_second = ((await one.cpu()) - cpu) / passed;
  const changes_per_second = ((await countChanges(child)) - count) / passed;
  return { cpu_per_second, changes_per_second, tasks: await one.tasks(Math.min(seconds, 10)) };
}

export async function run(
  browser: Browser,
  { loads, archived, rate, seconds, minutes, print: say }: RunOptions,
): Promise<Result> {
  say(`${loads} loads: starting the server`);
  const { child, url } = await startServer(loads, archived);
  const watch = (next: Watch) => child.send(next);
  try {
    const cookies = await signIn(browser, url);

    say('the bare page');
    const plain = await openMeasuredPage(browser, url, cookies);
    await serveBare(plain.context);
    const plainLoad = await load(plain, `${url}/bare/`, BARE_READY);
    watch({ on_screen: [], rate });
    await sleep(SETTLE_S);
    const plainStream = await stream(plain, child, seconds);
    await plain.context.close();
    watch({ on_screen: [], rate: 0 });
    await sleep(1);

    say('the board');
    const board = await openMeasuredPage(browser, url, cookies);
    await observeLatency(board.page);
    const boardLoad = await load(board, `${url}/`, 'waypost:board-ready');
    const before = board.scripts.filter(({ at }) => at <= boardLoad.at + 50);
    // The worker's script is reported without its size: see workerKb.
    const kb = before.filter(({ name }) => !name.includes('worker')).reduce((sum, one) => sum + one.kb, 0);
    watch({ on_screen: [], rate });
    await sleep(SETTLE_S);
    const streaming = await stream(board, child, seconds);
    watch({ on_screen: [], rate: 0 });
    await sleep(1);
    const exceptions = () => attentionCount(board.page);
    await enableNotifications(board.page);
    const before_burst = await exceptions();
    const response = once(child, 'message') as Promise<[{ quiet: number }]>;
    const tasks = await board.tasks(BURST_S, () => child.send('burst'));
    const [{ quiet }] = await response;
    const latest = Date.now() + BURST_TIMEOUT_MS;
    while ((await exceptions()) - before_burst < quiet && Date.now() < latest) await sleep(0.5);
    const burst = {
      tasks,
      made: quiet,
      exceptions: (await exceptions()) - before_burst,
      notifications: await board.page.evaluate(() => window.bench.notifications),
    };
    await showLiveLoads(board.page);
    watch({ on_screen: await visibleRows(board.page), rate });
    await board.page.evaluate(() => {
      window.bench.on = true;
    });
    await sleep(Math.max(10, seconds / 2));
    const { rows, markers } = await board.page.evaluate(() => {
      window.bench.on = false;
      return window.bench;
    });
    const keys = await keystrokes(board.page, ['7', '5', '3', '2', '6', 'x', 'q', 'z']);
    const heap_mb = [await board.heap()];
    for (let half = 0; half < minutes * 2; half += 1) {
      await sleep(30);
      heap_mb.push(await board.heap());
    }
    await board.context.close();
    return {
      loads,
      board: {
        load_cpu_s: boardLoad.cpu,
        load_wall_s: boardLoad.wall,
        script_kb: kb,
        worker_kb: workerKb(),
        streaming,
        burst,
        row: percentiles(rows),
        marker: percentiles(markers),
        keystroke: percentiles(keys),
        heap_mb,
      },
      bare: { load_cpu_s: plainLoad.cpu, script_kb: bareScriptKb(), streaming: plainStream },
    };
  } finally {
    const exited = once(child, 'exit');
    child.send('stop');
    await exited;
  }
}
