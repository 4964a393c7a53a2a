/** Sums and charts out of the server's counts. Pure: nothing is counted twice, nothing left out without saying so. */

import type { UsageCounts, UsageSummary, UsageSummaryMonth } from '@waypost/contract/api/usage';
import type { BarData, Category, Stack } from '../../ui/chart/types.ts';
import { monthLabel, monthTitle, valueText, yearUnder } from '../../ui/chart/words.ts';
import type { CsvCell } from '../../ui/csv.ts';
import { readableName } from '../../ui/readable-name.ts';
import type { UsageSearch } from './search.ts';

/** Which months a page is about. Months are the service's, in UTC. Pure. */
export interface Scope {
  /** `2026-01`, included. */
  readonly from_month: string;
  readonly to_month: string;
  /** The one that is viewed; null: all of them. */
  readonly month: string | null;
  readonly months: readonly string[];
}

export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

function plus(month: string, count: number): string {
  return monthOf(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + count, 1));
}

export const LAST_MONTHS = 12;

export const shownRange = ({ month, from_month, to_month }: Scope) =>
  month === null ? { from_month, to_month } : { from_month: month, to_month: month };

export function scopeOf({ year, month }: Pick<UsageSearch, 'year' | 'month'>, now: number): Scope {
  const open = monthOf(now);
  const wanted = year !== undefined && `${year}-01` <= open ? year : null;
  const last = wanted === null ? open : `${wanted}-12`;
  const to_month = [last, open].sort()[0] as string;
  const from_month = wanted === null ? plus(open, 1 - LAST_MONTHS) : `${wanted}-01`;
  const months: string[] = [];
  for (let at = from_month; at <= to_month; at = plus(at, 1)) months.push(at);
  const one = month !== undefined && month !== 'all' && months.includes(month) ? month : to_month;
  return { from_month, to_month, months, month: month === 'all' ? null : one };
}

/** Years to choose from, newest first: this one and those before that the service may still have. */
export function yearsOf(now: number, chosen: number | undefined): readonly number[] {
  const year = new Date(now).getUTCFullYear();
  const years = Array.from({ length: 5 }, (_, back) => year - back);
  return chosen === undefined || chosen > year || years.includes(chosen) ? years : [...years, chosen];
}

/** Part of a month that has passed, 0 to 1; null when now is not in it. */
export function passedOf(month: string, now: number): number | null {
  const [begin, end] = [Date.parse(`${month}-01T00:00:00Z`), Date.parse(`${plus(month, 1)}-01T00:00:00Z`)];
  return now >= begin && now < end ? (now - begin) / (end - begin) : null;
}

/** Types beyond these are read as one with a bar; the tables have each. */
const MOST_TYPES = 6;
const OTHERS = '(others)';
const NO_TYPE = '(none)';

const GROUPS = [
  { key: 'rest', label: 'REST calls' },
  { key: 'webhook', label: 'Webhook deliveries' },
] as const;

const keyOf = ({ entity_type }: Pick<UsageCounts, 'entity_type'>) => entity_type ?? NO_TYPE;
const typeWord = (key: string) =>
  key === NO_TYPE ? 'No type' : key === OTHERS ? 'Other types' : readableName(key);
/** Null: it represents what no filter can ask for. */
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

/** Entities are null over several months, where an entity of each would be counted again; so is the estimate, which an open month has. */
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
    /** False: some of it is not here. */
    whole:
      months.every(({ state }) => state === 'complete') &&
      months.every(({ unread }) => unread.left_out + unread.incomplete === 0),
  };
}

export type TotalKey = 'rest_api_count' | 'webhook_count' | 'active_entities' | 'inactive_called';

/** A figure month by month, for its course and for what it is compared with; null where it is not known as a whole. */
export const courseOf = (
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

/** What has to be said of a month wherever it is drawn. */
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
    now: passedOf(key, now),
    ...stateOf(month),
  };
}

/** Types of the range, the most called first. `most`: the rest stands together. */
function typesOf(months: readonly UsageSummaryMonth[], entity_type: string | undefined, most = Infinity) {
  const keys = sumsByName(
    months
      .flatMap((month) => itemsOf(month, entity_type))
      .map((item) => [keyOf(item), item.rest_api_count + item.webhook_count] as const),
  ).map(([key]) => key);
  const own = keys.length > most ? keys.slice(0, most - 1) : keys;
  const stacks: Stack[] = own.map((key) => ({ key, label: typeWord(key) }));
  if (own.length < keys.length) stacks.push({ key: OTHERS, label: typeWord(OTHERS) });
  return { stacks, stackOf: (key: string) => (own.includes(key) ? key : OTHERS) };
}

type Count = Pick<UsageCounts, 'rest_api_count' | 'webhook_count'>;
const called = (item: Count, group: string) => (group === 'rest' ? item.rest_api_count : item.webhook_count);

interface Wish {
  readonly months: readonly UsageSummaryMonth[];
  readonly entity_type: string | undefined;
  readonly now: number;
  /** All types by themselves: for a table. */
  readonly every_type?: boolean;
}

/** Months by entity type. @param count of an item, in a group */
function monthBars(
  { months, entity_type, now, every_type = false }: Wish,
  groups: BarData['groups'],
  count: (item: UsageCounts, group: string) => number,
): BarData {
  const { stacks, stackOf } = typesOf(months, entity_type, every_type ? Infinity : MOST_TYPES);
  const byMonth = new Map(months.map((month) => [monthKey(month), itemsOf(month, entity_type)]));
  return {
    categories: months.map((month, at) => monthCategory(month, at, now)),
    groups,
    stacks: stacks.length > 0 ? stacks : [{ key: NO_TYPE, label: typeWord(NO_TYPE) }],
    value: (month, group, stack) =>
      sum(byMonth.get(month) ?? [], (item) => (stackOf(keyOf(item)) === stack ? count(item, group) : 0)),
  };
}

/** REST against webhook. */
export const monthsData = (wish: Wish): BarData => ({
  ...monthBars(wish, GROUPS, called),
  estimate: (key, group) => {
    const month = wish.months.find((one) => monthKey(one) === key);
    const { estimate } = totalsOf(month ? [month] : [], wish.entity_type);
    return estimate && called(estimate, group);
  },
});

const ACTIVITY = [
  { key: 'active', label: 'Active' },
  { key: 'inactive', label: 'Inactive, still called' },
] as const;

/** Entities that are active, and those that are not and were called all the same. */
export const activeData = (wish: Wish): BarData =>
  monthBars(wish, ACTIVITY, (item, group) =>
    group === 'active' ? item.active_entities : item.inactive_called,
  );

/** Entity types of some months, REST against webhook; an estimate for one month that is open. */
export function typesData({ months, entity_type }: Omit<Wish, 'now'>): BarData {
  const items = months.flatMap((month) => itemsOf(month, entity_type));
  const only = months.length === 1 ? months[0] : undefined;
  const not_whole = months.some((month) => month.state !== 'complete') ? 'not all months are loaded' : null;
  return {
    categories: typesOf(months, entity_type).stacks.map(({ key, label }) => ({
      key,
      label,
      title: label,
      part: only ? (stateOf(only).part ?? null) : not_whole,
    })),
    groups: GROUPS,
    stacks: [{ key: 'all', label: 'all' }],
    value: (type, group) => sum(items, (item) => (keyOf(item) === type ? called(item, group) : 0)),
    estimate: (type, group) => {
      const item = only?.estimate?.items.find((one) => keyOf(one) === type);
      return item ? called(item, group) : null;
    },
  };
}

/** What is known of the whole range: nothing at all, nothing of this type, or something. */
export function emptiness(
  summary: UsageSummary,
  entity_type: string | undefined,
): 'nothing' | 'filtered' | null {
  const has = (type: string | undefined) => summary.months.some((month) => itemsOf(month, type).length > 0);
  if (has(entity_type) || unreadOf(summary.months).left_out > 0) return null;
  return has(undefined) ? 'filtered' : 'nothing';
}

/** What the page shows, as a table for a spreadsheet: a row for each month and entity type. */
export const SHOWN_COLUMNS = [
  'usage_month',
  'entity_type',
  'rest_api_count',
  'webhook_count',
  'entities',
  'active_entities',
  'inactive_called',
  'estimate_rest_api_count',
  'estimate_webhook_count',
  'state',
  'open',
  'rows_read',
  'rows_total',
  'read_at',
] as const;

/** A month without any row has a line too, to distinguish it from a missing one. */
export function shownRows(summary: UsageSummary, entity_type: string | undefined): readonly CsvCell[][] {
  return summary.months.flatMap((month) => {
    const about = [month.state, String(month.open), month.rows_read, month.rows_total, month.read_at];
    const items = itemsOf(month, entity_type);
    if (items.length === 0) {
      const none = month.state === 'complete' ? 0 : null;
      return [[month.usage_month, null, none, none, none, none, none, null, null, ...about]];
    }
    return items.map((item) => {
      const expected = month.estimate?.items.find((one) => one.entity_type === item.entity_type);
      return [
        month.usage_month,
        item.entity_type,
        item.rest_api_count,
        item.webhook_count,
        item.entities,
        item.active_entities,
        item.inactive_called,
        expected?.rest_api_count ?? null,
        expected?.webhook_count ?? null,
        ...about,
      ];
    });
  });
}
