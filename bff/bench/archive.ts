/**
 * `pnpm bench:archive`: how long the searches of the archive take with 200,000 loads in it, on SQLite and on PostgreSQL, and that opening the board
 * takes no longer for them.
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Row, report } from '../soak/report.ts';
import { Board } from '../src/board/board.ts';
import { type ArchivedFilter, addArchivedLoads, listArchivedLoads } from '../src/store/archived-loads.ts';
import { type Database, openDatabase } from '../src/store/database.ts';
import { archivedLoadOf } from '../src/testing/aged-rows.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { temporaryFolder } from '../src/testing/server.ts';
import { id, silentLog } from '../src/testing/tracking.ts';

const LOADS = Number(process.argv[2] ?? 200_000);
const AT_ONCE = 2_000;
const RUNS = 5;
const MOST_MS = 100;
const CITIES = [
  'Dallas, TX',
  'Denver, CO',
  'Reno, NV',
  'Amarillo, TX',
  'El Paso, TX',
  'Boise, ID',
  'Tulsa, OK',
];
const REASONS = ['left_destination', 'monitor_completed', 'next_load', 'overdue', 'not_found', 'removed'];
const print = (text: string) => process.stdout.write(`${text}\n`);

const cityOf = (n: number) => CITIES[n % CITIES.length] as string;
const loadOf = (n: number) =>
  archivedLoadOf(
    {
      n,
      load_id: id(n),
      load_ref: `LD-${100_000 + n}`,
      reason: REASONS[n % REASONS.length] as string,
      archived_at: n * 60_000,
      origin: `${cityOf(n)}, Dock ${n % 40}`,
      destination: `${cityOf(n * 3 + 1)}, Gate ${n % 17}`,
      vehicle_id: id(1_000_000 + (n % 9_000)),
      vehicle_name: `Unit ${n % 9_000}`,
      fleet_id: id(2_000_000 + (n % 300)),
      fleet_ref: `CARRIER-${1_000 + (n % 300)}`,
      fleet_name: `Fleet ${n % 300} Transport`,
    },
    {
      numbers: [`1FUJGLDR5CS${String(n % 9_000).padStart(6, '0')}`],
      item: JSON.stringify({ filler: 'x'.repeat(1_500) }),
    },
  );

const SEARCHES: Readonly<Record<string, Omit<ArchivedFilter, 'limit'>>> = {
  'the newest': {},
  'a page far back': { after: 1_000 },
  'one load number': { q: `LD-${100_000 + Math.floor(LOADS / 2)}` },
  'the end of a load number': { q: '4711' },
  'a beginning that all load numbers have': { q: 'ld-1' },
  'a unit': { q: 'unit 4321' },
  'a VIN by its last eight': { q: 'CS004321' },
  'one city of seven': { q: 'denver' },
  'two cities of seven': { q: 'denver tulsa' },
  'two that never meet': { q: 'dock39 gate0 gate1x' },
  'a fleet and a city': { q: 'CARRIER-1007 reno' },
  'words that nobody has': { q: 'qqqq denver' },
  'a reason': { reason: 'overdue' },
  'a fleet by its id': { fleet_id: id(2_000_007) },
  'a reason, a fleet and a city': { reason: 'overdue', fleet_id: id(2_000_009), q: 'tulsa' },
  'a day': { since: 60_000 * 50_000, until: 60_000 * 51_440 },
  'a city on a day': { q: 'boise', since: 60_000 * 50_000, until: 60_000 * 51_440 },
};

async function measure(name: string, db: Database): Promise<Row[]> {
  const rows: Row[] = [];
  const emptyMs = await openingMs(db);
  print(`${name}: filling ${LOADS} loads ...`);
  for (let n = 1; n <= LOADS; n += AT_ONCE)
    await db.transaction().execute((store) =>
      addArchivedLoads(
        store,
        Array.from({ length: Math.min(AT_ONCE, LOADS - n + 1) }, (_, k) => loadOf(n + k)),
      ),
    );
  // As the database does by itself after a while.
  await sql`ANALYZE`.execute(db);
  for (const [what, filter] of Object.entries(SEARCHES)) {
    const took: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const began = performance.now();
      await listArchivedLoads(db, { ...filter, limit: 101 });
      took.push(performance.now() - began);
    }
    const middle = took.sort((a, b) => a - b)[RUNS >> 1] as number;
    rows.push({ what: `${name}: ${what}`, found: middle.toFixed(1), wanted: { below: MOST_MS } });
  }
  const fullMs = await openingMs(db);
  rows.push({ what: `${name}: opening the board with an empty archive`, found: emptyMs.toFixed(1) });
  rows.push({ what: `${name}: and with a full one`, found: fullMs.toFixed(1), wanted: { below: MOST_MS } });
  return rows;
}

async function openingMs(db: Database): Promise<number> {
  const began = performance.now();
  const board = await Board.open({ db, placeOf: () => null, log: silentLog });
  const took = performance.now() - began;
  await board.close();
  return took;
}

const folder = temporaryFolder();
const sqlite = await openDatabase(`sqlite:${join(folder.dir, 'bench.db')}`);
const rows = await measure('SQLite', sqlite.db);
await sqlite.close();
folder.remove();
const { url, stop } = await startPostgres();
const postgres = await openDatabase(`${url}/postgres`);
rows.push(...(await measure('PostgreSQL', postgres.db)));
await postgres.close();
await stop();
report('Searches of the archive, the middle one of five, in ms', rows);
