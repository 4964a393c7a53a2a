import type { ImportPart } from '@waypost/contract/api/list-import';
import type { UsageCounts, UsageSummary, UsageSummaryMonth } from '@waypost/contract/api/usage';
import type { CsvCell } from '@waypost/contract/csv';
import type { BarData, Category, Stack } from '../../ui/chart/types.ts';
import { monthLabel, monthTitle, valueText, yearUnder } from '../../ui/chart/words.ts';
import { readableName } from '../../ui/readable-name.ts';
import { addMonths, isoDay } from '../../ui/zoned.ts';
import type { UsageSearch } from './search.ts';

export interface Scope {
  /** `2026-01`, included. */
  readonly from_month: string;
  readonly to_month: string;
  /** The selected month; null: all. */
  readonly month: string | null;
  readonly months: readonly string[];
}

export const monthOf = (ms: number): string => isoDay(ms).slice(0, 7);

export const LAST_MONTHS = 12;

export const selectedRange = ({ month, from_month, to_month }: Scope) =>
  month === null ? { from_month, to_month } : { from_month: month, to_month: month };

export function scopeOf({ year, month }: Pick<UsageSearch, 'year' | 'month'>, now: number): Scope {
  const open = monthOf(now);
  const selected_year = year !== undefined && `${year}-01` <= open ? year : null;
  const last = selected_year === null ? open : `${selected_year}-12`;
  const to_month = [last, open].sort()[0] as string;
  const from_month = selected_year === null ? addMonths(open, 1 - LAST_MONTHS) : `${selected_year}-01`;
  const months: string[] = [];
  for (let at = from_month; at <= to_month; at = addMonths(at, 1)) months.push(at);
  const one = month !== undefined && month !== 'all' && months.includes(month) ? month : to_month;
  return { from_month, to_month, months, month: month === 'all' ? null : one };
}

export function yearsOf(now: number, chosen: number | undefined): readonly number[] {
  const year = new Date(now).getUTCFullYear();
  const years = Array.from({ length: 5 }, (_, back) => year - back);
  return chosen === undefined || chosen > year || years.includes(chosen) ? years : [...years, chosen];
}

/** Elapsed fraction of the month, 0 to 1; null when `now` is outside. */
export function elapsedOf(month: string, now: number): number | null {
  const [start, end] = [
    Date.parse(`${month}-01T00:00:00Z`),
    Date.parse(`${addMonths(month, 1)}-01T00:00:00Z`),
  ];
  return now >= start && now < end ? (now - start) / (end - start) : null;
}

/** Further types are combined in charts; tables list all. */
const MAX_TYPES = 6;
const OTHERS = '(others)';
const NO_TYPE = '(none)';

const GROUPS = [
  { key: 'rest', label: 'REST calls' },
  { key: 'webhook', label: 'Webhook deliveries' },
] as const;

const keyOf = ({ entity_type }: Pick<UsageCounts, 'entity_type'>) => entity_type ?? NO_TYPE;
const typeWord = (key: string) =>
  key === NO_TYPE ? 'No type' : key === OTHERS ? 'Other types' : readableName(key);
/** Null for groups that no filter can select. */
export const typeOfKey = (key: string) => (key === NO_TYPE || key === OTHERS ? null : key);

export const monthKey = ({ usage_month }: Pick<UsageSummaryMonth, 'usage_month'>) => usage_month.slice(0, 7);

const itemsOf = (month: UsageSummaryMonth, entity_type: string | undefined): readonly UsageCounts[] =>
  entity_type === undefined ? month.items : month.items.filter((one) => one.entity_type === entity_type);

export const sum = <T>(list: readonly T[], value: (one: T) => number) =>
  list.reduce((all, one) => all + value(one), 0);

export function sumsByName(counted: readonly (readonly [name: string, count: number])[]) {
  const sums = new Map<string, number>();
  for (const [name, count] of counted) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/**
 * Entity counts are null over several months, as they would count an entity repeatedly; so is the estimate, which belongs to an open month.
 */
export function totalsOf(months: readonly UsageSummaryMonth[], entity_type: string | undefined) {
  const items = months.flatMap((month) => itemsOf(month, entity_type));
  const one = months.length === 1 ? months[0] : undefined;
  const expected = one?.estimate?.items.filter(
    (item) => entity_type === undefined || item.entity_type === entity_type,
  );
  return {
    rest_api_count: sum(items, (item) => item.rest_api_count),
    webhook_count: sum(items, (item) => item.webhook_count),
    active_entities: one ? sum(items, (item) => item.active_entities) : null,
    inactive_called: one ? sum(items, (item) => item.inactive_called) : null,
    estimate:
      one?.estimate && expected
        ? {
            rest_api_count: sum(expected, (item) => item.rest_api_count),
            webhook_count: sum(expected, (item) => item.webhook_count),
          }
        : null,
    /** False when something is missing. */
    complete:
      months.every(({ state }) => state === 'complete') &&
      months.every(({ unread }) => unread.left_out + unread.incomplete === 0),
  };
}

/** How many of the months are loaded: not those that a running import still has to load again. */
export function loadedCount(
  months: readonly UsageSummaryMonth[],
  parts: readonly Pick<ImportPart, 'from_datetime' | 'state'>[],
): number {
  const awaited = new Set(
    parts.flatMap(({ from_datetime, state }) =>
      state === 'waiting' || state === 'reading' ? [from_datetime.slice(0, 7)] : [],
    ),
  );
  return months.filter((month) => month.state === 'complete' && !awaited.has(monthKey(month))).length;
}

export type TotalKey = 'rest_api_count' | 'webhook_count' | 'active_entities' | 'inactive_called';

/** A metric by month; null for incomplete months. */
export const seriesOf = (
  months: readonly UsageSummaryMonth[],
  key: TotalKey,
  entity_type: string | undefined,
): readonly (number | null)[] =>
  months.map((month) =>
    month.state === 'complete' ? sum(itemsOf(month, entity_type), (item) => item[key]) : null,
  );

export function unreadOf(months: readonly UsageSummaryMonth[]): UsageSummaryMonth['unread'] {
  return {
    left_out: sum(months, ({ unread }) => unread.left_out),
    incomplete: sum(months, ({ unread }) => unread.incomplete),
    items: months.flatMap(({ unread }) => unread.items),
  };
}

/** Marks of a month wherever it is drawn. */
function stateOf(month: UsageSummaryMonth): Pick<Category, 'part' | 'missing'> {
  if (month.state === 'missing') return { missing: 'not loaded' };
  if (month.state === 'partial') {
    const of = month.rows_total === null ? '' : ` of ${valueText(month.rows_total)}`;
    return { part: `only ${valueText(month.rows_read)}${of} rows loaded` };
  }
  return month.open ? { part: 'month to date' } : {};
}

function monthCategory(month: UsageSummaryMonth, at: number, now: number): Category {
  const key = monthKey(month);
  return {
    key,
    label: monthLabel(key),
    under: yearUnder(key, at === 0),
    title: monthTitle(key),
    now: elapsedOf(key, now),
    ...stateOf(month),
  };
}

/**
 * Types of the range, most called first.
 * @param max_types limit beyond which types are combined
 */
function typesOf(
  months: readonly UsageSummaryMonth[],
  entity_type: string | undefined,
  max_types = Infinity,
) {
  const keys = sumsByName(
    months
      .flatMap((month) => itemsOf(month, entity_type))
      .map((item) => [keyOf(item), item.rest_api_count + item.webhook_count] as const),
  ).map(([key]) => key);
  const own = keys.length > max_types ? keys.slice(0, max_types - 1) : keys;
  const stacks: Stack[] = own.map((key) => ({ key, label: typeWord(key) }));
  if (own.length < keys.length) stacks.push({ key: OTHERS, label: typeWord(OTHERS) });
  return { stacks, stackOf: (key: string) => (own.includes(key) ? key : OTHERS) };
}

type Count = Pick<UsageCounts, 'rest_api_count' | 'webhook_count'>;
const countIn = (item: Count, group: string) => (group === 'rest' ? item.rest_api_count : item.webhook_count);

interface ChartInput {
  readonly months: readonly UsageSummaryMonth[];
  readonly entity_type: string | undefined;
  readonly now: number;
  /** Lists every type, for a table. */
  readonly all_types?: boolean;
}

/**
 * Bars by month and entity type.
 * @param count value of an item in a group
 */
function monthBars(
  { months, entity_type, now, all_types = false }: ChartInput,
  groups: BarData['groups'],
  count: (item: UsageCounts, group: string) => number,
): BarData {
  const { stacks, stackOf } = typesOf(months, entity_type, all_types ? Infinity : MAX_TYPES);
  const byMonth = new Map(months.map((month) => [monthKey(month), itemsOf(month, entity_type)]));
  return {
    categories: months.map((month, at) => monthCategory(month, at, now)),
    groups,
    stacks: stacks.length > 0 ? stacks : [{ key: NO_TYPE, label: typeWord(NO_TYPE) }],
    value: (month, group, stack) =>
      sum(byMonth.get(month) ?? [], (item) => (stackOf(keyOf(item)) === stack ? count(item, group) : 0)),
  };
}

export const monthsData = (input: ChartInput): BarData => ({
  ...monthBars(input, GROUPS, countIn),
  estimate: (key, group) => {
    const month = input.months.find((one) => monthKey(one) === key);
    const { estimate } = totalsOf(month ? [month] : [], input.entity_type);
    return estimate && countIn(estimate, group);
  },
});

const ACTIVITY = [
  { key: 'active', label: 'Active' },
  { key: 'inactive', label: 'Inactive, still called' },
] as const;

export const activeData = (input: ChartInput): BarData =>
  monthBars(input, ACTIVITY, (item, group) =>
    group === 'active' ? item.active_entities : item.inactive_called,
  );

/** REST calls and webhook deliveries by entity type; with an estimate for a single open month. */
export function typesData({ months, entity_type }: Omit<ChartInput, 'now'>): BarData {
  const items = months.flatMap((month) => itemsOf(month, entity_type));
  const only = months.length === 1 ? months[0] : undefined;
  const incomplete = months.some((month) => month.state !== 'complete') ? 'not all months are loaded' : null;
  return {
    categories: typesOf(months, entity_type).stacks.map(({ key, label }) => ({
      key,
      label,
      title: label,
      part: only ? (stateOf(only).part ?? null) : incomplete,
    })),
    groups: GROUPS,
    stacks: [{ key: 'all', label: 'all' }],
    value: (type, group) => sum(items, (item) => (keyOf(item) === type ? countIn(item, group) : 0)),
    estimate: (type, group) => {
      const item = only?.estimate?.items.find((one) => keyOf(one) === type);
      return item ? countIn(item, group) : null;
    },
  };
}

/** Why the range shows no data: no usage at all, or none of this type; null if there is data. */
export function emptyReason(
  summary: UsageSummary,
  entity_type: string | undefined,
): 'nothing' | 'filtered' | null {
  const has = (type: string | undefined) => summary.months.some((month) => itemsOf(month, type).length > 0);
  if (has(entity_type) || unreadOf(summary.months).left_out > 0) return null;
  return has(undefined) ? 'filtered' : 'nothing';
}

const COUNTS = ['rest_api_count', 'webhook_count', 'entities', 'active_entities', 'inactive_called'] as const;
const ABOUT_MONTH = ['state', 'open', 'rows_read', 'rows_total', 'read_at'] as const;

export const EXPORT_COLUMNS = [
  'usage_month',
  'entity_type',
  ...COUNTS,
  'estimate_rest_api_count',
  'estimate_webhook_count',
  ...ABOUT_MONTH,
] as const;

/** A month without items has a row too, to distinguish it from a missing one. */
export function exportRows(summary: UsageSummary, entity_type: string | undefined): readonly CsvCell[][] {
  return summary.months.flatMap((month) => {
    const items = itemsOf(month, entity_type);
    const none = month.state === 'complete' ? 0 : null;
    return (items.length > 0 ? items : [null]).map((item) => {
      const expected = item && month.estimate?.items.find((one) => one.entity_type === item.entity_type);
      return [
        month.usage_month,
        item?.entity_type,
        ...COUNTS.map((name) => (item ? item[name] : none)),
        expected?.rest_api_count ?? null,
        expected?.webhook_count ?? null,
        ...ABOUT_MONTH.map((name) => (name === 'open' ? String(month.open) : month[name])),
      ];
    });
  });
}
