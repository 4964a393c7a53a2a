/**
 * `pnpm bench:fuel`: 100,000 fuel transactions in the table, scrolled by wheel, scroll bar and keyboard in Chromium. Measures the
 * longest task of the page's main thread in processor time, including script and layout; waiting for a busy machine is not
 * counted. Build first: `pnpm build`.
 */
import { chromium, type Page } from '@playwright/test';
import { report } from '../../bff/soak/report.ts';
import { CHROMIUM_ARGS, getChromium } from '../harness/chromium.ts';
import { signIn } from '../harness/fixtures.ts';
import { startStack } from '../harness/stack.ts';

const ROWS = Number(process.argv[2] ?? 100_000);
/** Rows that the sandbox seeds; fleets that joined during the year have no earlier purchases. */
const SEEDED_ROWS = Math.ceil(ROWS * 1.08);
const MAX_TASK_MS = 50;
const DAY = 86_400_000;
const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8.execute'];
const GRID = '#fuel-rows';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Microseconds of wall time and of processor time. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Processor milliseconds of each task on the pages' main threads. */
function tasksOf(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && main.has(`${pid} ${tid}`))
    .flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000]));
}

const frame = (page: Page) =>
  page.evaluate(() => new Promise((then) => requestAnimationFrame(() => then(null))));

async function byWheel(page: Page): Promise<void> {
  await page.locator(GRID).hover({ position: { x: 300, y: 200 } });
  for (let step = 0; step < 80; step += 1) {
    await page.mouse.wheel(0, step < 40 ? 240 : 4000);
    await frame(page);
  }
}

async function byBar(page: Page): Promise<void> {
  for (let step = 0; step <= 60; step += 1) {
    await page.locator(GRID).evaluate((grid, part) => {
      const scroller = grid.parentElement;
      if (scroller) scroller.scrollTop = part * scroller.scrollHeight;
    }, step / 60);
    await frame(page);
  }
}

async function byKeys(page: Page): Promise<void> {
  await page.locator(GRID).focus();
  for (const key of ['Home', ...Array.from({ length: 60 }, () => 'PageDown'), 'End', 'Home'])
    await page.keyboard.press(key);
}

const executablePath = getChromium((line) => process.stdout.write(`${line}\n`));
const stack = await startStack(
  {
    SANDBOX_LOADS: '20',
    SANDBOX_FUEL_ROWS: String(SEEDED_ROWS),
    SANDBOX_RATE_LIMIT: '500',
    SANDBOX_SPEED: '1',
  },
  { POLL_INTERVAL_SECONDS: '60', SERVICE_MAX_RPS: '1000', LOG_LEVEL: 'warn' },
);
const browser = await chromium.launch({
  executablePath,
  args: CHROMIUM_ARGS,
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const day = (back: number) => new Date(Date.now() - back * DAY).toISOString().slice(0, 10);
  await signIn(page, 'dispatcher', `/fuel?from=${day(366)}&to=${day(0)}`, stack.server.url);
  const grid = page.locator(GRID);
  await grid.waitFor({ timeout: 300_000 });
  const rows = Number(await grid.getAttribute('aria-rowcount')) - 1;
  await grid.locator('[role="gridcell"]').first().waitFor();

  const found: { readonly way: string; readonly tasks: readonly number[] }[] = [];
  for (const [way, scroll] of [
    ['the wheel', byWheel],
    ['the scroll bar', byBar],
    ['the keyboard', byKeys],
  ] as const) {
    await browser.startTracing(page, { categories: CATEGORIES });
    await scroll(page);
    // The rows at the new position load and render.
    await grid.locator('[aria-label="Loading"]').first().waitFor({ state: 'detached', timeout: 30_000 });
    found.push({ way, tasks: tasksOf(await browser.stopTracing()) });
  }
  const drawn = await grid.locator('[role="row"]').count();
  const round = (ms: number) => Number(ms.toFixed(1));
  const longest = (tasks: readonly number[]) => tasks.reduce((most, ms) => Math.max(most, ms), 0);
  report(`${rows} rows of fuel in the table`, [
    { what: 'rows in the table', found: rows, expected: { atLeast: ROWS } },
    { what: 'rows in the page', found: drawn, expected: { below: 100 } },
    ...found.flatMap(({ way, tasks }) => [
      { what: `tasks while scrolled by ${way}`, found: tasks.length, expected: { atLeast: 100 } },
      {
        what: `longest of them, ms of the processor`,
        found: round(longest(tasks)),
        expected: { below: MAX_TASK_MS },
      },
    ]),
  ]);
} finally {
  await browser.close();
  await stack.stop();
}
