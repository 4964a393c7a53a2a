/**
 * `npx pnpm bench:startup [word ...]`: what each piece of the page's start-up buys. Builds the page as it is, and once without each
 * piece (startup-variants.ts) in a copy; serves them in turn by one server with one sandbox, and visits each in every round: once
 * cold, and once more in the same browser. The page as it is has two turns. Prints its figures, and how the others differ from the
 * mean of its two in the same round: medians over the rounds, in parentheses unless all rounds agree on the sign. Words select pieces
 * by their names. Needs a build (`npx pnpm build`).
 *
 *   --rounds 5
 *   --loads 1500
 */
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { root, run } from '@waypost/bff/cli/processes';
import { copyCheckout } from '../../bff/soak/checkout.ts';
import { withMutation } from '../../bff/soak/mutation.ts';
import { CHROMIUM_ARGS, getChromium } from '../harness/chromium.ts';
import { type Cookies, openMeasuredPage, signIn } from './browser.ts';
import { imported } from './real-path.ts';
import { median } from './report.ts';
import { load } from './run.ts';
import { type Edit, VARIANTS, type Variant } from './startup-variants.ts';

const AS_IT_IS: Variant = { piece: '(nothing: the page as it is)', lines: 0, edits: [] };
/** Its second turn, whose difference from the first is that of the measurement. */
const CONTROL: Variant = { ...AS_IT_IS, piece: 'nothing, once more' };
const WARM_UP_S = 60;
/** From the restarted server's first answer to the visit. */
const RESTART_S = 3;
/** From ready: until layout shifts are counted, and until the page has saved its list for the next visit. */
const SHIFTS_S = 10;
const SAVED_S = 17;
const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Of a visit, by column. */
type Figures = Readonly<Record<string, number>>;

/** Marks when the first rows are on the screen, and when land is: in the map, or in its placeholder. */
function markFirsts(): void {
  const left = new Map([
    ['rows', () => document.querySelector('[role="row"][id^="row-"]') !== null],
    [
      'land',
      () =>
        document.querySelector<HTMLElement>('.maplibregl-map')?.style.opacity === '' ||
        (document.querySelector('use[href*="land.svg"]') !== null &&
          performance.getEntriesByType('resource').some(({ name }) => name.includes('land.svg'))),
    ],
  ]);
  const step = () => {
    for (const [name, isThere] of left)
      if (isThere()) {
        left.delete(name);
        setTimeout(() => performance.mark(`bench:${name}`));
      }
    if (left.size > 0) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** What the page itself can tell: milliseconds from the start of the visit, and the sum of its layout shifts. */
const figuresOf = (page: Page): Promise<Record<'paint' | 'rows' | 'land' | 'markers' | 'shift', number>> =>
  page.evaluate(async () => {
    const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN;
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const [paint, markers] = [at('first-contentful-paint'), at('waypost:board-ready')];
    return { paint, rows: at('bench:rows'), land: at('bench:land'), markers, shift };
  });

async function visits(browser: Browser, url: string, cookies: Cookies): Promise<Figures> {
  const one = await openMeasuredPage(browser, url, cookies);
  try {
    await one.page.addInitScript(markFirsts);
    const before = await one.cpu();
    const cold = await load(one, `${url}/`, 'waypost:board-ready');
    const scripts = one.scripts.filter(({ at, name }) => at <= cold.at + 50 && !name.includes('worker'));
    await sleep(SHIFTS_S);
    const [first, later] = [await figuresOf(one.page), (await one.cpu()) - before];
    await sleep(SAVED_S - SHIFTS_S);
    await one.page.goto(`${url}/healthz`);
    const again = await load(one, `${url}/`, 'waypost:board-ready');
    const second = Object.entries({ ...(await figuresOf(one.page)), 'CPU ms': again.cpu * 1000 });
    return {
      ...first,
      'CPU ms': cold.cpu * 1000,
      'CPU + 10 s': later * 1000,
      kB: scripts.reduce((sum, { kb }) => sum + kb, 0),
      ...Object.fromEntries(second.map(([name, value]) => [`2nd ${name}`, value])),
    };
  } finally {
    await one.context.close();
  }
}

/** Builds the page of the copy with the edits. @returns the folder of the build */
async function build(dir: string, edits: readonly Edit[], to: string): Promise<string> {
  const [edit, ...rest] = edits;
  if (edit) return withMutation(join(dir, edit.file), edit, () => build(dir, rest, to));
  const cwd = join(dir, 'web');
  await run(join(root, 'web', 'node_modules', '.bin', 'vite'), ['build', '--logLevel=error'], { cwd });
  // Takes half of the time, and makes scripts a fifth larger.
  await run(process.execPath, ['compress.ts', '--quick'], { cwd });
  renameSync(join(cwd, 'dist'), to);
  return to;
}

function table(results: ReadonlyMap<Variant, readonly Figures[]>): string {
  const [plain, again] = [results.get(AS_IT_IS) ?? [], results.get(CONTROL) ?? []];
  const cell = (column: string, own: readonly Figures[]) => {
    const digits = column.endsWith('shift') ? 3 : 0;
    const value = (of: Figures | undefined) => of?.[column] ?? Number.NaN;
    if (own === plain) return median([...plain, ...again].map(value)).toFixed(digits);
    const basis = (round: number) =>
      (value(plain[round]) + value((own === again ? plain : again)[round])) / 2;
    const differences = own.map((figures, round) => value(figures) - basis(round));
    const signs = new Set(differences.map((one) => Math.sign(Number(one.toFixed(digits)))));
    const text = median(differences).toFixed(digits);
    return signs.size > 1 ? `(${text})` : text.replace(/^(?=[^-])/, '+');
  };
  const columns = Object.keys(plain[0] ?? {});
  const rows = [...results].map(([{ piece, lines }, own]) => [
    piece,
    ...columns.map((column) => cell(column, own)),
    `${-lines}`,
  ]);
  return [['without', ...columns, 'lines'], ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

const { values, positionals: words } = parseArgs({
  // The package manager passes a `--` before the options on.
  args: process.argv.slice(2).filter((one) => one !== '--'),
  options: {
    rounds: { type: 'string', default: '5' },
    loads: { type: 'string', default: '1500' },
  },
  allowPositionals: true,
});
const print = (line: string) => void process.stderr.write(`${line}\n`);
const selected = VARIANTS.filter(
  ({ piece }) => words.length === 0 || words.some((word) => piece.includes(word)),
);
const results = new Map(
  [AS_IT_IS, CONTROL, ...selected].map((variant) => [variant, [] as Figures[]] as const),
);
const dir = copyCheckout('waypost-startup-');
const browser = await chromium.launch({ executablePath: getChromium(print), args: CHROMIUM_ARGS });
try {
  cpSync(join(root, 'web', 'public', 'basemap'), join(dir, 'web', 'public', 'basemap'), { recursive: true });
  mkdirSync(join(dir, 'built'));
  const built = new Map<Variant, string>();
  for (const variant of [AS_IT_IS, ...selected]) {
    print(`building ${variant.piece}`);
    built.set(variant, await build(dir, variant.edits, join(dir, 'built', String(built.size))));
  }
  const dist = join(dir, 'web', 'dist');
  const serve = (variant: Variant) => {
    rmSync(dist, { force: true });
    symlinkSync(built.get(variant) ?? (built.get(AS_IT_IS) as string), dist);
  };
  serve(AS_IT_IS);
  // The server of the copy, which serves the copy's page.
  const { startStack } = (await import(
    join(dir, 'e2e', 'harness', 'stack.ts')
  )) as typeof import('../harness/stack.ts');
  const stack = await startStack(
    {
      SANDBOX_WORLD: 'believable',
      SANDBOX_LOADS: values.loads,
      SANDBOX_SPEED: '1',
      SANDBOX_RATE_LIMIT: '400',
      SANDBOX_PASSWORD: 'dispatcher',
    },
    { POLL_INTERVAL_SECONDS: '30', LOG_LEVEL: 'warn' },
  );
  try {
    const { server } = stack;
    const cookies = await signIn(browser, server.url);
    await imported(browser, server.url, cookies, Number(values.loads));
    await sleep(WARM_UP_S);
    // The first visit of all is slower than any other.
    await visits(browser, server.url, cookies);
    for (let round = 0; round < Number(values.rounds); round += 1) {
      // Forward and backward, so that what changes with time favors none.
      for (const [variant, found] of round % 2 === 0 ? results : [...results].toReversed()) {
        // It reads the page when it starts.
        await server.stop();
        serve(variant);
        await server.start();
        await sleep(RESTART_S);
        found.push(await visits(browser, server.url, cookies));
        print(`round ${round + 1}, ${variant.piece}: ${JSON.stringify(found.at(-1))}`);
      }
      print(table(results));
    }
  } finally {
    await stack.stop();
  }
} finally {
  await browser.close();
  rmSync(dir, { recursive: true, force: true });
}
process.stdout.write(`${table(results)}\n`);
