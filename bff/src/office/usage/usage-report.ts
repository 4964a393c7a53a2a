/** Usage reports from stored rows, without calls to the service. */
import {
  USAGE_CSV_COLUMNS,
  USAGE_ESTIMATE_AFTER_MS,
  type UsageCounts,
  type UsageEntitiesQuery,
  type UsageEntity,
  type UsageSummary,
  type UsageSummaryMonth,
  type UsageSummaryQuery,
} from '@waypost/contract/api/usage';
import { csvLine } from '@waypost/contract/csv';
import { NOTHING_UNREAD, type UnreadRows } from '@waypost/contract/unread';
import type { CsvTable } from '../../platform/http/csv.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { beginOf, endOf, monthsBetween, toIso } from '../../platform/lib/time.ts';
import { TtlCache } from '../../platform/lib/ttl-cache.ts';
import {
  countUsageRows,
  type StoredUsageRow,
  type UsageMonthRow,
  usageEntities,
  usageMonths,
  usageRowsOf,
} from '../../platform/store/usage.ts';
import { deliveriesBetween } from '../../platform/store/webhooks.ts';
import type { Uses } from '../../platform/uses.ts';
import type { ListImports } from '../imports/imports.ts';
import type { OwnMonth, OwnUsage } from './own-usage.ts';
import type { UsageReader } from './usage-reader.ts';

interface UsageReportOptions extends Uses<'db' | 'now'> {
  readonly reader: UsageReader;
  readonly imports: ListImports;
  readonly own: OwnUsage;
  /** Reads what names of entities are known; null: the name of this one is not. */
  readonly names: () => Promise<(entity_id: string) => string | null>;
}

type State = UsageSummary['state'];
type Range = Pick<UsageSummaryQuery, 'from_month' | 'to_month'>;
/** Of the same rows the result stays the same: this only limits the memory. */
const CACHE_MS = 24 * 3600_000;
const MAX_CACHED = 200;
const CSV_ROWS = 500;

export class UsageReport extends ServerPart<UsageReportOptions> {
  readonly #entities = new TtlCache<Awaited<ReturnType<typeof usageEntities>>>(
    CACHE_MS,
    this.monotonicNow,
    MAX_CACHED,
  );

  async summary(query: UsageSummaryQuery): Promise<UsageSummary> {
    const { own, reader, imports } = this.options;
    const { stored, partner_id } = await this.#stored(query);
    const since = partner_id === '' ? await own.since() : Number.POSITIVE_INFINITY;
    const ownMonths = partner_id === '' ? await own.months(query.from_month, query.to_month) : new Map();
    const types = new Set<string>();
    const months: UsageSummaryMonth[] = [];
    for (const month of monthsBetween(query.from_month, query.to_month)) {
      const row = stored.get(month);
      const items = row ? (JSON.parse(row.summary) as UsageCounts[]) : [];
      for (const { entity_type } of items) if (entity_type !== null) types.add(entity_type);
      const filtered = items.filter(
        ({ entity_type }) => query.entity_type === undefined || entity_type === query.entity_type,
      );
      months.push({
        usage_month: `${month}-01`,
        state: this.#stateOf(month, row),
        open: endOf(month) > this.now(),
        closed: row?.closed === 1,
        read_at: toIso(row?.read_at ?? null),
        rows_read: row?.rows_read ?? 0,
        rows_total: row ? (row.complete ? row.rows_read : row.rows_total) : null,
        unread: unreadOf(row),
        items: filtered,
        estimate: row?.complete ? estimateOf(month, row.read_at, filtered) : null,
        own:
          endOf(month) > since && beginOf(month) <= this.now()
            ? await this.#own(month, since, ownMonths.get(month))
            : null,
      });
    }
    const running = await imports.find('usage', partner_id, false);
    return {
      partner_id: query.partner_id ?? null,
      state: this.#state(query, stored),
      fresh: months.every(({ usage_month }) => {
        const row = stored.get(usage_month.slice(0, 7));
        return row ? reader.isUpToDate(row) : beginOf(usage_month.slice(0, 7)) > this.now();
      }),
      months,
      entity_types: [...types].sort(),
      list_import: running[0] ? await imports.toResponse(running[0]) : null,
    };
  }

  async entities(query: UsageEntitiesQuery): Promise<{ items: UsageEntity[]; total: number; state: State }> {
    const { db, names } = this.options;
    const { stored } = await this.#stored(query);
    const generations = [...stored.values()].map(({ generation, month }) => ({ generation, month }));
    const { entity_type, is_active, sort_by, sort_order, offset, size } = query;
    const filter = { entity_type, is_active, sort_by, sort_order, offset, size };
    const read = () => usageEntities(db, generations, filter);
    const partial = [...stored.values()].some(({ complete }) => !complete);
    const key = JSON.stringify([generations, filter]);
    const found = partial ? await read() : await this.#entities.fetch(key, read);
    const nameOf = await names();
    return {
      items: found.rows.map((row) => ({
        ...row,
        name: row.entity_id === null ? null : nameOf(row.entity_id),
        is_active: row.activity.endsWith('2') ? null : row.activity.endsWith('1'),
        first_call_in_month: toIso(row.first_call_at),
        latest_call_in_month: toIso(row.latest_call_at),
      })),
      total: found.total,
      state: this.#state(query, stored),
    };
  }

  async csv(query: UsageSummaryQuery): Promise<CsvTable> {
    const { db } = this.options;
    const { stored } = await this.#stored(query);
    const months = [...stored.values()];
    const rows = await countUsageRows(db, months, query.entity_type);
    const pieces = async function* () {
      for (const month of months)
        for await (const piece of usageRowsOf(db, month, query.entity_type, CSV_ROWS))
          yield piece.map((row) => csvLine(cellsOf(row))).join('');
    };
    return {
      name: `usage-${query.from_month}-${query.to_month}`,
      columns: USAGE_CSV_COLUMNS,
      rows,
      complete:
        this.#state(query, stored) === 'complete' && months.every((row) => unreadOf(row).left_out === 0),
      pieces: pieces(),
    };
  }

  async #stored(query: Range & Pick<UsageSummaryQuery, 'partner_id'>) {
    const partner_id = query.partner_id?.toLowerCase() ?? '';
    const rows = await usageMonths(this.options.db, partner_id, query.from_month, query.to_month);
    return { partner_id, stored: new Map(rows.map((row) => [row.month, row])) };
  }

  #state({ from_month, to_month }: Range, stored: ReadonlyMap<string, UsageMonthRow>): State {
    const states = monthsBetween(from_month, to_month).map((month) =>
      this.#stateOf(month, stored.get(month)),
    );
    if (states.every((state) => state === 'complete')) return 'complete';
    return states.every((state) => state === 'missing') ? 'missing' : 'partial';
  }

  #stateOf(month: string, row: UsageMonthRow | undefined): State {
    if (row) return row.complete ? 'complete' : 'partial';
    // A future month has no counts yet.
    return beginOf(month) > this.now() ? 'complete' : 'missing';
  }

  async #own(month: string, since: number, own: OwnMonth | undefined): Promise<UsageSummaryMonth['own']> {
    const endpoints = own?.endpoints ?? [];
    return {
      since: new Date(Math.max(since, beginOf(month))).toISOString(),
      calls: endpoints.reduce((sum, { calls }) => sum + calls, 0),
      endpoints,
      entity_calls: own?.entity_calls ?? [],
      deliveries: await deliveriesBetween(this.options.db, beginOf(month), endOf(month)),
    };
  }
}

const unreadOf = (row: UsageMonthRow | undefined): UnreadRows =>
  row?.unread ? (JSON.parse(row.unread) as UnreadRows) : NOTHING_UNREAD;

function cellsOf(row: StoredUsageRow) {
  const cells = {
    usage_month: row.month === '' ? null : `${row.month}-01`,
    entity_type: row.entity_type,
    entity_id: row.entity_id,
    is_active: row.is_active === null ? null : row.is_active === 1,
    rest_api_count: row.rest_api_count,
    webhook_count: row.webhook_count,
    first_call_in_month: toIso(row.first_call_at),
    latest_call_in_month: toIso(row.latest_call_at),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    partner_id: row.partner_id,
    id: row.id,
  } satisfies Record<(typeof USAGE_CSV_COLUMNS)[number], unknown>;
  return USAGE_CSV_COLUMNS.map((column) => cells[column]);
}

// Estimates the open month by extrapolating its current rate.

/** Null while too little has passed, and when the month was over when it was read. `as_of`: time of the read, milliseconds. */
export function estimateOf(
  month: string,
  as_of: number,
  items: readonly UsageCounts[],
): UsageSummaryMonth['estimate'] {
  const [begin, end] = [beginOf(month), endOf(month)];
  if (as_of >= end || as_of - begin < USAGE_ESTIMATE_AFTER_MS) return null;
  const passed = (as_of - begin) / (end - begin);
  return {
    as_of: toIso(as_of),
    passed,
    items: items.map(({ entity_type, rest_api_count, webhook_count }) => ({
      entity_type,
      rest_api_count: Math.round(rest_api_count / passed),
      webhook_count: Math.round(webhook_count / passed),
    })),
  };
}
