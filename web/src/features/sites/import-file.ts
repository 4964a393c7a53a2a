/** A file of sites, CSV or GeoJSON, read row by row. Nothing is sent from here. */
import type { LengthUnit } from '../../geo/length.ts';
import { parseCsv } from '../../ui/parse-csv.ts';
import { readGeoJson } from './import-geojson.ts';
import { type ImportRows, partRows, readRow, SITE_COLUMNS, type SiteColumn } from './import-row.ts';

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
