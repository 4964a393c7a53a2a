/** Sums and charts out of the server's counts. Pure: nothing is counted twice, nothing left out without saying so. */
import type { UsageCounts, UsageSummary, UsageSummaryMonth } from '@waypost/contract/api/usage';
import type { BarData, Category, Stack } from '../../ui/chart/types.ts';
import { countText, monthLabel, monthTitle, yearUnder } from '../../ui/chart/words.ts';
import { readableName } from '../../ui/readable-name.ts';
import { passedOf } from './scope.ts';

/** Types beyond these are read as one with a bar; the tables have each. */
const MOST_TYPES = 6;
const OTHERS = '(others)';
const NO_TYPE = '(none)';

export const GROUPS = [
  { key: 'rest', label: 'REST calls' },
  { key: 'webhook', label: 'Webhook deliveries' },
] as const;
export type GroupKey = (typeof GROUPS)[number]['key'];

const keyOf = ({ entity_type }: Pick<UsageCounts, 'entity_type'>) => entity_type ?? NO_TYPE;
export const typeWord = (key: string) =>
  key === NO_TYPE ? 'No type' : key === OTHERS ? 'Other types' : readableName(key);
/** Null: it represents what no filter can ask for. */
export const typeOfKey = (key: string) => (key === NO_TYPE || key === OTHERS ? null : key);

export const monthKey = ({ usage_month }: Pick<UsageSummaryMonth, 'usage_month'>) => usage_month.slice(0, 7);

/** Counts of a month, of one type or of all. */
export const itemsOf = (month: UsageSummaryMonth, entity_type: string | undefined): readonly UsageCounts[] =>
  entity_type === undefined ? month.items : month.items.filter((one) => one.entity_type === entity_type);

export interface Totals {
  readonly rest_api_count: number;
  readonly webhook_count: number;
  /** Of one month; null over several, where an entity of each would be counted again. */
  readonly active_entities: number | null;
  readonly inactive_called: number | null;
  /** Of the open month, when it is the only one and enough of it has passed. */
  readonly estimate: {
    readonly rest_api_count: number;
    readonly webhook_count: number;
    readonly as_of: string;
  } | null;
  /** False: some of it is not here. */
  readonly whole: boolean;
}

const sum = <T>(list: readonly T[], value: (one: T) => number) =>
  list.reduce((all, one) => all + value(one), 0);

export function totalsOf(months: readonly UsageSummaryMonth[], entity_type: string | undefined): Totals {
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
            as_of: one.estimate.as_of,
          }
        : null,
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

/** What could not be read of several months together. */
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
    const of = month.rows_total === null ? '' : ` of ${countText(month.rows_total)}`;
    return { part: `only ${countText(month.rows_read)}${of} rows loaded` };
  }
  return month.open ? { part: 'month to date' } : {};
}

export function monthCategory(month: UsageSummaryMonth, at: number, now: number): Category {
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
  const totals = new Map<string, number>();
  for (const month of months)
    for (const item of itemsOf(month, entity_type))
      totals.set(keyOf(item), (totals.get(keyOf(item)) ?? 0) + item.rest_api_count + item.webhook_count);
  const keys = [...totals].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([key]) => key);
  const own = keys.length > most ? keys.slice(0, most - 1) : keys;
  const stacks: Stack[] = own.map((key) => ({ key, label: typeWord(key) }));
  if (own.length < keys.length) stacks.push({ key: OTHERS, label: typeWord(OTHERS) });
  return { stacks, stackOf: (key: string) => (own.includes(key) ? key : OTHERS) };
}

type Count = (item: Pick<UsageCounts, 'rest_api_count' | 'webhook_count'>, group: string) => number;
const called: Count = (item, group) => (group === 'rest' ? item.rest_api_count : item.webhook_count);

function lookUp<T>(values: Map<string, T>, none: T) {
  return (...path: readonly string[]) => values.get(path.join('\n')) ?? none;
}

interface Wish {
  readonly months: readonly UsageSummaryMonth[];
  readonly entity_type: string | undefined;
  readonly now: number;
  /** All types by themselves: for a table. */
  readonly every_type?: boolean;
}

/** Months by entity type, REST against webhook. */
export function monthsData({ months, entity_type, now, every_type = false }: Wish): BarData {
  const { stacks, stackOf } = typesOf(months, entity_type, every_type ? Infinity : MOST_TYPES);
  const values = new Map<string, number>();
  const estimates = new Map<string, number | null>();
  for (const month of months)
    for (const { key: group } of GROUPS) {
      const at = monthKey(month);
      for (const item of itemsOf(month, entity_type)) {
        const key = [at, group, stackOf(keyOf(item))].join('\n');
        values.set(key, (values.get(key) ?? 0) + called(item, group));
      }
      const { estimate } = totalsOf([month], entity_type);
      estimates.set([at, group].join('\n'), estimate && called(estimate, group));
    }
  return {
    categories: months.map((month, at) => monthCategory(month, at, now)),
    groups: GROUPS,
    stacks: stacks.length > 0 ? stacks : [{ key: NO_TYPE, label: typeWord(NO_TYPE) }],
    value: lookUp(values, 0),
    estimate: lookUp<number | null>(estimates, null),
  };
}

/** Entities that are active, and those that are not and were called all the same. */
export function activeData({ months, entity_type, now, every_type = false }: Wish): BarData {
  const { stacks, stackOf } = typesOf(months, entity_type, every_type ? Infinity : MOST_TYPES);
  const values = new Map<string, number>();
  for (const month of months)
    for (const item of itemsOf(month, entity_type))
      for (const [group, count] of [
        ['active', item.active_entities],
        ['inactive', item.inactive_called],
      ] as const) {
        const key = [monthKey(month), group, stackOf(keyOf(item))].join('\n');
        values.set(key, (values.get(key) ?? 0) + count);
      }
  return {
    categories: months.map((month, at) => monthCategory(month, at, now)),
    groups: [
      { key: 'active', label: 'Active' },
      { key: 'inactive', label: 'Inactive, still called' },
    ],
    stacks: stacks.length > 0 ? stacks : [{ key: NO_TYPE, label: typeWord(NO_TYPE) }],
    value: lookUp(values, 0),
  };
}

/** Entity types of some months, REST against webhook; an estimate for one month that is open. */
export function typesData({ months, entity_type }: Omit<Wish, 'now'>): BarData {
  const { stacks } = typesOf(months, entity_type);
  const values = new Map<string, number>();
  for (const item of months.flatMap((month) => itemsOf(month, entity_type)))
    for (const { key: group } of GROUPS) {
      const key = [keyOf(item), group].join('\n');
      values.set(key, (values.get(key) ?? 0) + called(item, group));
    }
  const only = months.length === 1 ? months[0] : undefined;
  const state = only ? stateOf(only) : {};
  const not_whole = months.some((month) => month.state !== 'complete') ? 'not all months are loaded' : null;
  const value = lookUp(values, 0);
  return {
    categories: stacks.map(({ key, label }) => ({
      key,
      label,
      title: label,
      part: only ? (state.part ?? null) : not_whole,
    })),
    groups: GROUPS,
    stacks: [{ key: 'all', label: 'all' }],
    value: (type, group) => value(type, group),
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
