/**
 * The board as people get it: the real sandbox (its usual world), the real server and every kind of change, not only moving trucks. The
 * bare page of the same data in the same run is the measure; their ratios are what counts.
 */
import type { Browser } from '@playwright/test';
import { startStack } from '../harness/stack.ts';
import { BARE_READY, bareScriptKb, serveBare } from './bare.ts';
import { type Cookies, type MeasuredPage, openMeasuredPage, signIn } from './browser.ts';
import type { StageTime } from './long-tasks.ts';
import { type SelfTime, selfTimes } from './profile.ts';
import { load } from './run.ts';

interface Measured {
  readonly load_cpu_s: number;
  /** Until rows and markers are shown. */
  readonly ready_s: number;
  readonly streaming_cpu: number;
  /** Tasks over 50 ms of processor time in `LONG_TASKS_S`, and the longest, ms. */
  readonly long_tasks: number;
  readonly longest_ms: number;
  readonly script_kb: number;
  readonly heap_mb: number;
  /** Where the time went: functions by their own time. Only with `profile`. */
  readonly self_times: readonly SelfTime[];
  readonly stages: readonly StageTime[];
  readonly scripts: readonly string[];
}

export interface RealResult {
  readonly loads: number;
  readonly bare: Measured;
  readonly board: Measured;
}

interface RealOptions {
  readonly loads: number;
  readonly seconds: number;
  readonly profile: boolean;
  readonly print: (line: string) => void;
}

/** A server imports tens of thousands of loads for some minutes. */
const IMPORT_TIMEOUT_MS = 600_000;
/** From the first visit to the measured one: the server has read loads, and its first burst is over. */
const WARM_UP_S = 90;
/** From ready to measuring, as long for both pages. */
const SETTLE_S = 4;
const LONG_TASKS_S = 15;
const PASSWORD = 'dispatcher';

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

async function measure(
  one: MeasuredPage,
  path: string,
  mark: string,
  { seconds, profile }: RealOptions,
): Promise<Measured> {
  const loaded = await load(one, path, mark);
  const scripts = one.scripts.filter(({ at, name }) => at <= loaded.at + 50 && !name.includes('worker'));
  await sleep(SETTLE_S);
  const [cpu, from] = [await one.cpu(), performance.now()];
  await sleep(seconds);
  const streaming_cpu = ((await one.cpu()) - cpu) / ((performance.now() - from) / 1000);
  const tasks = await one.tasks(LONG_TASKS_S);
  return {
    load_cpu_s: loaded.cpu,
    ready_s: loaded.wall,
    streaming_cpu,
    long_tasks: tasks.by_cpu,
    longest_ms: tasks.longest_cpu_ms,
    script_kb: scripts.reduce((sum, { kb }) => sum + kb, 0),
    heap_mb: await one.heap(),
    self_times: profile ? await selfTimes(one.page, () => sleep(seconds)) : [],
    stages: profile ? (await one.stages(seconds)).slice(0, 12) : [],
    scripts: profile ? scripts.map(({ name, kb }) => `${kb.toFixed(0)} kB  ${name}`) : [],
  };
}

/** Waits until the board has all loads: a page without them measures nothing. */
export async function imported(
  browser: Browser,
  url: string,
  cookies: Cookies,
  loads: number,
): Promise<void> {
  const context = await browser.newContext({ storageState: cookies, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${url}/`);
  const name = `All loads ${loads.toLocaleString('en-US')}`;
  await page.getByRole('tab', { name }).waitFor({ timeout: IMPORT_TIMEOUT_MS });
  await context.close();
}

export async function runRealPath(browser: Browser, options: RealOptions): Promise<RealResult> {
  const { loads, print } = options;
  print(`${loads} loads on the real path: starting the sandbox and the server`);
  const stack = await startStack(
    {
      SANDBOX_WORLD: 'believable',
      SANDBOX_LOADS: String(loads),
      SANDBOX_SPEED: '1',
      SANDBOX_RATE_LIMIT: '400',
      SANDBOX_PASSWORD: PASSWORD,
    },
    { POLL_INTERVAL_SECONDS: '30', LOG_LEVEL: 'warn' },
  );
  try {
    const { url } = stack.server;
    const cookies = await signIn(browser, url);
    await imported(browser, url, cookies, loads);
    await sleep(WARM_UP_S);
    print('the bare page');
    const plain = await openMeasuredPage(browser, url, cookies);
    await serveBare(plain.context);
    const bare = await measure(plain, `${url}/bare/`, BARE_READY, options);
    await plain.context.close();
    print('the board');
    const page = await openMeasuredPage(browser, url, cookies);
    const board = await measure(page, `${url}/`, 'waypost:board-ready', options);
    await page.context.close();
    return { loads, bare: { ...bare, script_kb: bareScriptKb() }, board };
  } finally {
    await stack.stop();
  }
}
