/** Times as our API writes them. */

/** ISO 8601 of milliseconds since 1970; null where there is no time. */
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

/** A row with its times (`created_at`, milliseconds since 1970) in ISO 8601; the rest as it is. */
export function withIsoTimes<Row extends object>(row: Row): IsoTimes<Row> {
  const entries = Object.entries(row).map(([key, value]) => [
    key,
    key.endsWith('_at') && typeof value === 'number' ? toIso(value) : value,
  ]);
  return Object.fromEntries(entries) as IsoTimes<Row>;
}
