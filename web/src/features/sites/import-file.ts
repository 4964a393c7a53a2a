/** A file of sites, CSV or GeoJSON, read row by row. Nothing is sent from here. */

import { type SiteWrite, siteWrite } from '@waypost/contract/api/sites';
import { type LengthUnit, parseLength } from '../../geo/length.ts';
import { parseCsv } from '../../ui/parse-csv.ts';

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows, or why there are none. */
function readGeoJson(text: string, unit: LengthUnit): (GoodRow | BadRow)[] | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'The file looks like GeoJSON but is incomplete';
  }
  const features = featuresOf(json);
  if (features === null) return 'This JSON is not GeoJSON: it must be a FeatureCollection or a Feature';
  if (features.length === 0) return 'The FeatureCollection is empty';
  if (isObject(json) && isObject(json.crs) && !/CRS84|4326/.test(JSON.stringify(json.crs)))
    return 'Coordinates must be WGS 84. Save the file again in EPSG:4326';
  return features.map((feature, at) => readFeature(at + 1, feature, unit));
}

function featuresOf(json: unknown): readonly unknown[] | null {
  if (!isObject(json)) return null;
  if (json.type === 'Feature') return [json];
  return json.type === 'FeatureCollection' && Array.isArray(json.features) ? json.features : null;
}

function readFeature(line: number, feature: unknown, unit: LengthUnit): GoodRow | BadRow {
  const properties = isObject(feature) && isObject(feature.properties) ? feature.properties : {};
  const geometry = isObject(feature) && isObject(feature.geometry) ? feature.geometry : null;
  const name = textOf(properties.name);
  const refuse = (...problems: string[]): BadRow => ({ line, name, problems });
  if (geometry === null) return refuse('No geometry');
  if (geometry.type !== 'Point')
    return refuse(
      /Polygon/.test(String(geometry.type))
        ? `A ${String(geometry.type)} is not a site. Use a Point with radius_meters`
        : `A ${String(geometry.type)} is not a site. Use a Point with radius_meters`,
    );
  const [longitude, latitude] = Array.isArray(geometry.coordinates) ? geometry.coordinates : [];
  const raw: Record<string, string> = {};
  for (const column of SITE_COLUMNS) raw[column] = textOf(properties[column]);
  raw.radius_meters ||= textOf(properties.radius);
  const row: RawRow = { ...raw, latitude: textOf(latitude), longitude: textOf(longitude) };
  return readRow(line, row, unit);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export type ImportFile =
  | ({ readonly ok: true; readonly format: 'CSV' | 'GeoJSON' } & ImportRows)
  | { readonly ok: false; readonly reason: string };

const ALIASES: Readonly<Record<string, SiteColumn>> = {
  lat: 'latitude',
  lon: 'longitude',
  lng: 'longitude',
  long: 'longitude',
  radius: 'radius_meters',
  notes: 'note',
};
const NEEDED = ['name', 'latitude', 'longitude', 'radius_meters'] as const;

/** @param unit of a radius without one, in CSV and GeoJSON alike */
export function readImport(text: string, unit: LengthUnit): ImportFile {
  const plain = text.replace(/^\uFEFF/, '').trimStart();
  if (plain === '') return { ok: false, reason: 'The file is empty' };
  if (!/^[{[]/.test(plain)) return readCsv(text, unit);
  const read = readGeoJson(plain, unit);
  return typeof read === 'string'
    ? { ok: false, reason: read }
    : { ok: true, format: 'GeoJSON', ...partRows(read) };
}

function readCsv(text: string, unit: LengthUnit): ImportFile {
  const [head, ...rows] = parseCsv(text);
  const columns = (head?.cells ?? []).map((cell) => {
    const name = cell.trim().toLowerCase().replace(/\s+/g, '_');
    return SITE_COLUMNS.find((column) => column === name) ?? ALIASES[name] ?? null;
  });
  const missing = NEEDED.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    return {
      ok: false,
      reason: `The first line must have column names; ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
    };
  if (rows.length === 0) return { ok: false, reason: 'There are column names but no rows' };
  return {
    ok: true,
    format: 'CSV',
    ...partRows(
      rows.map(({ line, cells }) => {
        const raw: Partial<Record<SiteColumn, string>> = {};
        columns.forEach((column, at) => {
          if (column) raw[column] = unmarked(cells[at] ?? '');
        });
        return readRow(line, raw, unit);
      }),
    ),
  };
}

/** Our own export puts a mark before what a spreadsheet would run (ui/csv.ts). */
function unmarked(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

// One row of an import as a site, or what keeps it from being one. CSV and GeoJSON both come through here.
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
  readonly problems: readonly string[];
}
export interface ImportRows {
  readonly good: readonly GoodRow[];
  readonly bad: readonly BadRow[];
}

/** Texts as they are in the file; what is missing is empty. */
export type RawRow = Readonly<Partial<Record<SiteColumn, string>>>;

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
