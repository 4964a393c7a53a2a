/** Times in the format of our API, and calendar months. */

/** ISO 8601 of ms since 1970; null for null and undefined. */
export function toIso(ms: number): string;
export function toIso(ms: number | null | undefined): string | null;
export function toIso(ms: number | null | undefined): string | null {
  return ms == null ? null : new Date(ms).toISOString();
}

type IsoTimes<Row> = {
  [K in keyof Row]: K extends `${string}_at`
    ? Row[K] extends number
      ? string
      : Row[K] extends number | null
        ? string | null
        : Row[K]
    : Row[K];
};

/** A row with its times (`created_at`, ms since 1970) in ISO 8601. */
export function withIsoTimes<Row extends object>(row: Row): IsoTimes<Row> {
  const entries = Object.entries(row).map(([key, value]) => [
    key,
    key.endsWith('_at') && typeof value === 'number' ? toIso(value) : value,
  ]);
  return Object.fromEntries(entries) as IsoTimes<Row>;
}

/** Calendar month in UTC: `2026-11`. */

export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/** Start of a month, ms since 1970. */
export const beginOf = (month: string): number => Date.parse(`${month}-01T00:00:00Z`);

function nextMonth(month: string): string {
  const begin = new Date(beginOf(month));
  return monthOf(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, 1));
}

/** Start of the next month. */
export const endOf = (month: string): number => beginOf(nextMonth(month));

/** Months from one to another, both included. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from; month <= to; month = nextMonth(month)) months.push(month);
  return months;
}
