/**
 * `pnpm bench:bff`, must show 10: one run over the same answer, directly, behind nginx, behind a usual backend-for-frontend and
 * behind ours. Each is loaded in turn, several times round, by a process of its own; the median counts.
 */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { report } from '../soak/report.ts';
import { startWays, USUAL, USUAL_KEPT, type Way } from './ways.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
const SECONDS = Number(process.argv[3] ?? 5);
const CONNECTIONS = 32;
const STORE_WANTED = 2.5;
const PASSED_WANTED = 1.2;

interface Load {
  readonly requests: { readonly average: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly non2xx: number;
  readonly errors: number;
}
interface Measure {
  readonly rps: number;
  readonly p50: number;
  readonly p99: number;
}

const autocannon = createRequire(import.meta.url).resolve('autocannon/autocannon.js');

async function load({ name, url, headers }: Way, seconds: number): Promise<Measure> {
  const flags = ['-j', '-c', String(CONNECTIONS), '-d', String(seconds), '--latency'];
  for (const [name, value] of Object.entries(headers)) flags.push('-H', `${name}=${value}`);
  const { stdout } = await promisify(execFile)(process.execPath, [autocannon, ...flags, url]);
  const { requests, latency, non2xx, errors } = JSON.parse(stdout) as Load;
  if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} answers other than 2xx, ${errors} errors`);
  return { rps: requests.average, p50: latency.p50, p99: latency.p99 };
}

const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

const { ways, stop } = await startWays();
const measures = new Map<string, Measure[]>(ways.map(({ name }) => [name, []]));
try {
  // Each gets warm first: what is measured is a server that runs, not one that starts.
  for (const way of ways) await load(way, 2);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of ways) measures.get(way.name)?.push(await load(way, SECONDS));
} finally {
  await stop();
}

const found = (name: string): Measure => {
  const all = measures.get(name) ?? [];
  const of = (field: keyof Measure) => median(all.map((one) => one[field]));
  return { rps: of('rps'), p50: of('p50'), p99: of('p99') };
};
const [usual, kept] = [found(USUAL), found(USUAL_KEPT)];
const line = (cells: readonly (string | number)[]) =>
  process.stdout.write(
    `  ${cells.map((cell, n) => (n === 0 ? String(cell).padEnd(28) : String(cell).padStart(12))).join('')}\n`,
  );
process.stdout.write(`\n${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections, medians\n`);
line(['', 'requests/s', 'p50 ms', 'p99 ms', 'ratio']);
for (const { name } of ways) {
  const { rps, p50, p99 } = found(name);
  line([name, Math.round(rps), p50, p99, (rps / usual.rps).toFixed(2)]);
}
const [store, passed] = [found('Waypost, from its store'), found('Waypost, passed through')];
const ratio = (one: Measure, beside: Measure) => Math.round((one.rps / beside.rps) * 100) / 100;
report('Beside express + express-session + http-proxy-middleware', [
  {
    what: 'from the store: requests/s, times',
    found: ratio(store, usual),
    wanted: { atLeast: STORE_WANTED },
  },
  { what: 'from the store: p99 no worse', found: store.p99 <= usual.p99, wanted: true },
  {
    what: 'passed through: requests/s, times',
    found: ratio(passed, usual),
    wanted: { atLeast: PASSED_WANTED },
  },
  { what: 'passed through: p99 no worse', found: passed.p99 <= usual.p99, wanted: true },
  { what: 'from the store, beside the one that keeps connections, times', found: ratio(store, kept) },
  { what: 'passed through, beside the one that keeps connections, times', found: ratio(passed, kept) },
]);
