/**
 * `pnpm bench:reports`, must show 2 of usage and fuel: 100,000 rows of each out of the sandbox. How long the first import takes beside what the
 * service's own limit forces, how long an answer takes from what is here, and how much memory an export costs.
 */
import type { FuelImport } from '@waypost/contract/api/fuel';
import type { ListImport } from '@waypost/contract/api/list-import';
import type { UsageSummary } from '@waypost/contract/api/usage';
import { report } from '../soak/report.ts';
import { COLLECTABLE, cookiesOf, sandboxProcess, serve } from '../soak/serve.ts';
import { temporaryFolder } from '../src/testing/server.ts';

const ROWS = Number(process.argv[2] ?? 100_000);
/** Requests a second that the service takes from us. */
const LIMIT = Number(process.argv[3] ?? 20);
const PAGE = 1000;
const MB = 1024 * 1024;
const DAY = 86_400_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const folder = temporaryFolder();
const service = await sandboxProcess({
  SANDBOX_LOADS: '50',
  SANDBOX_USAGE_ROWS: String(ROWS),
  SANDBOX_FUEL_ROWS: String(ROWS),
  SANDBOX_RATE_LIMIT: String(LIMIT),
});
const server = await serve(service.line, folder.dir, {
  POLL_INTERVAL_SECONDS: '60',
  SERVICE_MAX_RPS: '1000',
  ...COLLECTABLE,
});
const [cookie = ''] = await cookiesOf(server.url, 1);
const headers = { cookie, 'X-CSRF': '1' };
const get = async <T>(path: string) => (await (await fetch(server.url + path, { headers })).json()) as T;

const month = (back: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
};
const usageQuery = `from_month=${month(12)}&to_month=${month(0)}`;
const callsSoFar = async () =>
  (await get<UsageSummary>(`/api/usage?${usageQuery}`)).months.at(-1)?.own?.calls ?? 0;

interface Took {
  readonly seconds: number;
  readonly calls: number;
  readonly listImport: ListImport;
}
async function read(path: string, body: object): Promise<Took> {
  const [start, before] = [performance.now(), await callsSoFar()];
  const begun = await fetch(server.url + path, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  let listImport = (await begun.json()) as ListImport;
  while (listImport.state === 'reading') {
    await sleep(100);
    listImport = await get<ListImport>(`${path}/${listImport.import_id}`);
  }
  const seconds = (performance.now() - start) / 1000;
  return { seconds, calls: (await callsSoFar()) - before, listImport };
}

/** What the service's limit forces on these calls: it lets a second's worth through at once. */
const forced = ({ calls }: Took) => Math.max(0, calls - LIMIT) / LIMIT;

// The board has had its first look at every load.
await sleep(15_000);
const usage = await read('/api/usage/imports', { from_month: month(12), to_month: month(0) });
const cached: number[] = [];
for (let i = 0; i < 20; i += 1) {
  const start = performance.now();
  await get(`/api/usage?${usageQuery}`);
  cached.push(performance.now() - start);
}

const now = Date.now();
const range = {
  from_datetime: new Date(now - 365 * DAY).toISOString(),
  to_datetime: new Date(now).toISOString(),
};
const fuel = await read('/api/fuel/imports', range);
const { import_id } = fuel.listImport as FuelImport;

const before = await server.held();
const residentBefore = server.memory();
let [peak, residentPeak, bytes, lines] = [0, 0, 0, 0];
const answer = await fetch(`${server.url}/api/fuel/imports/${import_id}/rows.csv`, { headers });
const wanted = Number(answer.headers.get('X-Row-Count'));
const watch = setInterval(() => {
  residentPeak = Math.max(residentPeak, server.memory());
}, 50);
const measure = async () => {
  peak = Math.max(peak, await server.held());
};
let measured = 0;
for await (const piece of answer.body ?? []) {
  bytes += piece.length;
  for (const byte of piece) if (byte === 10) lines += 1;
  // In the middle of it, every tenth of the way.
  if (lines > (measured + 1) * (wanted / 10)) {
    measured += 1;
    await measure();
  }
}
clearInterval(watch);

server.child.kill();
await server.exit;
service.child.kill();
folder.remove();

const round = (value: number, digits = 1) => Number(value.toFixed(digits));
const spread = (took: Took) => round((took.seconds / Math.max(forced(took), 0.001) - 1) * 100);
report(`${ROWS} rows of usage and of fuel, ${LIMIT} requests a second allowed, pages of ${PAGE}`, [
  { what: 'usage rows read', found: usage.listImport.rows_read, wanted: { atLeast: ROWS } },
  { what: 'calls meanwhile, the board’s too', found: usage.calls },
  { what: 'seconds that the limit forces on them', found: round(forced(usage)) },
  { what: 'seconds that it took', found: round(usage.seconds) },
  { what: 'more than forced, %', found: spread(usage), wanted: { below: 10 } },
  {
    what: 'summary from what is here, ms (median)',
    found: round(cached.sort((a, b) => a - b)[10] ?? 0),
    wanted: { below: 200 },
  },
  { what: 'fuel rows read', found: fuel.listImport.rows_read },
  { what: 'calls meanwhile', found: fuel.calls },
  { what: 'seconds that the limit forces on them', found: round(forced(fuel)) },
  { what: 'seconds that it took, looked through', found: round(fuel.seconds) },
  { what: 'lines of CSV', found: lines - 1, wanted },
  { what: 'MB of CSV', found: round(bytes / MB) },
  { what: 'memory held more while exporting, MB', found: round((peak - before) / MB), wanted: { below: 60 } },
  { what: 'resident memory more while exporting, MB', found: round((residentPeak - residentBefore) / MB) },
]);
