import type { UsageCounts, UsageEntitiesQuery } from '@waypost/contract/api/usage';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteGeneration } from './imports.ts';
import { between, inPages, putRows, rowOf, rowsOf } from './query.ts';

export type UsageMonthRow = Tables['usage_month'];
export type StoredUsageRow = Tables['usage_row'];

/** Adds one page of rows. Of a row that appears twice because the list has moved, the last version counts. */
export async function addUsageRows(db: Database, rows: readonly StoredUsageRow[]): Promise<void> {
  // The same row twice in one statement would be an error.
  const once = [...new Map(rows.map((row) => [row.id, row])).values()];
  await putRows(db, 'usage_row', ['generation', 'id'], once);
}

export async function countUsage(
  db: Database,
  generation: number,
  month: string,
): Promise<{ items: UsageCounts[]; rows: number }> {
  const int = (expression: string) => sql<number>`CAST(${sql.raw(expression)} AS bigint)`;
  const called = 'rest_api_count + webhook_count > 0';
  const counted = await db
    .selectFrom('usage_row')
    .select([
      'entity_type',
      int('count(*)').as('rows'),
      int('count(DISTINCT entity_id)').as('entities'),
      int('count(DISTINCT CASE WHEN is_active = 1 THEN entity_id END)').as('active_entities'),
      int(`count(DISTINCT CASE WHEN is_active = 0 AND ${called} THEN entity_id END)`).as('inactive_called'),
      int('sum(rest_api_count)').as('rest_api_count'),
      int('sum(webhook_count)').as('webhook_count'),
    ])
    .where('generation', '=', generation)
    .where('month', '=', month)
    .groupBy('entity_type')
    .orderBy('entity_type')
    .execute();
  return {
    items: counted.map(({ rows: _, ...counts }) => counts),
    rows: counted.reduce((sum, { rows }) => sum + rows, 0),
  };
}

/** Makes `row` current for its month, in the caller's transaction. Returns the replaced generation, or null. */
export async function putUsageMonth(trx: Database, row: UsageMonthRow): Promise<number | null> {
  const { partner_id, month } = row;
  const before = await rowOf(trx, 'usage_month', { partner_id, month });
  await putRows(trx, 'usage_month', ['partner_id', 'month'], [row]);
  return before === undefined || before.generation === row.generation ? null : before.generation;
}

export async function usageMonths(
  db: Database,
  partner_id: string,
  from: string,
  to: string,
): Promise<UsageMonthRow[]> {
  return rowsOf(db, 'usage_month', { partner_id, month: between(from, to) }, ['month']);
}

export interface EntityRow {
  readonly entity_type: string | null;
  readonly entity_id: string | null;
  readonly rest_api_count: number;
  readonly webhook_count: number;
  readonly months: number;
  readonly first_call_at: number | null;
  readonly latest_call_at: number | null;
  /** Latest month, followed by 0, 1, or 2 for unknown. */
  readonly activity: string;
}

type EntityFilter = Pick<
  UsageEntitiesQuery,
  'entity_type' | 'is_active' | 'sort_by' | 'sort_order' | 'offset' | 'size'
>;

const SORTS = {
  total: 'sum(rest_api_count + webhook_count)',
  rest_api_count: 'sum(rest_api_count)',
  webhook_count: 'sum(webhook_count)',
  latest_call_in_month: 'max(latest_call_at)',
  entity_id: 'entity_id',
} as const satisfies Record<EntityFilter['sort_by'], string>;

/** Entities over the given months; `total` counts all that match the filter. */
export async function usageEntities(
  db: Database,
  generations: readonly MonthGeneration[],
  filter: EntityFilter,
): Promise<{ rows: EntityRow[]; total: number }> {
  if (generations.length === 0) return { rows: [], total: 0 };
  const activity = sql<string>`max(month || ' ' || CAST(coalesce(is_active, 2) AS text))`;
  const int = (expression: string) => sql<number>`CAST(${sql.raw(expression)} AS bigint)`;
  let query = db
    .selectFrom('usage_row')
    .select([
      'entity_type',
      'entity_id',
      int('sum(rest_api_count)').as('rest_api_count'),
      int('sum(webhook_count)').as('webhook_count'),
      int('count(DISTINCT month)').as('months'),
      int('min(first_call_at)').as('first_call_at'),
      int('max(latest_call_at)').as('latest_call_at'),
      activity.as('activity'),
      int('count(*) OVER ()').as('total'),
    ])
    .where(inGenerations(generations))
    .groupBy(['entity_type', 'entity_id']);
  if (filter.entity_type !== undefined) query = query.where('entity_type', '=', filter.entity_type);
  if (filter.is_active !== undefined)
    query = query.having(activity, 'like', `% ${filter.is_active ? '1' : '0'}`);
  const order = sql.raw(`${SORTS[filter.sort_by]} ${filter.sort_order}`);
  const found = await query
    .orderBy(sql`${order} NULLS LAST`)
    .orderBy('entity_id')
    .orderBy('entity_type')
    .limit(filter.size)
    .offset(filter.offset)
    .execute();
  return { rows: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0 };
}

type MonthGeneration = { readonly generation: number; readonly month: string };

const inGenerations = (months: readonly MonthGeneration[]) => (eb: ExpressionBuilder<Tables, 'usage_row'>) =>
  eb.or(
    months.map(({ generation, month }) =>
      eb.and([eb('generation', '=', generation), eb('month', '=', month)]),
    ),
  );

export async function countUsageRows(
  db: Database,
  months: readonly MonthGeneration[],
  entity_type: string | undefined,
): Promise<number> {
  let query = db
    .selectFrom('usage_row')
    .select(sql<number>`CAST(count(*) AS bigint)`.as('rows'))
    .where(inGenerations(months));
  if (entity_type !== undefined) query = query.where('entity_type', '=', entity_type);
  return (await query.executeTakeFirstOrThrow()).rows;
}

/** Deletes rows that no month references, left by a server that stopped during an import. Must not be called during an import. */
export async function deleteOrphanedUsage(db: Database): Promise<void> {
  for (let last = -1; ; ) {
    // Steps through the index: there are few generations, each with very many rows.
    const next = await db
      .selectFrom('usage_row')
      .select(({ fn }) => fn.min('generation').as('generation'))
      .where('generation', '>', last)
      .executeTakeFirst();
    if (next?.generation == null) return;
    last = next.generation;
    if (!(await rowOf(db, 'usage_month', { generation: last })))
      await deleteGeneration(db, 'usage_row', last);
  }
}

/** Rows of one month in pages, by id. */
export function usageRowsOf(
  db: Database,
  { generation, month }: MonthGeneration,
  entity_type: string | undefined,
  size: number,
): AsyncGenerator<StoredUsageRow[]> {
  return inPages(size, (last) => {
    let query = db
      .selectFrom('usage_row')
      .selectAll()
      .where('generation', '=', generation)
      .where('month', '=', month)
      .where('id', '>', last?.id ?? '');
    if (entity_type !== undefined) query = query.where('entity_type', '=', entity_type);
    return query.orderBy('id').limit(size).execute();
  });
}
