/**
 * `npx pnpm bench:board`: the board's initial view (Needs attention) with 1,500, 10,000 and 50,000 loads and 200 changes a second, in a
 * headless Chromium, compared with a page of nothing but MapLibre and the same data. Needs a build (`npx pnpm build`). Exits with 1
 * when a limit is exceeded.
 *
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
import { table } from './report.ts';
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
    json: { type: 'boolean', default: false },
  },
});
const print = (line: string) => void process.stderr.write(`${line}\n`);
const number = (name: 'archived' | 'seconds' | 'minutes' | 'rate') => {
  const value = Number(values[name]);
  if (!(value >= 0)) throw new Error(`--${name}: "${values[name]}" is no number`);
  return value;
};

const browser = await chromium.launch({
  executablePath: getChromium(print),
  args: CHROMIUM_ARGS,
});
const results: Result[] = [];
try {
  for (const loads of values.loads.split(',').map(Number)) {
    const result = await run(browser, {
      loads,
      archived: number('archived'),
      rate: number('rate'),
      seconds: number('seconds'),
      minutes: number('minutes'),
      print: print,
    });
    results.push(result);
    // Larger sizes take long: each result is printed at once, in addition to the final table.
    print(table([result]).text);
  }
} finally {
  await browser.close();
}
const { text, good } = table(results);
process.stdout.write(values.json ? `${JSON.stringify({ good, results }, null, 1)}\n` : text);
process.exitCode = good ? 0 : 1;
