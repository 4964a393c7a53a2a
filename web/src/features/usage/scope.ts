/** Which months a page is about. Months are the service's, in UTC. Pure. */
import type { UsageSearch } from './search.ts';

export interface Scope {
  /** `2026-01`, included. */
  readonly from_month: string;
  readonly to_month: string;
  /** The one that is viewed; null: all of them. */
  readonly month: string | null;
  /** All of the range, oldest first. */
  readonly months: readonly string[];
}

export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

function plus(month: string, count: number): string {
  return monthOf(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + count, 1));
}

export const LAST_MONTHS = 12;

/** @param now the server's clock, milliseconds */
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
