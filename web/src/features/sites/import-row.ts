/** One row of an import as a site, or what keeps it from being one. CSV and GeoJSON both come through here. */
import { type SiteWrite, siteWrite } from '@waypost/contract/api/sites';
import type { LengthUnit } from '../../geo/length.ts';
import { parseLength } from '../../geo/parse-length.ts';

export const SITE_COLUMNS = [
  'name',
  'latitude',
  'longitude',
  'radius_meters',
  'free_minutes',
  'detention_rate',
  'detention_currency',
  'note',
] as const;
export type SiteColumn = (typeof SITE_COLUMNS)[number];

export interface GoodRow {
  /** Line of a CSV file, or number of a feature, from 1. */
  readonly line: number;
  readonly site: SiteWrite;
}
export interface BadRow {
  readonly line: number;
  readonly name: string;
  /** Each a sentence without its full stop. */
  readonly problems: readonly string[];
}
export interface ImportRows {
  readonly good: readonly GoodRow[];
  readonly bad: readonly BadRow[];
}

/** Texts as they are in the file; what is missing is empty. */
export type RawRow = Readonly<Partial<Record<SiteColumn, string>>>;

/** @param unit of a radius without one */
export function readRow(line: number, raw: RawRow, unit: LengthUnit): GoodRow | BadRow {
  const problems: string[] = [];
  const text = (column: SiteColumn) => raw[column]?.trim() || null;
  const number = (column: SiteColumn): number | null => {
    const value = text(column);
    if (value === null) {
      problems.push(`${column} must not be empty`);
      return null;
    }
    // A decimal comma cannot be anything else in a single number.
    const parsed = Number(value.replace(/^(-?\d+),(\d+)$/, '$1.$2'));
    if (Number.isFinite(parsed)) return parsed;
    problems.push(`${column} must be a number, not “${value}”`);
    return null;
  };
  const [latitude, longitude] = [number('latitude'), number('longitude')];
  const length = parseLength(raw.radius_meters ?? '', unit);
  if (!length.ok) problems.push(`radius_meters ${length.reason}`);
  const free = text('free_minutes');
  const parsed = siteWrite.safeParse({
    name: text('name') ?? '',
    latitude: latitude ?? 0,
    longitude: longitude ?? 0,
    radius_meters: length.ok ? Number(length.meters.toFixed(3)) : 100,
    free_minutes: free === null ? null : /^-?\d+$/.test(free) ? Number(free) : 0.5,
    detention_rate: text('detention_rate'),
    detention_currency: text('detention_currency')?.toUpperCase() ?? null,
    note: text('note'),
  });
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues)
      problems.push(`${String(path[0])} ${PLAIN[String(path[0])] ?? message}`);
  return parsed.success && problems.length === 0
    ? { line, site: parsed.data }
    : { line, name: text('name') ?? '', problems };
}

/** The schema's own words for these two are about numbers in general. */
const PLAIN: Readonly<Record<string, string>> = {
  latitude: 'must be from -90 to 90',
  longitude: 'must be from -180 to 180',
};

/** Names are the same whatever their case and spaces; the server holds to that too. */
export const nameKey = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Rows parted into those that can be sent and those that cannot; a name that stands twice is good once. */
export function partRows(rows: readonly (GoodRow | BadRow)[]): ImportRows {
  const first = new Map<string, number>();
  const good: GoodRow[] = [];
  const bad: BadRow[] = [];
  for (const row of rows) {
    if (!('site' in row)) {
      bad.push(row);
      continue;
    }
    const key = nameKey(row.site.name);
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, row.line);
      good.push(row);
    } else bad.push({ line: row.line, name: row.site.name, problems: [`name is already on line ${before}`] });
  }
  return { good, bad };
}
