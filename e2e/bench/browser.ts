/** A page whose main thread is measured from outside, through the browser's debugging protocol. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { root } from '@waypost/bff/cli/processes';
import { type LongTasks, longTasks, type StageTime, stageTimes } from './long-tasks.ts';

export interface Script {
  readonly name: string;
  readonly kb: number;
  /** Milliseconds since 1970 of its arrival. */
  readonly at: number;
}

export interface MeasuredPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly scripts: readonly Script[];
  /** CPU seconds of the main thread so far, not wall-clock seconds. */
  cpu(): Promise<number>;
  /** Heap of the page's scripts after a collection, MB. */
  heap(): Promise<number>;
  /** Tasks of the main thread in the next `seconds`; `then` runs at their start. Tracing itself costs a little. */
  tasks(seconds: number, then?: () => void): Promise<LongTasks>;
  /** Processor time of the next `seconds` by the browser's stages. */
  stages(seconds: number): Promise<readonly StageTime[]>;
}

export type Cookies = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Signs in as a dispatcher of the sandbox; returns the session's cookies. */
export async function signIn(browser: Browser, url: string): Promise<Cookies> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/bff/login?return_to=/healthz`);
  await page.getByLabel('Username').fill('dispatcher');
  await page.getByLabel('Password').fill('dispatcher');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((at) => at.origin === url && !at.pathname.startsWith('/bff/'));
  const state = await context.storageState();
  await context.close();
  return state;
}

export async function openMeasuredPage(
  browser: Browser,
  url: string,
  storageState: Cookies,
): Promise<MeasuredPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  // Starts the process of this origin before any code of the page runs in it.
  await page.goto(`${url}/healthz`);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    page,
    context,
    scripts: recordScripts(page),
    cpu: () => taskDuration(cdp),
    heap: async () => {
      await cdp.send('HeapProfiler.collectGarbage');
      const { usedSize } = await cdp.send('Runtime.getHeapUsage');
      return usedSize / 1e6;
    },
    stages: (seconds) => stageTimes(browser, page, seconds),
    tasks: (seconds, then) => longTasks(browser, page, seconds, then),
  };
}

async function taskDuration(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

function recordScripts(page: Page): readonly Script[] {
  const scripts: Script[] = [];
  page.on('requestfinished', async (request) => {
    const name = new URL(request.url()).pathname.split('/').at(-1) ?? '';
    if (!/\.m?js$/.test(name)) return;
    const at = Date.now();
    const sizes = await request.sizes().catch(() => null);
    if (sizes) scripts.push({ name, kb: sizes.responseBodySize / 1000, at });
  });
  return scripts;
}

/** Size of the map's worker: the browser reports none, so it is the build's compressed file. */
export function workerKb(): number {
  const assets = join(root, 'web', 'dist', 'assets');
  const file = readdirSync(assets).find((name) => /worker.*\.br$/.test(name));
  return file === undefined ? 0 : statSync(join(assets, file)).size / 1000;
}
