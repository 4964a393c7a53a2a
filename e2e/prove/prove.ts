/**
 * `pnpm prove:journeys [word ...]`: applies each mutation in a copy of the product and runs the journey that must fail. Words
 * select mutations by their description. Exits with 1 if a mutation is undetected, or if these journeys fail without a mutation.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, say } from '@waypost/bff/cli/processes';
import { copyCheckout } from '../../bff/soak/checkout.ts';
import { OUTCOME_LABELS, type Outcome, withMutation } from '../../bff/soak/mutation.ts';
import { getChromium } from '../harness/chromium.ts';
import { type JourneyReport, journeyOutcomes } from '../harness/journey-report.ts';
import { type JourneyMutation, MUTATIONS } from './breaks.ts';

const words = process.argv.slice(2);
const selected =
  words.length === 0 ? MUTATIONS : MUTATIONS.filter(({ what }) => words.some((word) => what.includes(word)));
const chromium = getChromium(say);
const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');

const dir = copyCheckout('waypost-journeys-');
const built = mkdtempSync(join(tmpdir(), 'waypost-journeys-built-'));

/** Builds the page of the copy. The map's files are copied from the checkout, since mutations do not change them. */
function build(): boolean {
  const { status } = spawnSync(
    join(root, 'web', 'node_modules', '.bin', 'vite'),
    ['build', '--logLevel=error'],
    {
      cwd: join(dir, 'web'),
      stdio: 'ignore',
    },
  );
  return status === 0;
}

function run(journeys: readonly Pick<JourneyMutation, 'journey' | 'named'>[]): {
  outcome: Outcome;
  failed: readonly string[];
} {
  const report = join(built, 'report.json');
  rmSync(report, { force: true });
  const files = [...new Set(journeys.map(({ journey }) => journey))];
  const named = [...new Set(journeys.map((one) => one.named))].join('|');
  const args = ['test', ...files, '--grep', named, '--reporter=json', '--retries=0'];
  spawnSync(process.execPath, [cli, ...args], {
    cwd: join(dir, 'e2e'),
    stdio: 'ignore',
    env: {
      ...process.env,
      TEST_ALL: '1',
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      FORCE_COLOR: '0',
    },
  });
  if (!existsSync(report)) return { outcome: 'break', failed: [] };
  const read = JSON.parse(readFileSync(report, 'utf8')) as JourneyReport;
  const { passed, failed } = journeyOutcomes(read);
  // An error outside of any journey detects nothing.
  if ((read.errors ?? []).length > 0) return { outcome: 'break', failed };
  if (failed.length > 0) return { outcome: 'fail', failed };
  return { outcome: passed > 0 ? 'pass' : 'break', failed };
}

let undetected = 0;
try {
  if (existsSync(join(root, 'web', 'public', 'basemap')))
    cpSync(join(root, 'web', 'public', 'basemap'), join(dir, 'web', 'public', 'basemap'), {
      recursive: true,
    });
  if (!build()) throw new Error('the page could not be built; run `npx pnpm build` once');
  const dist = join(dir, 'web', 'dist');
  cpSync(dist, join(built, 'dist'), { recursive: true });
  for (const mutation of selected) {
    // The page is built from packages that it shares with the server, too.
    const of_page = /^(web|bff\/(contract|geo|triage))\//.test(mutation.file);
    const { outcome, failed } = await withMutation(join(dir, mutation.file), mutation, () =>
      of_page && !build() ? { outcome: 'break' as const, failed: [] } : run([mutation]),
    );
    if (of_page) {
      rmSync(dist, { recursive: true, force: true });
      cpSync(join(built, 'dist'), dist, { recursive: true });
    }
    if (outcome !== 'fail') undetected += 1;
    say(`${OUTCOME_LABELS[outcome]}  ${mutation.journey.padEnd(26)}  ${mutation.what}`);
    for (const line of failed) say(`         ${line.slice(0, 160)}`);
  }
  const unmutated = run(selected);
  const sound = unmutated.outcome === 'pass';
  say(
    `\n${selected.length - undetected} of ${selected.length} breaks noticed; unbroken, all their journeys ${sound ? 'pass' : 'DO NOT PASS'}`,
  );
  for (const line of unmutated.failed) say(`  ${line}`);
  process.exitCode = undetected === 0 && sound && selected.length > 0 ? 0 : 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
  rmSync(built, { recursive: true, force: true });
}
