/**
 * `pnpm bench:archive`: how long the searches of the archive take with 200,000 loads in it, on SQLite and on PostgreSQL, and that opening the board
 * takes no longer for them.
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Row, report } from '../soak/report.ts';
import { Board } from '../src/board/board.ts';
import { type ArchivedFilter, listArchivedLoads } from '../src/store/archived-loads.ts';
import { type Database, openDatabase } from '../src/store/database.ts';
import { fillArchive } from '../src/testing/archived-loads.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { temporaryFolder } from '../src/testing/server.ts';
import { id, silentLog } from '../src/testing/tracking.ts';

const LOADS = Number(process.argv[2] ?? 200_000);
const RUNS = 5;
const MOST_MS = 100;
const print = (text: string) => process.stdout.write(`${text}\n`);

/** Of the loads, which were archived a minute apart until now. */
const NOW = Date.now();
const A_DAY = { since: NOW - 60_000 * 150_000, until: NOW - 60_000 * 148_560 };
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
  'a day': { ...A_DAY },
  'a city on a day': { q: 'boise', ...A_DAY },
};

async function measure(name: string, db: Database): Promise<Row[]> {
  const rows: Row[] = [];
  const emptyMs = await openingMs(db);
  print(`${name}: filling ${LOADS} loads ...`);
  await fillArchive(db, LOADS);
  // As the database does by itself after a while.
  await sql.raw(name === 'SQLite' ? 'ANALYZE' : 'VACUUM ANALYZE').execute(db);
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
