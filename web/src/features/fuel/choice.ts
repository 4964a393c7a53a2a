/**
 * Which transactions to load: days and filters in the URL, the request for an import, and validation by field. Ranges are whole days of
 * UTC, like the months of the totals.
 */
import { type FuelRange, fuelRange, fuelWindowCount } from '@waypost/contract/api/fuel';
import { MAX_FILTER_VALUES } from '@waypost/contract/common';
import { z } from 'zod';
import { useDrafts } from '../../live/form/draft.ts';
import { countText } from '../../ui/units.ts';
import { addMonths, dayText, isDay, isoDay } from '../../ui/zoned.ts';
import type { FuelSearch } from './search.ts';

export const LIST_FILTERS = [
  'fleet_ids',
  'fleet_refs',
  'vehicle_ids',
  'driver_ids',
  'source_driver_ids',
] as const;
export type ListFilter = (typeof LIST_FILTERS)[number];

/** Escapes commas, since references may contain them. */
export const joinValues = (values: readonly string[]): string | undefined =>
  values.length === 0
    ? undefined
    : values.map((value) => value.replaceAll('\\', '\\\\').replaceAll(',', '\\,')).join(',');

export function splitValues(text: string | undefined): string[] {
  const found = text?.match(/(?:\\.|[^\\,])+/g) ?? [];
  return found.map((value) => value.replaceAll(/\\(.)/g, '$1'));
}

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

export interface DayRange {
  /** `2026-10-22` */
  readonly from: string;
  /** Included. */
  readonly to: string;
}

export { isoDay as dayOf };

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const addDays = (day: string, days: number): string => isoDay(startOf(day) + days * DAY_MS);

export const defaultRange = (today: string): DayRange => ({
  from: addDays(today, 1 - DEFAULT_DAYS),
  to: today,
});

/** The server's range excludes its end. */
export function toInstants({ from, to }: DayRange): { from_datetime: string; to_datetime: string } {
  return {
    from_datetime: `${from}T00:00:00.000Z`,
    to_datetime: `${addDays(to, 1)}T00:00:00.000Z`,
  };
}

export const daysOf = ({ from, to }: DayRange): number =>
  Math.round((startOf(to) - startOf(from)) / DAY_MS) + 1;

export const windowsOf = (range: DayRange): number => fuelWindowCount(daysOf(range) * DAY_MS);

/** `51 days, loaded in 2 steps` */
export function lengthText(range: DayRange): string {
  const [days, windows] = [daysOf(range), windowsOf(range)];
  const length = countText(days, 'day');
  return windows === 1 ? `${length}, loaded in one step` : `${length}, loaded in ${windows} steps`;
}

/** `Oct 22 – Nov 20, 2026`; both years if they differ. */
export function rangeText({ from, to }: DayRange): string {
  const [start, end] = [dayText(from), dayText(to)];
  if (from === to) return end;
  const year = from.slice(0, 4) === to.slice(0, 4) ? /, \d{4}$/ : '';
  return `${start.replace(year, '')} – ${end}`;
}

const monthsBack = (today: string, months: number): string => `${addMonths(today, -months)}-01`;
const quarterStart = (today: string, quarters: number): string => {
  const month = Number(today.slice(5, 7));
  return monthsBack(today, ((month - 1) % 3) + quarters * 3);
};

/** Includes quarters, the periods of fuel tax reports. */
export const PRESETS: readonly { key: string; word: string; range: (today: string) => DayRange }[] = [
  { key: '7', word: 'Last 7 days', range: (today) => ({ from: addDays(today, -6), to: today }) },
  { key: '30', word: 'Last 30 days', range: defaultRange },
  { key: 'month', word: 'This month', range: (today) => ({ from: monthsBack(today, 0), to: today }) },
  {
    key: 'last_month',
    word: 'Last month',
    range: (today) => ({ from: monthsBack(today, 1), to: addDays(monthsBack(today, 0), -1) }),
  },
  { key: 'quarter', word: 'This quarter', range: (today) => ({ from: quarterStart(today, 0), to: today }) },
  {
    key: 'last_quarter',
    word: 'Last quarter',
    range: (today) => ({ from: quarterStart(today, 1), to: addDays(quarterStart(today, 0), -1) }),
  },
  { key: '365', word: 'Last 365 days', range: (today) => ({ from: addDays(today, -364), to: today }) },
];

const perList = <T>(one: (name: ListFilter) => T) =>
  Object.fromEntries(LIST_FILTERS.map((name) => [name, one(name)])) as Record<ListFilter, T>;

const choice = z.object({
  from: z.string(),
  to: z.string(),
  connection_id: z.string(),
  lists: z.object(perList(() => z.array(z.string()).readonly())),
});
export type Choice = Readonly<z.infer<typeof choice>>;

const schema = choice.extend({
  /** Text typed into a field that is no value yet. */
  texts: z.object(perList(() => z.string())),
});
export type Draft = z.infer<typeof schema>;

export const draftOf = (chosen: Choice): Draft => ({ ...chosen, texts: perList(() => '') });

/** The draft of the form, or null. It survives an error, a reload or a sign-in. */
export function useChoiceDraft() {
  const drafts = useDrafts('fuel_choice', schema);
  const put = (draft: Draft | null) => (draft ? drafts.put(NAME, draft) : drafts.remove(NAME));
  return [drafts.read(NAME), put] as const;
}
const NAME = 'choice';

type ChoiceField = ListFilter | 'from' | 'to' | 'connection_id';
export type ChoiceErrors = Partial<Record<ChoiceField, string>>;

export function choiceOf(search: FuelSearch, today: string): Choice {
  const usual = defaultRange(today);
  return {
    from: search.from ?? (search.to === undefined ? usual.from : defaultRange(search.to).from),
    to: search.to ?? today,
    lists: perList((name) => splitValues(search[name])),
    connection_id: search.connection_id ?? '',
  };
}

export function searchOf({ from, to, lists, connection_id }: Choice): Partial<FuelSearch> {
  return {
    from,
    to,
    ...perList((name) => joinValues(lists[name])),
    connection_id: connection_id === '' ? undefined : connection_id,
  };
}

export const filterCount = ({ lists, connection_id }: Choice): number =>
  LIST_FILTERS.filter((name) => lists[name].length > 0).length + (connection_id === '' ? 0 : 1);

/** Without the days that have not begun, if it has begun itself. */
export const upTo = (choice: Choice, today: string): Choice =>
  choice.from <= today && choice.to > today ? { ...choice, to: today } : choice;

const NOT_AN_ID = 'is not an ID. IDs look like 3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';

export function toRangeRequest(
  choice: Choice,
  today: string,
): { request: FuelRange; errors: null } | { request: null; errors: ChoiceErrors } {
  const { lists, connection_id } = choice;
  // Invalid dates have no instants.
  const errors: { [field in ChoiceField]?: string } = {};
  if (!isDay(choice.from)) errors.from = 'Enter a first day';
  if (!isDay(choice.to)) errors.to = 'Enter a last day';
  if (errors.from || errors.to) return { request: null, errors };
  if (choice.from > today)
    return { request: null, errors: { from: 'The range has not begun. Choose a first day up to today' } };
  if (daysOf(choice) < 1) return { request: null, errors: { to: 'The last day is before the first day' } };
  for (const name of LIST_FILTERS) {
    const count = lists[name].length;
    if (count > MAX_FILTER_VALUES)
      errors[name] =
        `${count} values; the maximum is ${MAX_FILTER_VALUES}. Remove ${count - MAX_FILTER_VALUES}, or use two reports.`;
  }
  const parsed = fuelRange.safeParse({
    ...toInstants(choice),
    ...Object.fromEntries(
      LIST_FILTERS.flatMap((name) => (lists[name].length > 0 ? [[name, lists[name]]] : [])),
    ),
    ...(connection_id === '' ? {} : { connection_id }),
  });
  if (parsed.success && Object.keys(errors).length === 0) return { request: parsed.data, errors: null };
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [field, at] = path;
    const values = lists[field as ListFilter];
    if (field === 'to_datetime')
      errors.to ??= `The range ${message.replace('from_datetime', 'its first day')}`;
    else if (field === 'connection_id') errors.connection_id ??= `“${connection_id}” ${NOT_AN_ID}`;
    else if (values) errors[field as ListFilter] ??= `“${values[Number(at)]}” ${NOT_AN_ID}`;
  }
  return { request: null, errors };
}
