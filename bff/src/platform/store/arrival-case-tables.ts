/** Arrivals, each with an estimate that was shown before it: how often the estimates were right. */
import type { Kysely } from 'kysely';

export interface ArrivalCaseTables {
  arrival_case: {
    load_id: string;
    stop_sequence: number;
    minutes_before: number;
    /** Null: the fleet is not known. */
    fleet_id: string | null;
    /** When the estimate was shown, and its interval. */
    shown_at: number;
    shown_from: number;
    shown_likely: number;
    shown_to: number;
    /** What earlier cases had taught by then, see arrival/track-record.ts. */
    time_factor: number;
    width_factor: number;
    arrived_at: number;
    /** The arrival was within the interval. */
    hit: number;
  };
}

export async function addArrivalCases(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('arrival_case')
    .addColumn('load_id', 'text', (c) => c.notNull())
    .addColumn('stop_sequence', 'integer', (c) => c.notNull())
    .addColumn('minutes_before', 'integer', (c) => c.notNull())
    .addColumn('fleet_id', 'text')
    .addColumn('shown_at', 'bigint', (c) => c.notNull())
    .addColumn('shown_from', 'bigint', (c) => c.notNull())
    .addColumn('shown_likely', 'bigint', (c) => c.notNull())
    .addColumn('shown_to', 'bigint', (c) => c.notNull())
    .addColumn('time_factor', 'double precision', (c) => c.notNull())
    .addColumn('width_factor', 'double precision', (c) => c.notNull())
    .addColumn('arrived_at', 'bigint', (c) => c.notNull())
    .addColumn('hit', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('arrival_case_key', ['load_id', 'stop_sequence', 'minutes_before'])
    .execute();
  await db.schema.createIndex('arrival_case_by_arrived_at').on('arrival_case').column('arrived_at').execute();
}
