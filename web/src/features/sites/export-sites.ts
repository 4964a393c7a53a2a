/** The site book as a file that can be read again: CSV for spreadsheets, GeoJSON for maps. */
import type { Site } from '@waypost/contract/api/sites';
import { csvText } from '../../ui/csv.ts';
import { SITE_COLUMNS } from './import-row.ts';

export function sitesCsv(sites: readonly Site[]): string {
  return csvText(
    SITE_COLUMNS,
    sites.map((site) => SITE_COLUMNS.map((column) => site[column])),
  );
}

/** RFC 7946: points, `[longitude, latitude]`; the circle is `radius_meters`. */
export function sitesGeoJson(sites: readonly Site[]): string {
  const features = sites.map(
    ({ latitude, longitude, id, created_at: _, updated_at: __, updated_by_name: ___, ...properties }) => ({
      type: 'Feature',
      id,
      properties,
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    }),
  );
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 2)}\n`;
}
