/**
 * `pnpm bench:year`: a simulated year of everything that grows, deleted daily as the server does it, on SQLite and PostgreSQL. Prints rows
 * and bytes by quarter; after the retention time neither may grow.
 */
import { sql } from 'kysely';
import { type Row, report } from '../soak/report.ts';
import { PURGES, purgeAll } from '../src/office/retention/retention.ts';
import type { RetentionMs } from '../src/platform/config/config.ts';
import type { Database, Dialect } from '../src/platform/store/database.ts';
import { openDatabase } from '../src/platform/store/open-database.ts';
import { addAgedRows } from '../src/testing/aged-rows.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { temporaryFolder } from '../src/testing/server.ts';

const DAYS = Number(process.argv[2] ?? 365);
/** Of each kind, and positions. */
const ROWS_PER_DAY = Number(process.argv[3] ?? 10);
const POSITIONS_PER_DAY = 5_000;
const DAY_MS = 86_400_000;
/** All alike, so that the year is longer than any. */
const KEPT_DAYS = 60;
const QUARTER = Math.floor(DAYS / 4);
const retention = Object.fromEntries(
  PURGES.flatMap(({ keep }) => (keep === 'now' ? [] : [[keep, KEPT_DAYS * DAY_MS]])),
) as unknown as RetentionMs;
const tables = [...new Set(PURGES.flatMap((purge) => purge.tables))];
const print = (text: string) => process.stdout.write(`${text}\n`);

const START = Date.parse('2026-01-01T00:00:00Z');

async function addPositions(db: Database, day: number): Promise<void> {
  const at = START + day * DAY_MS;
  const rows = Array.from({ length: POSITIONS_PER_DAY }, (_, n) => ({
    vehicle_id: `truck ${n % 100}`,
    occurred_at: at + Math.floor(n / 100) * 1_000_000,
    latitude: 40,
    longitude: -100,
  }));
  for (let from = 0; from < rows.length; from += 500)
    await db
      .insertInto('vehicle_position')
      .values(rows.slice(from, from + 500))
      .execute();
}

async function sizeOf(db: Database, dialect: Dialect) {
  let rows = 0;
  for (const table of tables) {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    rows += Number(count);
  }
  const bytes =
    dialect === 'sqlite'
      ? sql<{
          bytes: number;
        }>`SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`
      : sql<{ bytes: number }>`SELECT pg_database_size(current_database())::float AS bytes`;
  return { rows, bytes: (await bytes.execute(db)).rows[0]?.bytes ?? 0 };
}

async function year(url: string): Promise<Row[]> {
  const { db, dialect, close } = await openDatabase(url);
  const quarters: { rows: number; bytes: number }[] = [];
  for (let day = 1; day <= DAYS; day += 1) {
    const now = START + day * DAY_MS;
    for (let n = 0; n < ROWS_PER_DAY; n += 1) await addAgedRows(db, `${day} ${n}`, now - n * 3_600_000);
    await addPositions(db, day);
    await purgeAll(db, {
      retention,
      now,
      failed: (error) => {
        throw error;
      },
    });
    // Its autovacuum looks once a minute, in which hundreds of these days pass.
    if (dialect === 'postgres') await sql`VACUUM`.execute(db);
    if (day % QUARTER === 0) {
      const size = await sizeOf(db, dialect);
      quarters.push(size);
      print(`${dialect}, day ${day}: ${size.rows} rows, ${(size.bytes / 1e6).toFixed(1)} MB`);
    }
  }
  await close();
  const [first, last] = [quarters[0], quarters.at(-1)];
  if (!first || !last) throw new Error('a year needs at least four days');
  const growth = (what: string, from: number, to: number, below: number): Row => ({
    what: `${dialect}: ${what} at the end, to those after a quarter`,
    found: (to / from).toFixed(3),
    expected: { below },
  });
  return [growth('rows', first.rows, last.rows, 1.02), growth('bytes', first.bytes, last.bytes, 1.15)];
}

const { dir, remove } = temporaryFolder();
const postgres = await startPostgres();
const rows = [...(await year(`sqlite:${dir}/year.db`)), ...(await year(`${postgres.url}/postgres`))];
await postgres.stop();
remove();
report(`${DAYS} days, kept for ${KEPT_DAYS}`, rows);
