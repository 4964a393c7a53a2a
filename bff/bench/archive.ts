/**
 * `pnpm bench:archive`: search times with 200,000 archived loads on SQLite and PostgreSQL; also checks that opening the board
 * does not slow down.
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Row, report } from '../soak/report.ts';
import { type ArchivedFilter, listArchivedLoads } from '../src/platform/store/archived-loads.ts';
import type { Database } from '../src/platform/store/database.ts';
import { openDatabase } from '../src/platform/store/open-database.ts';
import { fillArchive } from '../src/testing/archived-loads.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { temporaryFolder } from '../src/testing/server.ts';
import { id, silentLog } from '../src/testing/tracking.ts';
import { Board } from '../src/tracking/board/board.ts';

const LOADS = Number(process.argv[2] ?? 200_000);
const RUNS = 5;
const MAX_MS = 100;
const print = (text: string) => process.stdout.write(`${text}\n`);

/** The loads were archived one minute apart, ending now. */
const NOW = Date.now();
const ONE_DAY = { since: NOW - 60_000 * 150_000, until: NOW - 60_000 * 148_560 };
const SEARCHES: Readonly<Record<string, Omit<ArchivedFilter, 'limit'>>> = {
  'the newest': {},
  'a late page': { after: 1_000 },
  'one load number': { q: `LD-${100_000 + Math.floor(LOADS / 2)}` },
  'the end of a load number': { q: '4711' },
  'a prefix of all load numbers': { q: 'ld-1' },
  'a unit': { q: 'unit 4321' },
  'the last eight characters of a VIN': { q: 'CS004321' },
  'one city of seven': { q: 'denver' },
  'two cities of seven': { q: 'denver tulsa' },
  'words that never occur together': { q: 'dock39 gate0 gate1x' },
  'a fleet and a city': { q: 'CARRIER-1007 reno' },
  'unknown words': { q: 'qqqq denver' },
  'a reason': { reason: 'overdue' },
  'a fleet by its id': { fleet_id: id(2_000_007) },
  'a reason, a fleet and a city': { reason: 'overdue', fleet_id: id(2_000_009), q: 'tulsa' },
  'a day': { ...ONE_DAY },
  'a city on a day': { q: 'boise', ...ONE_DAY },
};

async function measure(name: string, db: Database): Promise<Row[]> {
  const rows: Row[] = [];
  const emptyMs = await openingMs(db);
  print(`${name}: filling ${LOADS} loads ...`);
  await fillArchive(db, LOADS);
  // Databases do this on their own after a while.
  await sql.raw(name === 'SQLite' ? 'ANALYZE' : 'VACUUM ANALYZE').execute(db);
  for (const [what, filter] of Object.entries(SEARCHES)) {
    const duration: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const startedAt = performance.now();
      await listArchivedLoads(db, { ...filter, limit: 101 });
      duration.push(performance.now() - startedAt);
    }
    const median = duration.sort((a, b) => a - b)[RUNS >> 1] as number;
    rows.push({ what: `${name}: ${what}`, found: median.toFixed(1), expected: { below: MAX_MS } });
  }
  const fullMs = await openingMs(db);
  rows.push({ what: `${name}: opening the board with an empty archive`, found: emptyMs.toFixed(1) });
  rows.push({
    what: `${name}: opening it with a full archive`,
    found: fullMs.toFixed(1),
    expected: { below: MAX_MS },
  });
  return rows;
}

async function openingMs(db: Database): Promise<number> {
  const startedAt = performance.now();
  const board = await Board.open({ db, placeOf: () => null, log: silentLog });
  const duration = performance.now() - startedAt;
  await board.close();
  return duration;
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
report('Archive searches, median of five, in ms', rows);
