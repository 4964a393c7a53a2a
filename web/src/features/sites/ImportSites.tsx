import { NativeSelect } from '@mantine/core';
import { MAX_IMPORTED_SITES, type Site, type SiteWrite, siteWrite } from '@waypost/contract/api/sites';
import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { useDisabledReason } from '../../api/context.ts';
import { LENGTH_UNITS, type LengthUnit, parseLength } from '../../geo/length.ts';
import { useDrafts } from '../../live/form/draft.ts';
import { ImportDialog, ImportForm } from '../../live/ImportDialog.tsx';
import {
  type BadRow,
  type Chosen,
  type ImportFile,
  nameKey,
  type RawRow,
  type ReadableFile,
  readTable,
  splitRows,
} from '../../live/import-file.ts';
import { termsOf, useSiteMutations } from './use-sites.ts';

interface ImportSitesProps {
  readonly opened: boolean;
  readonly sites: readonly Site[];
  readonly onClose: () => void;
}

export function ImportSites({ opened, onClose, sites }: ImportSitesProps) {
  return (
    <ImportDialog opened={opened} onClose={onClose} title="Import sites">
      <Form onClose={onClose} sites={sites} />
    </ImportDialog>
  );
}

/** Kept beside the file: the same rows must not be read in another unit after a reload. */
const lengthUnit = z.enum(LENGTH_UNITS);

function Form({ sites, onClose }: Omit<ImportSitesProps, 'opened'>) {
  const disabledReason = useDisabledReason('manage_monitors');
  const { importSites } = useSiteMutations();
  const units = useDrafts('import_unit', lengthUnit);
  const unit = units.read('site') ?? 'm';
  const read = useCallback((text: string, chosen: Chosen) => readImport(text, unit, chosen), [unit]);
  const names = useMemo(() => new Set(sites.map(({ name }) => nameKey(name))), [sites]);
  return (
    <ImportForm<GoodRow>
      noun="site"
      accept=".csv,.tsv,.txt,.json,.geojson,text/csv,application/geo+json"
      formats="CSV or GeoJSON"
      columns={`Columns: ${SITE_COLUMNS.join(', ')}. The first four are required; a radius may have m, km, ft or mi. GeoJSON: Points with radius_meters.`}
      defaultConflict="keep"
      replacing="replace"
      read={read}
      limit={MAX_IMPORTED_SITES}
      disabledReason={disabledReason}
      exists={({ site }) => names.has(nameKey(site.name))}
      importRows={(good, on_conflict) =>
        importSites.mutateAsync({ body: { items: good.map(({ site }) => site), on_conflict } })
      }
      onClose={onClose}
    >
      <NativeSelect
        label="Unit for radius without one"
        value={unit}
        data={[...LENGTH_UNITS]}
        onChange={({ currentTarget }) => units.write('site', currentTarget.value as LengthUnit)}
      />
    </ImportForm>
  );
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
    return refuse(`A ${String(geometry.type)} is not a site. Use a Point with radius_meters`);
  const [longitude, latitude] = Array.isArray(geometry.coordinates) ? geometry.coordinates : [];
  const raw: Record<string, string> = {};
  for (const column of SITE_COLUMNS) raw[column] = textOf(properties[column]);
  raw.radius_meters ||= textOf(properties.radius);
  const row: RawRow<SiteColumn> = { ...raw, latitude: textOf(latitude), longitude: textOf(longitude) };
  return readRow(line, row, unit);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const ALIASES = {
  latitude: ['lat'],
  longitude: ['lon', 'lng', 'long'],
  radius_meters: ['radius'],
  note: ['notes'],
};
const NEEDED = [['name'], ['latitude'], ['longitude'], ['radius_meters']] as const;

/** @param unit applied to a radius without one, in CSV and GeoJSON alike */
export function readImport(text: string, unit: LengthUnit, chosen: Chosen = {}): ImportFile<GoodRow> {
  const plain = text.replace(/^\uFEFF/, '').trimStart();
  if (plain === '') return { ok: false, reason: 'The file is empty' };
  if (!/^[{[]/.test(plain)) return readCsv(text, unit, chosen);
  const read = readGeoJson(plain, unit);
  return typeof read === 'string'
    ? { ok: false, reason: read }
    : { ok: true, row_word: 'Feature', ...partSites(read) };
}

function readCsv(text: string, unit: LengthUnit, chosen: Chosen): ImportFile<GoodRow> {
  const setup = { columns: SITE_COLUMNS, aliases: ALIASES, required: NEEDED, free_text: 'note' } as const;
  const table = readTable(text, setup, chosen);
  if (!table.ok) return table;
  const { rows, ...file } = table;
  return {
    ...file,
    ...partSites(
      rows.map(({ line, raw }) => readRow(line, raw, unit)),
      file.lines,
    ),
  };
}

const partSites = (rows: readonly (GoodRow | BadRow)[], lines: ReadableFile<GoodRow>['lines'] = undefined) =>
  splitRows(
    rows,
    ({ site: { name } }: GoodRow) => ({ key: nameKey(name), name }),
    'name is already on line',
    lines,
  );

// Shared by CSV and GeoJSON.
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
type SiteColumn = (typeof SITE_COLUMNS)[number];

interface GoodRow {
  /** Line of a CSV file, or number of a feature, from 1. */
  readonly line: number;
  readonly site: SiteWrite;
}

function readRow(line: number, raw: RawRow<SiteColumn>, unit: LengthUnit): GoodRow | BadRow {
  const problems: string[] = [];
  const text = (column: SiteColumn) => raw[column]?.trim() || null;
  const number = (column: SiteColumn): number | null => {
    const value = text(column);
    if (value === null) {
      problems.push(`${column} must not be empty`);
      return null;
    }
    // In a single number, a comma can only be the decimal separator.
    const parsed = Number(value.replace(/^(-?\d+),(\d+)$/, '$1.$2'));
    if (Number.isFinite(parsed)) return parsed;
    problems.push(`${column} must be a number, not “${value}”`);
    return null;
  };
  const [latitude, longitude] = [number('latitude'), number('longitude')];
  const length = parseLength(raw.radius_meters ?? '', unit);
  if (!length.ok) problems.push(`radius_meters ${length.reason}`);
  const parsed = siteWrite.safeParse({
    name: text('name') ?? '',
    latitude: latitude ?? 0,
    longitude: longitude ?? 0,
    radius_meters: length.ok ? Number(length.meters.toFixed(3)) : 100,
    ...termsOf(raw),
  });
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues)
      problems.push(`${String(path[0])} ${PLAIN[String(path[0])] ?? message}`);
  return parsed.success && problems.length === 0
    ? { line, site: parsed.data }
    : { line, name: text('name') ?? '', problems };
}

/** Replace the schema's messages for these two, which are about numbers in general. */
const PLAIN: Readonly<Record<string, string>> = {
  latitude: 'must be from -90 to 90',
  longitude: 'must be from -180 to 180',
};
