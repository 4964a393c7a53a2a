/**
 * `pnpm soak:board [minutes]`: two tabs of one user and one of another stream for a while; one tab signs out and in again, one is
 * frozen and resumed, the server is stopped and killed. At the end counts, rows and markers of every tab must match `GET
 * /api/loads`, and what the first tab holds in memory must not have grown. Needs a built page. Exits with 1 if one differs.
 */
import { chromium, type Page } from '@playwright/test';
import type { BoardLoad } from '@waypost/contract/api/board';
import { report } from '../../bff/soak/report.ts';
import { truckDoubt } from '../../bff/triage/doubt.ts';
import { CHROMIUM_ARGS, getChromium } from '../harness/chromium.ts';
import { boardReady, listLoads, signIn } from '../harness/fixtures.ts';
import { PASSWORD, startStack } from '../harness/stack.ts';
import { MemoryUse } from './memory-use.ts';

const MINUTES = Number(process.argv[2] ?? 30);
const LOADS = Number(process.argv[3] ?? 500);
/** Three maps are drawn in software on a shared machine. */
const TIMEOUT_MS = 180_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Labels of the filter chips; a load whose truck is in doubt counts as `check` (dispatcher's table, row 2). */
const LABELS: Readonly<Record<string, string>> = {
  live: 'Live',
  stale: 'Stale',
  no_signal: 'No signal',
  not_shared: 'Not shared',
  unassigned: 'Unassigned',
  unknown: 'Unknown',
  check: 'Truck in doubt',
};
const ON_THE_MAP: ReadonlySet<string> = new Set(['live', 'stale', 'unknown', 'check']);

function healthOf(load: BoardLoad): string {
  if (truckDoubt(load, Date.now()) !== null) return 'check';
  return load.tracking_health !== null && load.tracking_health in LABELS ? load.tracking_health : 'unknown';
}

/** A move of less than a pixel is not drawn: on the map of all loads so many degrees, with room. */
const UNDRAWN_DEGREES = 0.2;

interface MarkerState {
  /** load_id -> longitude and latitude: the accumulated updates sent to the map's worker. */
  markers: Map<string, readonly number[]>;
}
declare global {
  interface Window {
    marked: MarkerState;
  }
}

/** Installed before the page's own scripts. */
async function recordMarkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const marked: MarkerState = { markers: new Map() };
    window.marked = marked;
    interface Feature {
      readonly properties: { readonly load_id?: string };
      readonly geometry: { readonly coordinates: readonly number[] };
    }
    interface Sent {
      readonly data?: {
        readonly dataDiff?: {
          readonly removeAll?: boolean;
          readonly remove?: readonly string[];
          readonly add?: readonly Feature[];
        };
      };
    }
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, message: Sent, options?: unknown) {
      const diff = message.data?.dataDiff;
      if (diff) {
        if (diff.removeAll) marked.markers.clear();
        for (const load_id of diff.remove ?? []) marked.markers.delete(load_id);
        for (const { properties, geometry } of diff.add ?? [])
          if (properties.load_id) marked.markers.set(properties.load_id, geometry.coordinates);
      }
      return (postMessage as (...args: unknown[]) => void).call(this, message, options);
    };
  });
}

/** Ids of every row of the list, scrolled from top to end. */
async function rowsOf(page: Page): Promise<Set<string>> {
  const rows = page.locator('[role=row][id^="row-"]');
  /** Scrolls by this many viewport heights; returns the rows and offset from before. */
  const scroll = (by: number) =>
    rows.first().evaluate((row, by) => {
      let box = row.parentElement;
      while (box && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement;
      const ids = [...document.querySelectorAll('[role=row][id^="row-"]')].map(({ id }) =>
        id.slice('row-'.length),
      );
      const top = box?.scrollTop ?? 0;
      box?.scrollBy(0, by * (box.clientHeight || 0));
      return { ids, top };
    }, by);
  const found = new Set<string>();
  await scroll(-1_000);
  for (let last = -1; ; ) {
    await sleep(400);
    const { ids, top } = await scroll(0.7);
    for (const id of ids) found.add(id);
    if (top === last) return found;
    last = top;
  }
}

async function countsOf(page: Page): Promise<Record<string, number>> {
  const texts = await page
    .getByRole('group', { name: 'Filter by health' })
    .getByRole('button')
    .allTextContents();
  return Object.fromEntries(
    texts.map((text) => {
      const [, word = text, count = '0'] = /^(\D+?)\s*([\d,]+)$/.exec(text.trim()) ?? [];
      return [word, Number(count.replaceAll(',', ''))];
    }),
  );
}

/** Number of counts, rows and markers that differ from the server's. */
async function differences(
  page: Page,
): Promise<{ counts: number; rows: number; markers: number; loads: number }> {
  const loads = await listLoads(page);
  const response = await countsOf(page);
  const expected: Record<string, number> = Object.fromEntries(Object.values(LABELS).map((word) => [word, 0]));
  for (const load of loads)
    expected[LABELS[healthOf(load)] as string] = (expected[LABELS[healthOf(load)] as string] ?? 0) + 1;
  const rows = await rowsOf(page);
  const markers = new Map(await page.evaluate(() => [...window.marked.markers]));
  const placed = loads.filter((load) => load.last_position && ON_THE_MAP.has(healthOf(load)));
  const misplaced = placed.filter(({ load_id, last_position: at }) => {
    const [x = Number.NaN, y = Number.NaN] = markers.get(load_id) ?? [];
    return !(at && Math.hypot(x - at.longitude, y - at.latitude) < UNDRAWN_DEGREES);
  });
  return {
    counts: Object.entries(expected).filter(([word, count]) => (response[word] ?? 0) !== count).length,
    rows: loads.filter(({ load_id }) => !rows.has(load_id)).length + Math.max(0, rows.size - loads.length),
    markers: misplaced.length + Math.max(0, markers.size - placed.length),
    loads: loads.length,
  };
}

const stack = await startStack({ SANDBOX_LOADS: String(LOADS) }, { LOG_LEVEL: 'warn' });
const browser = await chromium.launch({ executablePath: getChromium(print), args: CHROMIUM_ARGS });
const faults: string[] = [];
const open = async (context: Awaited<ReturnType<typeof browser.newContext>>, username: string) => {
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  page.on('pageerror', (error) => faults.push(error.message));
  await recordMarkers(page);
  await signIn(page, username, '/?tab=all', stack.server.url);
  await boardReady(page);
  return page;
};
/** Small, because three maps are drawn in software. */
const viewport = { width: 1100, height: 520 };
const dispatcherContext = await browser.newContext({ viewport });
const first = await open(dispatcherContext, 'dispatcher');
const second = await dispatcherContext.newPage();
second.setDefaultTimeout(TIMEOUT_MS);
second.on('pageerror', (error) => faults.push(error.message));
await recordMarkers(second);
await second.goto(`${stack.server.url}/?tab=all`);
await boardReady(second);
const viewerContext = await browser.newContext({ viewport });
const other = await open(viewerContext, 'viewer');

const memory = await MemoryUse.of(first);
const step = (MINUTES * 60_000) / 6;
const events: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'one signs out, and in again',
    async () => {
      await other.getByRole('button', { name: /^You: / }).click();
      await other.getByRole('menuitem', { name: 'Sign out' }).click();
      await other.getByRole('link', { name: /Sign in/ }).click();
      await other.getByLabel('Username').fill('viewer');
      await other.getByLabel('Password').fill(PASSWORD);
      await other.getByRole('button', { name: 'Sign in' }).click();
      await boardReady(other);
      await other.goto(`${stack.server.url}/?tab=all`);
      await boardReady(other);
    },
  ],
  [
    'the server is stopped in order, and starts 20 s later',
    async () => {
      await stack.server.stop();
      await sleep(20_000);
      await stack.server.start();
    },
  ],
  [
    'one tab sleeps for a minute, and wakes',
    async () => {
      const cdp = await dispatcherContext.newCDPSession(second);
      await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
      await sleep(60_000);
      await cdp.send('Page.setWebLifecycleState', { state: 'active' });
    },
  ],
  [
    'the server is killed, and starts 20 s later',
    async () => {
      await stack.server.stop('SIGKILL');
      await sleep(20_000);
      await stack.server.start();
    },
  ],
  [
    'a load goes and another person sees it',
    async () => {
      const [removed] = await listLoads(first);
      await first.evaluate(
        async (path) => void (await fetch(path, { method: 'DELETE', headers: { 'X-CSRF': '1' } })),
        `/api/loads/${removed?.load_id}`,
      );
    },
  ],
];
for (const [what, happen] of events) {
  await sleep(step);
  print(`${new Date().toISOString().slice(11, 19)} ${what}`);
  await happen();
}
await sleep(step);
const growth = memory.end();
// The data is frozen, so that tabs and server are compared at the same state.
await stack.sandbox.stop();
await sleep(15_000);

const figures = [];
for (const [name, page] of [
  ['first tab', first],
  ['tab that slept', second],
  ['who signed out', other],
] as const) {
  await page.bringToFront();
  await sleep(3_000);
  const found = await differences(page);
  figures.push(
    { what: `${name}: loads at the server`, found: found.loads, expected: LOADS - 1 },
    { what: `${name}: counts that differ`, found: found.counts, expected: 0 },
    { what: `${name}: rows that differ`, found: found.rows, expected: 0 },
    { what: `${name}: markers that differ`, found: found.markers, expected: 0 },
  );
}
await browser.close();
await stack.stop();
report(`${MINUTES} minutes of streaming, ${LOADS} loads, three tabs of two people`, [
  ...figures,
  ...growth,
  { what: `errors in the pages ${[...new Set(faults)].join('; ')}`, found: faults.length, expected: 0 },
]);
