/**
 * `pnpm bench:reports`, required measurement 2 of usage and fuel: 100,000 rows of each from the sandbox. Measures the first
 * import compared with the minimum that the service's rate limit forces, responses from imported data, and the memory cost of an
 * export.
 */
import type { FuelImport } from '@waypost/contract/api/fuel';
import type { ListImport } from '@waypost/contract/api/list-import';
import type { UsageSummary } from '@waypost/contract/api/usage';
import { report } from '../soak/report.ts';
import { COLLECTABLE, cookiesOf, sandboxProcess, serve } from '../soak/serve.ts';
import { temporaryFolder } from '../src/testing/server.ts';

const ROWS = Number(process.argv[2] ?? 100_000);
/** Requests per second that the service allows. */
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

interface Timed {
  readonly seconds: number;
  readonly calls: number;
  readonly listImport: ListImport;
}
async function read(path: string, body: object): Promise<Timed> {
  const [start, before] = [performance.now(), await callsSoFar()];
  const startedAt = await fetch(server.url + path, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  let listImport = (await startedAt.json()) as ListImport;
  while (listImport.state === 'reading') {
    await sleep(100);
    listImport = await get<ListImport>(`${path}/${listImport.import_id}`);
  }
  const seconds = (performance.now() - start) / 1000;
  return { seconds, calls: (await callsSoFar()) - before, listImport };
}

/** Seconds that the rate limit forces on these calls; the first second's worth passes immediately. */
const forced = ({ calls }: Timed) => Math.max(0, calls - LIMIT) / LIMIT;

// Wait until the board has read every load once.
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

const before = await server.memoryAfterGc();
const residentBefore = server.memory();
let [peak, residentPeak, bytes, lines] = [0, 0, 0, 0];
const response = await fetch(`${server.url}/api/fuel/imports/${import_id}/rows.csv`, { headers });
const expected = Number(response.headers.get('X-Row-Count'));
const watch = setInterval(() => {
  residentPeak = Math.max(residentPeak, server.memory());
}, 50);
const measure = async () => {
  peak = Math.max(peak, await server.memoryAfterGc());
};
let measured = 0;
for await (const piece of response.body ?? []) {
  bytes += piece.length;
  for (const byte of piece) if (byte === 10) lines += 1;
  // Measure at every tenth of the export.
  if (lines > (measured + 1) * (expected / 10)) {
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
const spread = (timed: Timed) => round((timed.seconds / Math.max(forced(timed), 0.001) - 1) * 100);
report(`${ROWS} rows of usage and of fuel, ${LIMIT} requests a second allowed, pages of ${PAGE}`, [
  { what: 'usage rows read', found: usage.listImport.rows_read, expected: { atLeast: ROWS } },
  { what: 'calls during the import, including the board’s', found: usage.calls },
  { what: 'seconds forced by the rate limit', found: round(forced(usage)) },
  { what: 'seconds taken', found: round(usage.seconds) },
  { what: 'above forced, %', found: spread(usage), expected: { below: 10 } },
  {
    what: 'summary of imported data, ms (median)',
    found: round(cached.sort((a, b) => a - b)[10] ?? 0),
    expected: { below: 200 },
  },
  { what: 'fuel rows read', found: fuel.listImport.rows_read },
  { what: 'calls during the import', found: fuel.calls },
  { what: 'seconds forced by the rate limit', found: round(forced(fuel)) },
  { what: 'seconds taken, including checks', found: round(fuel.seconds) },
  { what: 'lines of CSV', found: lines - 1, expected },
  { what: 'MB of CSV', found: round(bytes / MB) },
  {
    what: 'additional heap while exporting, MB',
    found: round((peak - before) / MB),
    expected: { below: 60 },
  },
  {
    what: 'additional resident memory while exporting, MB',
    found: round((residentPeak - residentBefore) / MB),
  },
]);
