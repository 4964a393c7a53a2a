/**
 * `pnpm bench:bff`, required measurement 10: request rates for the same response, directly, behind nginx, behind a typical
 * backend-for-frontend and behind Waypost. A separate process loads each target in turn over several rounds; the median counts.
 */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { report } from '../soak/report.ts';
import { BASELINE, BASELINE_KEEP_ALIVE, type BenchTarget, startTargets } from './targets.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
const SECONDS = Number(process.argv[3] ?? 5);
const CONNECTIONS = 32;
const MIN_STORE_RATIO = 2.5;
const MIN_PROXY_RATIO = 1.2;

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

async function load({ name, url, headers }: BenchTarget, seconds: number): Promise<Measure> {
  const flags = ['-j', '-c', String(CONNECTIONS), '-d', String(seconds), '--latency'];
  for (const [name, value] of Object.entries(headers)) flags.push('-H', `${name}=${value}`);
  const { stdout } = await promisify(execFile)(process.execPath, [autocannon, ...flags, url]);
  const { requests, latency, non2xx, errors } = JSON.parse(stdout) as Load;
  if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} responses other than 2xx, ${errors} errors`);
  return { rps: requests.average, p50: latency.p50, p99: latency.p99 };
}

const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

const { targets, stop } = await startTargets();
const measures = new Map<string, Measure[]>(targets.map(({ name }) => [name, []]));
try {
  // Warm up, because steady state is measured and not startup.
  for (const target of targets) await load(target, 2);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const target of targets) measures.get(target.name)?.push(await load(target, SECONDS));
} finally {
  await stop();
}

const found = (name: string): Measure => {
  const all = measures.get(name) ?? [];
  const of = (field: keyof Measure) => median(all.map((measure) => measure[field]));
  return { rps: of('rps'), p50: of('p50'), p99: of('p99') };
};
const [baseline, keepAlive] = [found(BASELINE), found(BASELINE_KEEP_ALIVE)];
const line = (cells: readonly (string | number)[]) =>
  process.stdout.write(
    `  ${cells.map((cell, n) => (n === 0 ? String(cell).padEnd(28) : String(cell).padStart(12))).join('')}\n`,
  );
process.stdout.write(`\n${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections, medians\n`);
line(['', 'requests/s', 'p50 ms', 'p99 ms', 'ratio']);
for (const { name } of targets) {
  const { rps, p50, p99 } = found(name);
  line([name, Math.round(rps), p50, p99, (rps / baseline.rps).toFixed(2)]);
}
const [store, proxied] = [found('Waypost, from its store'), found('Waypost, passed through')];
const ratio = (measure: Measure, reference: Measure) => Math.round((measure.rps / reference.rps) * 100) / 100;
report('Compared with express + express-session + http-proxy-middleware', [
  {
    what: 'from the store: requests/s, times',
    found: ratio(store, baseline),
    expected: { atLeast: MIN_STORE_RATIO },
  },
  { what: 'from the store: p99 no worse', found: store.p99 <= baseline.p99, expected: true },
  {
    what: 'proxied: requests/s, times',
    found: ratio(proxied, baseline),
    expected: { atLeast: MIN_PROXY_RATIO },
  },
  { what: 'proxied: p99 no worse', found: proxied.p99 <= baseline.p99, expected: true },
  { what: 'from the store, compared with keep-alive connections, times', found: ratio(store, keepAlive) },
  { what: 'proxied, compared with keep-alive connections, times', found: ratio(proxied, keepAlive) },
]);
