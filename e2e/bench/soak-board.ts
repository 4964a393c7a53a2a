/**
 * `pnpm soak:board [minutes]`, must show 3 of the board at scale: two tabs of one person and one of another stream for a while; one tab signs
 * out and in again, one sleeps and wakes, the server is stopped and killed. In the end counts, rows and markers of every tab are those of
 * `GET /api/loads`. Needs a built page. Exits with 1 when one differs.
 */
import { chromium, type Page } from '@playwright/test';
import type { BoardLoad } from '@waypost/contract/api/board';
import { report } from '../../bff/soak/report.ts';
import { CHROMIUM_ARGS, getChromium } from '../harness/chromium.ts';
import { boardReady, loadsOf, signIn } from '../harness/fixtures.ts';
import { PASSWORD, startStack } from '../harness/stack.ts';

const MINUTES = Number(process.argv[2] ?? 30);
const LOADS = Number(process.argv[3] ?? 500);
/** Three maps drawn in software on a machine that others use. */
const PATIENCE_MS = 180_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Words of the chips; a load whose truck is in doubt counts as that (dispatcher's table, row 2). */
const WORDS: Readonly<Record<string, string>> = {
  live: 'Live',
  stale: 'Stale',
  no_signal: 'No signal',
  not_shared: 'Not shared',
  unassigned: 'Unassigned',
  unknown: 'Unknown',
  check: 'Check truck',
};
const ON_THE_MAP: ReadonlySet<string> = new Set(['live', 'stale', 'unknown', 'check']);

function healthOf(load: BoardLoad): string {
  const changed =
    load.vehicle_changed_at !== null && Date.now() - Date.parse(load.vehicle_changed_at) < 12 * 3_600_000;
  if (load.vehicle_assignment?.agreement === 'disagree' || changed) return 'check';
  return load.tracking_health !== null && load.tracking_health in WORDS ? load.tracking_health : 'unknown';
}

interface Marked {
  /** load_id -> `longitude,latitude`: every difference that was handed to the map's worker, laid on the ones before. */
  markers: Map<string, string>;
}
declare global {
  interface Window {
    marked: Marked;
  }
}

/** Before the page's own scripts. */
async function watchMarkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const marked: Marked = { markers: new Map() };
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
          if (properties.load_id)
            marked.markers.set(properties.load_id, geometry.coordinates.map((one) => one.toFixed(5)).join());
      }
      return (postMessage as (...args: unknown[]) => void).call(this, message, options);
    };
  });
}

/** Ids of every row of the list, from its top to its end. */
async function rowsOf(page: Page): Promise<Set<string>> {
  const rows = page.locator('[role=row][id^="row-"]');
  /** Moves by so many heights of what is seen; gives the rows that stood there before, and the place. */
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

/** How many counts, rows and markers differ from the server's. */
async function differences(
  page: Page,
): Promise<{ counts: number; rows: number; markers: number; loads: number }> {
  const loads = await loadsOf(page);
  const answer = await countsOf(page);
  const should: Record<string, number> = Object.fromEntries(Object.values(WORDS).map((word) => [word, 0]));
  for (const load of loads)
    should[WORDS[healthOf(load)] as string] = (should[WORDS[healthOf(load)] as string] ?? 0) + 1;
  const rows = await rowsOf(page);
  const markers = new Map(await page.evaluate(() => [...window.marked.markers]));
  const placed = loads.filter((load) => load.last_position && ON_THE_MAP.has(healthOf(load)));
  const away = placed.filter(({ load_id, last_position: at }) => {
    const expected = at ? `${at.longitude.toFixed(5)},${at.latitude.toFixed(5)}` : '';
    return markers.get(load_id) !== expected;
  });
  return {
    counts: Object.entries(should).filter(([word, count]) => (answer[word] ?? 0) !== count).length,
    rows: loads.filter(({ load_id }) => !rows.has(load_id)).length + Math.max(0, rows.size - loads.length),
    markers: away.length + Math.max(0, markers.size - placed.length),
    loads: loads.length,
  };
}

const stack = await startStack({ SANDBOX_LOADS: String(LOADS) }, { LOG_LEVEL: 'warn' });
const browser = await chromium.launch({ executablePath: getChromium(say), args: CHROMIUM_ARGS });
const faults: string[] = [];
const open = async (context: Awaited<ReturnType<typeof browser.newContext>>, username: string) => {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', (error) => faults.push(error.message));
  await watchMarkers(page);
  await signIn(page, username, '/?tab=all', stack.server.url);
  await boardReady(page);
  return page;
};
/** Small: three maps are drawn in software. */
const viewport = { width: 1100, height: 520 };
const mine = await browser.newContext({ viewport });
const first = await open(mine, 'dispatcher');
const second = await mine.newPage();
second.setDefaultTimeout(PATIENCE_MS);
second.on('pageerror', (error) => faults.push(error.message));
await watchMarkers(second);
await second.goto(`${stack.server.url}/?tab=all`);
await boardReady(second);
const theirs = await browser.newContext({ viewport });
const other = await open(theirs, 'viewer');

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
      const cdp = await mine.newCDPSession(second);
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
      const [gone] = await loadsOf(first);
      await first.evaluate(
        async (path) => void (await fetch(path, { method: 'DELETE', headers: { 'X-CSRF': '1' } })),
        `/api/loads/${gone?.load_id}`,
      );
    },
  ],
];
for (const [what, happen] of events) {
  await sleep(step);
  say(`${new Date().toISOString().slice(11, 19)} ${what}`);
  await happen();
}
await sleep(step);
// Nothing moves any more: what is compared is of one moment.
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
  { what: `errors in the pages ${[...new Set(faults)].join('; ')}`, found: faults.length, expected: 0 },
]);
