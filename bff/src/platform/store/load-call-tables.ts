/** The last call about each load, and the ETA that a dispatcher learned by phone. */
import type { Kysely } from 'kysely';

export interface LoadCallTables {
  load_call: {
    load_id: string;
    /** JSON of the newest call that was not undone; null: none. */
    last_call: string | null;
    /** JSON of the ETA as last set; null: none, or cleared. Whether it is over is decided by the board. */
    eta: string | null;
    /** Sequence number of the event that set or cleared `eta`. */
    eta_seq: number | null;
    /** Sequence number of the last event. */
    change: number;
    changed_at: number;
  };
}

export async function addLoadCalls(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('load_call')
    .addColumn('load_id', 'text', (c) => c.primaryKey())
    .addColumn('last_call', 'text')
    .addColumn('eta', 'text')
    .addColumn('eta_seq', 'bigint')
    .addColumn('change', 'bigint', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .execute();
  for (const column of ['change', 'changed_at'])
    await db.schema.createIndex(`load_call_by_${column}`).on('load_call').column(column).execute();
}
