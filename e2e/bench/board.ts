/**
 * `npx pnpm bench:board`: the board's initial view (Needs attention) with 1,500, 10,000 and 50,000 loads in a headless Chromium, compared
 * with a page of nothing but MapLibre and the same data. First on the real path (sandbox, server, every kind of change), whose ratios
 * decide; then with a server that only moves trucks, 200 changes a second. Needs a build (`npx pnpm build`). Exits with 1 when a limit
 * is exceeded.
 *
 *   --real             only the real path
 *   --profile          with it, the functions of the board by their own time while streaming
 *   --runs 3           runs of the real path, of which the medians are printed
 *   --loads 10000      one size only, or several: 1500,50000
 *   --archived 200000  additional loads in the archive (none by default)
 *   --seconds 20       streaming time of each page
 *   --minutes 10       time of measuring the heap (0 by default)
 *   --rate 200         changes a second
 *   --json             prints the results without the table
 */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, getChromium } from '../harness/chromium.ts';
import { type RealResult, runRealPath } from './real-path.ts';
import { realTable, table } from './report.ts';
import { type Result, run } from './run.ts';

const { values } = parseArgs({
  // The package manager passes a `--` before the options on.
  args: process.argv.slice(2).filter((one) => one !== '--'),
  options: {
    loads: { type: 'string', default: '1500,10000,50000' },
    archived: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '0' },
    rate: { type: 'string', default: '200' },
    runs: { type: 'string', default: '1' },
    real: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const print = (line: string) => void process.stderr.write(`${line}\n`);
const number = (name: 'archived' | 'seconds' | 'minutes' | 'rate' | 'runs') => {
  const value = Number(values[name]);
  if (!(value >= 0)) throw new Error(`--${name}: "${values[name]}" is no number`);
  return value;
};

const browser = await chromium.launch({
  executablePath: getChromium(print),
  args: CHROMIUM_ARGS,
});
const results: Result[] = [];
const real: RealResult[] = [];
const sizes = values.loads.split(',').map(Number);
try {
  for (let run = 0; run < number('runs'); run += 1)
    for (const loads of sizes) {
      real.push(
        await runRealPath(browser, { loads, seconds: number('seconds'), profile: values.profile, print }),
      );
      print(realTable(real).text);
    }
  for (const loads of values.real ? [] : sizes) {
    const result = await run(browser, {
      loads,
      archived: number('archived'),
      rate: number('rate'),
      seconds: number('seconds'),
      minutes: number('minutes'),
      print,
    });
    results.push(result);
    // Larger sizes take long: each result is printed at once, in addition to the final table.
    print(table([result]).text);
  }
} finally {
  await browser.close();
}
const tables = [realTable(real), ...(values.real ? [] : [table(results)])];
const good = tables.every((one) => one.good);
process.stdout.write(
  values.json
    ? `${JSON.stringify({ good, real, results }, null, 1)}\n`
    : tables.map(({ text }) => text).join('\n'),
);
process.exitCode = good ? 0 : 1;
