/** A file of sites, CSV or GeoJSON, read row by row. Nothing is sent from here. */
import type { LengthUnit } from '../../geo/length.ts';
import { parseCsv } from '../../ui/csv.ts';
import {
  type BadRow,
  type GoodRow,
  type ImportRows,
  partRows,
  type RawRow,
  readRow,
  SITE_COLUMNS,
  type SiteColumn,
} from './import-row.ts';

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
  /** Nothing in it can be read; a sentence without its full stop. */
  | { readonly ok: false; readonly reason: string };

/** Other names of the columns that are common enough. */
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
