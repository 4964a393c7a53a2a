/** Outgoing webhooks, their events and deliveries. Functions work inside or outside a transaction. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { type Child, deleteOldWith, type Pause } from './delete-old.ts';
import {
  addRow,
  deleteRowsIn,
  inChunks,
  lockSetting,
  readSetting,
  rowOf,
  updateRow,
  writeSetting,
} from './query.ts';

export type OutgoingWebhookRow = Tables['outgoing_webhook'];
export type OutgoingLoadRow = Tables['outgoing_load'];
type OutgoingEventRow = Tables['outgoing_event'];
type OutgoingDeliveryRow = Tables['outgoing_delivery'];
export type ListedOutgoingDelivery = OutgoingDeliveryRow &
  Pick<OutgoingEventRow, 'event_name' | 'load_ref'> & {
    /** When its job is due; null: it has none. */
    readonly next_at: number | null;
  };
export type OutgoingDeliveryWithRecord = ListedOutgoingDelivery &
  Pick<OutgoingEventRow, 'occurred_at' | 'record'>;

/** Kind of job: one delivery. Its dedupe key is the delivery's id, its order key the webhook's. */
export const OUTGOING_JOB = 'outgoing_delivery';

/** Position up to which changes have been turned into events. */
export interface OutgoingCursor {
  /** Sequence number of the last processed exception event. */
  readonly exceptions: number;
  /** Version of the last processed monitor change. */
  readonly monitors: number;
  /** Change number of the board; missing: written by version 0032. */
  readonly loads?: number;
  /** Ids of the agreements that were under way; missing: never looked at. */
  readonly agreements?: readonly string[];
}

const CURSOR = 'outgoing_cursor';
const DELIVERIES: Child = { table: 'outgoing_delivery', key: ['id'], of: 'event_id' };
const DELIVERIES_OF_WEBHOOK: Child = { ...DELIVERIES, of: 'webhook_id' };

/** Null: nothing was ever collected. */
export async function readOutgoingCursor(db: Database): Promise<OutgoingCursor | null> {
  const text = await readSetting(db, CURSOR);
  return text === null ? null : (JSON.parse(text) as OutgoingCursor);
}

export async function writeOutgoingCursor(db: Database, cursor: OutgoingCursor): Promise<void> {
  await writeSetting(db, CURSOR, JSON.stringify(cursor));
}

/**
 * Must be called first in a transaction that adds events: it locks the cursor, so that events of all servers are numbered one after the
 * other. False: another server has moved the cursor from `expected`.
 */
export async function lockOutgoingCursor(db: Database, expected: OutgoingCursor | null): Promise<boolean> {
  const value = await lockSetting(db, CURSOR);
  return expected === null || value === JSON.stringify(expected);
}

/** Deletes a webhook with its deliveries, a few rows at a time. */
export async function deleteOutgoingWebhook(db: Database, id: string): Promise<void> {
  await deleteOldWith(db, 'outgoing_webhook', 'id', sql`id = ${id}`, [DELIVERIES_OF_WEBHOOK]);
  await deleteRowsIn(db, 'outgoing_load', 'webhook_id', [id]);
}

export type NewOutgoingEvent = Omit<OutgoingEventRow, 'seq'> & { readonly webhook_ids: readonly string[] };

/**
 * Adds events that are not stored yet, with deliveries to their webhooks. The cursor must be locked. `delivery_id` generates an id. Returns the
 * new deliveries.
 */
export async function addOutgoingEvents(
  db: Database,
  events: readonly NewOutgoingEvent[],
  delivery_id: () => string,
): Promise<OutgoingDeliveryRow[]> {
  const { last } = await db
    .selectFrom('outgoing_event')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  let seq = Number(last ?? 0);
  const added: OutgoingDeliveryRow[] = [];
  for (const { webhook_ids, ...event } of events) {
    if (!(await addRow(db, 'outgoing_event', { ...event, seq: seq + 1 }, 'ignore'))) continue;
    seq += 1;
    for (const webhook_id of webhook_ids) {
      const row = newDelivery(webhook_id, { ...event, seq }, delivery_id());
      await addRow(db, 'outgoing_delivery', row);
      added.push(row);
    }
  }
  return added;
}

const newDelivery = (
  webhook_id: string,
  event: Pick<OutgoingEventRow, 'id' | 'seq' | 'created_at'>,
  id: string,
): OutgoingDeliveryRow => ({
  id,
  webhook_id,
  event_id: event.id,
  seq: event.seq,
  state: 'waiting',
  created_at: event.created_at,
  tries: 0,
  last_at: null,
  status: null,
  problem: null,
  last_tries: '[]',
});

/** Events of these names in a period (ms), oldest first. */
export async function outgoingEventsBetween(
  db: Database,
  names: readonly string[],
  { since, until }: { readonly since: number; readonly until: number },
  limit: number,
): Promise<Pick<OutgoingEventRow, 'id' | 'seq' | 'created_at' | 'occurred_at'>[]> {
  return db
    .selectFrom('outgoing_event')
    .select(['id', 'seq', 'created_at', 'occurred_at'])
    .where('event_name', 'in', names as OutgoingEventRow['event_name'][])
    .where('occurred_at', '>=', since)
    .where('occurred_at', '<', until)
    .orderBy('occurred_at')
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** The delivery of an event to a webhook, waiting again, or a new one. The cursor must be locked. */
export async function renewDelivery(
  db: Database,
  webhook_id: string,
  event: Pick<OutgoingEventRow, 'id' | 'seq' | 'created_at'>,
  delivery_id: () => string,
): Promise<OutgoingDeliveryRow> {
  const row = newDelivery(webhook_id, event, delivery_id());
  if (await addRow(db, 'outgoing_delivery', row, 'ignore')) return row;
  const where = { webhook_id, seq: event.seq };
  await updateRow(db, 'outgoing_delivery', where, { state: 'waiting' });
  return (await rowOf(db, 'outgoing_delivery', where)) ?? row;
}

const withEvent = (db: Database) =>
  db
    .selectFrom('outgoing_delivery')
    .innerJoin('outgoing_event', 'outgoing_event.id', 'outgoing_delivery.event_id')
    .leftJoin('job', (join) =>
      join
        .onRef('job.dedupe_key', '=', 'outgoing_delivery.id')
        .on('job.kind', '=', OUTGOING_JOB)
        .on('job.dead_at', 'is', null),
    )
    .selectAll('outgoing_delivery')
    .select(['outgoing_event.event_name', 'outgoing_event.load_ref', 'job.run_at as next_at']);

export async function listOutgoingDeliveries(
  db: Database,
  filter: {
    readonly webhook_id: string;
    readonly state?: OutgoingDeliveryRow['state'] | undefined;
    /** Cursor: only deliveries with a lower `seq`. */
    readonly before?: number | undefined;
    readonly limit: number;
  },
): Promise<ListedOutgoingDelivery[]> {
  let query = withEvent(db).where('outgoing_delivery.webhook_id', '=', filter.webhook_id);
  if (filter.state !== undefined) query = query.where('outgoing_delivery.state', '=', filter.state);
  if (filter.before !== undefined) query = query.where('outgoing_delivery.seq', '<', filter.before);
  return query.orderBy('outgoing_delivery.seq', 'desc').limit(filter.limit).execute();
}

export async function readOutgoingDelivery(
  db: Database,
  id: string,
): Promise<OutgoingDeliveryWithRecord | undefined> {
  return withEvent(db)
    .select(['outgoing_event.occurred_at', 'outgoing_event.record'])
    .where('outgoing_delivery.id', '=', id)
    .executeTakeFirst();
}

/** What deliveries are about, by their ids. */
export async function outgoingSubjects(
  db: Database,
  ids: readonly string[],
): Promise<
  ReadonlyMap<
    string,
    Pick<OutgoingEventRow, 'event_name' | 'load_ref' | 'record'> & Pick<OutgoingWebhookRow, 'url'>
  >
> {
  const rows = await inChunks(ids, (chunk) =>
    db
      .selectFrom('outgoing_delivery')
      .innerJoin('outgoing_event', 'outgoing_event.id', 'outgoing_delivery.event_id')
      .innerJoin('outgoing_webhook', 'outgoing_webhook.id', 'outgoing_delivery.webhook_id')
      .select([
        'outgoing_delivery.id',
        'outgoing_event.event_name',
        'outgoing_event.load_ref',
        'outgoing_event.record',
        'outgoing_webhook.url',
      ])
      .where('outgoing_delivery.id', 'in', chunk)
      .execute(),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Deletes events from before `before` (ms), with their deliveries. */
export async function purgeOutgoingEvents(db: Database, before: number, pause?: Pause): Promise<void> {
  await deleteOldWith(db, 'outgoing_event', 'id', sql`created_at < ${before}`, [DELIVERIES], pause);
}
