/** A server on PostgreSQL, and what another server of the same database does, for `bench:requests`. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { serve } from '../soak/serve.ts';
import type { SandboxLine } from '../src/cli/processes.ts';
import type { Database } from '../src/platform/store/database.ts';
import { openDatabase } from '../src/platform/store/open-database.ts';
import { addRows, rowsOf, writeSetting } from '../src/platform/store/query.ts';
import { boardVersion, saveChanges } from '../src/platform/store/watched-loads.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { temporaryFolder } from '../src/testing/server.ts';
import { MEASURED } from './longest-turn.ts';
import type { ServerEvent } from './server-events.ts';

/** Loads that the other server changes in one commit, for example with the limits of lateness. */
const CHANGED = [1, 200, 2_000];

/** `from`: a database with loads, which are copied. */
export async function changesOfAnotherServer(line: SandboxLine, from: Database, warmUpMs: number) {
  const folder = temporaryFolder();
  const postgres = await startPostgres();
  const url = `${postgres.url}/postgres`;
  const { db, close } = await openDatabase(url);
  await addRows(db, 'watched_load', await rowsOf(from, 'watched_load'));
  await writeSetting(db, 'board_version', String(await boardVersion(from)));
  const server = await serve(line, folder.dir, {
    DATABASE_URL: url,
    POLL_INTERVAL_SECONDS: '3600',
    SERVICE_MAX_RPS: '20',
    ...MEASURED,
  });
  await delay(warmUpMs);
  const change = async (loads: number) => {
    const before = await boardVersion(db);
    const rows = await rowsOf(db, 'watched_load', { watched: 1 }, ['load_id'], loads);
    const kept = { by_name: 'Somebody', at: new Date().toISOString() };
    const changed = rows.map((row, n) => {
      const derived = JSON.parse(row.derived ?? '{}') as { versions?: object };
      const versions = { ...derived.versions, kept: Date.now() };
      return { ...row, version: before + n + 1, derived: JSON.stringify({ ...derived, kept, versions }) };
    });
    const after = before + changed.length;
    const changes = { rows: changed, positions: [], cases: [], archived: [], added: [], entries: [] };
    if (!(await saveChanges(db, changes, { before, after }))) return change(loads);
    const message = JSON.stringify({ from: 'another server', signal: 'board', detail: String(after) });
    await sql`SELECT pg_notify('waypost', ${message})`.execute(db);
  };
  const events: ServerEvent[] = CHANGED.map((loads) => ({
    what: `another server: ${loads} loads changed`,
    cause: () => change(loads),
    settleMs: 3_000,
  }));
  return {
    server,
    events,
    stop: async () => {
      server.child.kill();
      await server.exit;
      await close();
      await postgres.stop();
      folder.remove();
    },
  };
}
