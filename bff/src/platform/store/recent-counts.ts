/** How many deliveries and emails were handled lately, by state. */
import { sql } from 'kysely';
import type { Database } from './database.ts';

export interface RecentCounts {
  readonly counts: readonly { readonly state: string; readonly count: number }[];
  /** Milliseconds since 1970; null: none. */
  readonly last: number | null;
}

const counted = sql<number>`CAST(count(*) AS bigint)`.as('count');

function recentCounts(
  rows: readonly { readonly state: string; readonly count: number; readonly last: number | null }[],
): RecentCounts {
  const last = Math.max(...rows.map((row) => Number(row.last ?? 0)), 0);
  return { counts: rows.map(({ state, count }) => ({ state, count: Number(count) })), last: last || null };
}

/** Events from the service that were received since `since` (ms). */
export async function incomingCounts(db: Database, since: number): Promise<RecentCounts> {
  const rows = await db
    .selectFrom('webhook_delivery')
    .select(({ fn }) => ['state', counted, fn.max('received_at').as('last')])
    .where('received_at', '>=', since)
    .groupBy('state')
    .orderBy('state')
    .execute();
  return recentCounts(rows);
}

/** Deliveries of events that were created since `since` (ms). */
export async function outgoingCounts(db: Database, since: number): Promise<RecentCounts> {
  const rows = await db
    .selectFrom('outgoing_event')
    .innerJoin('outgoing_delivery', 'outgoing_delivery.event_id', 'outgoing_event.id')
    .select(({ fn }) => ['state', counted, fn.max('last_at').as('last')])
    .where('outgoing_event.created_at', '>=', since)
    .groupBy('state')
    .orderBy('state')
    .execute();
  return recentCounts(rows);
}

/** Emails that changed since `since` (ms). */
export async function emailCounts(db: Database, since: number): Promise<RecentCounts> {
  const rows = await db
    .selectFrom('email')
    .select(({ fn }) => ['state', counted, fn.max('updated_at').as('last')])
    .where('updated_at', '>=', since)
    .groupBy('state')
    .orderBy('state')
    .execute();
  return recentCounts(rows);
}
