/** Calendar months in UTC, as text: `2026-11`. */

export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/** First instant, milliseconds since 1970. */
export const beginOf = (month: string): number => Date.parse(`${month}-01T00:00:00Z`);

export function nextMonth(month: string): string {
  const begin = new Date(beginOf(month));
  return monthOf(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, 1));
}

/** First instant that is not part of it any more. */
export const endOf = (month: string): number => beginOf(nextMonth(month));

/** Every month from one to another, both included. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from; month <= to; month = nextMonth(month)) months.push(month);
  return months;
}
