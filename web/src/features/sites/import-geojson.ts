/** Sites in GeoJSON (RFC 7946): points with a `radius_meters` among their properties. */
import type { LengthUnit } from '../../geo/length.ts';
import { type BadRow, type GoodRow, type RawRow, readRow, SITE_COLUMNS } from './import-row.ts';

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows, or why there are none. */
export function readGeoJson(text: string, unit: LengthUnit): (GoodRow | BadRow)[] | string {
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
