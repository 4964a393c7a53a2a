/** Webhook subscriptions and deliveries. Secrets are stored hashed or sealed, bodies sealed. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import { addRow, rowOf } from './query.ts';

export type WebhookRow = Tables['webhook_subscription'];
export type DeliveryRow = Tables['webhook_delivery'];

/** Everything of a delivery except its body and headers. */
const LISTED = [
  ...(['id', 'subscription_id', 'received_at', 'bytes', 'content_type', 'content_encoding'] as const),
  ...(['signed_at', 'event_id', 'event_name', 'state', 'outcome', 'tries', 'handled_at'] as const),
] as const;
export type ListedDelivery = Omit<DeliveryRow, 'body' | 'headers'> & { readonly purpose: string };

/** Adds a subscription unless its purpose has one. Returns the stored one. */
export async function addWebhook(db: Database, row: WebhookRow): Promise<WebhookRow> {
  await addRow(db, 'webhook_subscription', row, 'ignore');
  const { purpose, base_url } = row;
  return (await rowOf(db, 'webhook_subscription', { purpose, base_url })) ?? row;
}

/**
 * The delivery that makes this one a duplicate: of the same event and subscription, and received earlier or already processed (a delivery
 * with a slow body is stored after one that was received later). Failed and unverified deliveries do not count.
 */
export async function otherDeliveryOfEvent(
  db: Database,
  { id, subscription_id, event_id, received_at }: DeliveryRow,
): Promise<{ id: string } | undefined> {
  if (event_id === null) return undefined;
  return (
    db
      .selectFrom('webhook_delivery')
      .select('id')
      .where('subscription_id', '=', subscription_id)
      .where('event_id', '=', event_id)
      // An unverified delivery may be forged: it must not block the real one.
      .where('state', 'not in', ['failed', 'unverified'])
      .where('id', '!=', id)
      .where((eb) =>
        eb.or([
          sql<boolean>`(received_at, id) < (${received_at}, ${id})`,
          eb('state', '=', 'done').and('outcome', 'not like', 'duplicate of %'),
        ]),
      )
      .orderBy('received_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  );
}

interface EventFilter {
  /** Name of an event, or a family like `geofence_monitor.*`. */
  readonly event?: string | undefined;
  /** Additional names of the family in `event`, where the operator uses other names. */
  readonly names?: readonly string[];
}

interface DeliveryFilter extends EventFilter {
  readonly state?: DeliveryRow['state'] | undefined;
  /** Cursor: only older deliveries. */
  readonly after?: { readonly received_at: number; readonly id: string } | undefined;
  readonly limit: number;
}

function isOfEvent({ event, names = [] }: EventFilter) {
  if (event === undefined) return sql<boolean>`1 = 1`;
  if (!event.endsWith('.*')) return sql<boolean>`event_name = ${event}`;
  const family = event.slice(0, -1);
  // Not LIKE: a name may contain its wildcards.
  const begins = sql<boolean>`substr(event_name, 1, ${sql.lit(family.length)}) = ${family}`;
  return names.length === 0 ? begins : sql<boolean>`(${begins} or event_name in (${sql.join(names)}))`;
}

/** Without the states that no delivery has. */
export async function deliveryCounts(
  db: Database,
  filter: EventFilter,
): Promise<Partial<Record<DeliveryRow['state'], number>>> {
  const rows = await db
    .selectFrom('webhook_delivery')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .where(isOfEvent(filter))
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

export async function listDeliveries(db: Database, filter: DeliveryFilter): Promise<ListedDelivery[]> {
  const { state, after, limit } = filter;
  let query = db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_subscription', 'webhook_subscription.id', 'webhook_delivery.subscription_id')
    .select(LISTED.map((column) => `webhook_delivery.${column}` as const))
    .select('webhook_subscription.purpose')
    .where(isOfEvent(filter));
  if (state !== undefined) query = query.where('webhook_delivery.state', '=', state);
  if (after)
    query = query.where(
      sql<boolean>`(received_at, webhook_delivery.id) < (${after.received_at}, ${after.id})`,
    );
  return query.orderBy('received_at', 'desc').orderBy('webhook_delivery.id', 'desc').limit(limit).execute();
}

export async function readDelivery(
  db: Database,
  id: string,
): Promise<(DeliveryRow & { purpose: string }) | undefined> {
  return db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_subscription', 'webhook_subscription.id', 'webhook_delivery.subscription_id')
    .selectAll('webhook_delivery')
    .select('webhook_subscription.purpose')
    .where('webhook_delivery.id', '=', id)
    .executeTakeFirst();
}

export async function unverifiedAt(
  db: Database,
  subscription_id: string,
): Promise<{ count: number; bytes: number }> {
  const row = await db
    .selectFrom('webhook_delivery')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('bytes').as('bytes')])
    .where('state', '=', 'unverified')
    .where('subscription_id', '=', subscription_id)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), bytes: Number(row.bytes ?? 0) };
}

export async function lastUnverified(db: Database, subscription_id: string) {
  return db
    .selectFrom('webhook_delivery')
    .select(['received_at', 'outcome'])
    .where('state', '=', 'unverified')
    .where('subscription_id', '=', subscription_id)
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function unverifiedDeliveries(
  db: Database,
  subscription_id: string,
  after: { readonly received_at: number; readonly id: string } | undefined,
  limit: number,
): Promise<DeliveryRow[]> {
  let query = db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('state', '=', 'unverified')
    .where('subscription_id', '=', subscription_id);
  if (after) query = query.where(sql<boolean>`(received_at, id) > (${after.received_at}, ${after.id})`);
  return query.orderBy('received_at').orderBy('id').limit(limit).execute();
}

/** When the last delivery of a subscription arrived, verified or not; null: never. */
export async function lastReceivedAt(db: Database, subscription_id: string): Promise<number | null> {
  const row = await db
    .selectFrom('webhook_delivery')
    .select('received_at')
    .where('subscription_id', '=', subscription_id)
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.received_at ?? null;
}

/** Number of stored deliveries received from `from` (inclusive) to `to` (exclusive). */
export async function deliveriesBetween(db: Database, from: number, to: number): Promise<number> {
  const { deliveries } = await db
    .selectFrom('webhook_delivery')
    .select(sql<number>`CAST(count(*) AS bigint)`.as('deliveries'))
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .executeTakeFirstOrThrow();
  return deliveries;
}

/** Deletes handled deliveries received before `before` (ms). */
export async function purgeDeliveries(db: Database, before: number, pause?: Pause): Promise<void> {
  await deleteOld(db, 'webhook_delivery', ['id'], sql`state = 'done' AND received_at < ${before}`, pause);
}

/** Deletes failed and unverified deliveries received before `before` (ms). */
export async function purgeFailedDeliveries(db: Database, before: number, pause?: Pause): Promise<void> {
  const failed = sql`state IN ('failed', 'unverified') AND received_at < ${before}`;
  await deleteOld(db, 'webhook_delivery', ['id'], failed, pause);
}
