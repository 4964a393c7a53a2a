/** Ranges in whole days of UTC, as months and fuel taxes are; and how many windows the service allows them in. */
import { fuelWindowCount } from '@waypost/contract/api/fuel';
import { personLocale } from '../../ui/units.ts';
import { dayText } from '../../ui/zoned.ts';

const DAY_MS = 86_400_000;
/** Until somebody asks for another: the last thirty days, one window. */
const USUAL_DAYS = 30;

export interface DayRange {
  /** `2026-10-22` */
  readonly from: string;
  /** Included. */
  readonly to: string;
}

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const addDays = (day: string, days: number): string => dayOf(startOf(day) + days * DAY_MS);

export const usualRange = (today: string): DayRange => ({ from: addDays(today, 1 - USUAL_DAYS), to: today });

/** As the server takes it: the end is the first moment that is not in it. */
export function instantsOf({ from, to }: DayRange): { from_datetime: string; to_datetime: string } {
  return {
    from_datetime: `${from}T00:00:00.000Z`,
    to_datetime: `${addDays(to, 1)}T00:00:00.000Z`,
  };
}

/** 0 or less when the end is before the beginning. */
export const daysOf = ({ from, to }: DayRange): number =>
  Math.round((startOf(to) - startOf(from)) / DAY_MS) + 1;

export const windowsOf = (range: DayRange): number => fuelWindowCount(daysOf(range) * DAY_MS);

/** `51 days, read in 2 windows of at most 45 days` */
export function lengthText(range: DayRange): string {
  const [days, windows] = [daysOf(range), windowsOf(range)];
  const length = days === 1 ? '1 day' : `${days.toLocaleString(personLocale())} days`;
  return windows === 1 ? `${length}, loaded in one step` : `${length}, loaded in ${windows} steps`;
}

/** Monday of its week. */
export const mondayOf = (day: string): string =>
  addDays(day, -((new Date(startOf(day)).getUTCDay() + 6) % 7));

/** `Oct 22 – Nov 20, 2026`, with both years where they differ. */
export function rangeText({ from, to }: DayRange): string {
  const [start, end] = [dayText(from), dayText(to)];
  if (from === to) return end;
  const year = from.slice(0, 4) === to.slice(0, 4) ? /, \d{4}$/ : '';
  return `${start.replace(year, '')} – ${end}`;
}

export interface Preset {
  readonly key: string;
  readonly word: string;
  readonly range: (today: string) => DayRange;
}

const monthsBack = (today: string, months: number): string => {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return dayOf(Date.UTC(year, month - 1 - months, 1));
};
const quarterStart = (today: string, quarters: number): string => {
  const month = Number(today.slice(5, 7));
  return monthsBack(today, ((month - 1) % 3) + quarters * 3);
};

/** Quarters are what fuel taxes are reported by. */
export const PRESETS: readonly Preset[] = [
  { key: '7', word: 'Last 7 days', range: (today) => ({ from: addDays(today, -6), to: today }) },
  { key: '30', word: 'Last 30 days', range: usualRange },
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
