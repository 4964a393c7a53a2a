/**
 * `pnpm prove:journeys [word ...]`: breaks the product in a copy and runs the journey that must notice. Words choose breaks by what they say.
 * Ends with 1 when a break goes unnoticed, or when these journeys fail without anything being broken.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, say } from '@waypost/bff/cli/processes';
import { copyCheckout, OUTCOME_LABELS, type Outcome, withMutation } from '../../bff/soak/mutation.ts';
import { getChromium } from '../harness/chromium.ts';
import { type JourneyReport, journeyOutcomes } from '../harness/journey-report.ts';
import { BREAKS, type JourneyMutation } from './breaks.ts';

const words = process.argv.slice(2);
const chosen =
  words.length === 0 ? BREAKS : BREAKS.filter(({ what }) => words.some((word) => what.includes(word)));
const chromium = getChromium(say);
const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');

const dir = copyCheckout('waypost-journeys-');
const built = mkdtempSync(join(tmpdir(), 'waypost-journeys-built-'));

/** The page of the copy as it stands now. The map's files do not change with it, so that those of the checkout do. */
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
  // An error outside of any journey is none of a journey.
  if ((read.errors ?? []).length > 0) return { outcome: 'break', failed };
  if (failed.length > 0) return { outcome: 'fail', failed };
  return { outcome: passed > 0 ? 'pass' : 'break', failed };
}

let unnoticed = 0;
try {
  if (existsSync(join(root, 'web', 'public', 'basemap')))
    cpSync(join(root, 'web', 'public', 'basemap'), join(dir, 'web', 'public', 'basemap'), {
      recursive: true,
    });
  if (!build()) throw new Error('the page could not be built; run `npx pnpm build` once');
  const dist = join(dir, 'web', 'dist');
  cpSync(dist, join(built, 'dist'), { recursive: true });
  for (const broken of chosen) {
    // The page is made of the packages that it shares with the server, too.
    const of_page = /^(web|bff\/(contract|geo|triage))\//.test(broken.file);
    const { outcome, failed } = await withMutation(join(dir, broken.file), broken, () =>
      of_page && !build() ? { outcome: 'break' as const, failed: [] } : run([broken]),
    );
    if (of_page) {
      rmSync(dist, { recursive: true, force: true });
      cpSync(join(built, 'dist'), dist, { recursive: true });
    }
    if (outcome !== 'fail') unnoticed += 1;
    say(`${OUTCOME_LABELS[outcome]}  ${broken.journey.padEnd(26)}  ${broken.what}`);
    for (const line of failed) say(`         ${line.slice(0, 160)}`);
  }
  const whole = run(chosen);
  const sound = whole.outcome === 'pass';
  say(
    `\n${chosen.length - unnoticed} of ${chosen.length} breaks noticed; unbroken, all their journeys ${sound ? 'pass' : 'DO NOT PASS'}`,
  );
  for (const line of whole.failed) say(`  ${line}`);
  process.exitCode = unnoticed === 0 && sound && chosen.length > 0 ? 0 : 1;
} finally {
  rmSync(dir, { recursive: true, force: true });
  rmSync(built, { recursive: true, force: true });
}
