/**
 * `npx pnpm bench:board`: the board as it opens (Needs attention) at 1,500, 10,000 and 50,000 loads and 200 changes a second, in a headless Chromium, beside a
 * page of nothing but MapLibre that gets the same. Needs a build (`npx pnpm build`). Ends with 1 when a limit is passed.
 *
 *   --loads 10000      one size only, or several: 1500,50000
 *   --archived 200000  loads in the archive beside them (none by default)
 *   --seconds 20       how long each is let stream
 *   --minutes 10       watches the heap for so long (0 by default)
 *   --rate 200         changes a second
 *   --json             the figures, and no table
 */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, getChromium } from '../harness/chromium.ts';
import { table } from './report.ts';
import { type Result, run } from './run.ts';

const { values } = parseArgs({
  // Handed on by the package manager when somebody writes `--` before the options.
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
const say = (line: string) => void process.stderr.write(`${line}\n`);
const number = (name: 'archived' | 'seconds' | 'minutes' | 'rate') => {
  const value = Number(values[name]);
  if (!(value >= 0)) throw new Error(`--${name}: "${values[name]}" is no number`);
  return value;
};

const browser = await chromium.launch({
  executablePath: getChromium(say),
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
      say,
    });
    results.push(result);
    // Larger sizes take long: each result is printed at once, beside the table at the end.
    say(table([result]).text);
  }
} finally {
  await browser.close();
}
const { text, good } = table(results);
process.stdout.write(values.json ? `${JSON.stringify({ good, results }, null, 1)}\n` : text);
process.exitCode = good ? 0 : 1;
