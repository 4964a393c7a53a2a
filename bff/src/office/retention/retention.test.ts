import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import type { Database, Tables } from '../../platform/store/database.ts';
import { deleteOld } from '../../platform/store/delete-old.ts';
import { addAgedRows, bulkRow } from '../../testing/aged-rows.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { purgeAll } from './retention.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const DAY = 24 * 3600_000;
const TABLES = [
  'vehicle_position',
  'activity',
  'person',
  'webhook_delivery',
  'intent',
  'operation',
  'monitor',
  'monitor_event',
  'monitor_link',
  'monitor_about',
  'invitation',
  'invitation_happening',
  'email',
  'bulk_job',
  'bulk_row',
  'exception',
  'exception_event',
  'load_call',
  'outgoing_event',
  'outgoing_delivery',
  'share_link',
  'arrival_case',
] as const satisfies readonly (keyof Tables)[];

const { retention } = readConfig({
  SERVICE_BASE_URL: 'https://api.example.com',
  SERVICE_TOKEN_URL: 'https://id.example.com/token',
  SERVICE_AUTHORIZATION_URL: 'https://id.example.com/auth',
  SERVICE_CLIENT_ID: 'c',
  SERVICE_CLIENT_SECRET: 's',
  SECRET_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
});
const failed = (error: unknown) => {
  throw error;
};
const purge = (db: Database) => purgeAll(db, { retention, now: NOW, failed });

async function counts(db: Database): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(db);
    found[table] = Number(rows[0]?.n);
  }
  return found;
}

describeOnBothDatabases('what is over', (fresh) => {
  it('is deleted when it is older than its retention, with everything that belongs to it, and not before', async () => {
    const { db } = await (await fresh()).open();
    await addAgedRows(db, 'young', NOW - DAY);
    const young = await counts(db);
    expect(Object.values(young)).not.toContain(0);
    await addAgedRows(db, 'old', NOW - 1_000 * DAY);
    await purge(db);
    expect(await counts(db)).toEqual(young);
  });

  it('is deleted a few rows at a time, with pauses for other work', async () => {
    const { db } = await (await fresh()).open();
    await addAgedRows(db, 'job', NOW - 1_000 * DAY);
    const rows = Array.from({ length: 499 }, (_, n) => bulkRow('job', n + 1));
    await db.insertInto('bulk_row').values(rows).execute();
    const left: number[] = [];
    const rest = async () => {
      left.push((await counts(db)).bulk_row ?? 0);
    };
    const old = sql`job_id = 'job'`;
    let now = 0;
    const clock = () => {
      now += 1_000;
      return now;
    };
    await deleteOld(db, 'bulk_row', ['job_id', 'n'], old, { rest, clock });
    expect(left.slice(0, 4)).toEqual([450, 425, 413, 403]);
    expect((await counts(db)).bulk_row).toBe(0);
  });

  it('is kept when the server stops, for the next run', async () => {
    const { db } = await (await fresh()).open();
    await addAgedRows(db, 'old', NOW - 1_000 * DAY);
    const before = await counts(db);
    await purgeAll(db, { retention, now: NOW, failed, signal: AbortSignal.abort() });
    expect(await counts(db)).toEqual(before);
  });

  it('is kept while a row of a bulk job would be sent twice without it', async () => {
    const { db } = await (await fresh()).open();
    await addAgedRows(db, 'old', NOW - 1_000 * DAY);
    await db.updateTable('bulk_job').set({ state: 'paused', finished_at: null }).execute();
    await db.updateTable('bulk_row').set({ state: 'waiting', intent_id: 'old' }).execute();
    await purge(db);
    expect(await counts(db)).toMatchObject({ intent: 1, bulk_row: 1, bulk_job: 1, activity: 0 });
  });

  it('is kept while its outcome is unknown', async () => {
    const { db } = await (await fresh()).open();
    await addAgedRows(db, 'old', NOW - 1_000 * DAY);
    await db.updateTable('intent').set({ state: 'unknown' }).execute();
    await db.updateTable('monitor').set({ ended_at: null }).execute();
    await purge(db);
    expect(await counts(db)).toMatchObject({ intent: 1, monitor: 1, monitor_link: 1, operation: 0 });
  });
});
