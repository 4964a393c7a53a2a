import type { Site } from '@waypost/contract/api/sites';
import type { MapCircle } from '../../map/types.ts';
import { csvText } from '../../ui/csv.ts';
import { natural, type SortKey, sorting } from '../../ui/resource-list/query.ts';
import { wordsOf } from '../../ui/resource-list/words.ts';
import { durationText } from '../../ui/time.ts';
import { SITE_COLUMNS } from './ImportSites.tsx';
import { type SiteDraft, shapeOf } from './use-sites.ts';

/** `2 h`; empty if detention is not charged. */
export function freeText({ free_minutes }: Pick<Site, 'free_minutes'>): string {
  if (free_minutes === null) return '';
  return free_minutes === 0 ? 'none' : durationText(free_minutes * 60_000);
}

/** `75 USD/h` */
export function rateText({ detention_rate, detention_currency }: Site): string {
  return detention_rate === null ? '' : `${detention_rate} ${detention_currency ?? ''}/h`;
}

export function sitesCsv(sites: readonly Site[]): string {
  return csvText(
    SITE_COLUMNS,
    sites.map((site) => SITE_COLUMNS.map((column) => site[column])),
  );
}

/** RFC 7946 points (`[longitude, latitude]`) with `radius_meters`; can be imported again. */
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

/** Circle id of a site that is not saved yet. */
export const NEW_ID = 'new';

export interface OpenSite {
  readonly key: string;
  readonly draft: SiteDraft;
  readonly editable: boolean;
}

/** Cached per site object, so that the map does not rebuild unchanged circles. */
const circles_of = new WeakMap<Site, MapCircle>();

function circleOf(site: Site): MapCircle {
  const cached = circles_of.get(site);
  if (cached) return cached;
  const { id, name: label, latitude, longitude, radius_meters } = site;
  const circle: MapCircle = {
    id,
    label,
    latitude,
    longitude,
    radius_meters,
    number: null,
    state: 'site',
    editable: false,
  };
  circles_of.set(site, circle);
  return circle;
}

export function bookCircles(sites: readonly Site[], open: OpenSite | null): MapCircle[] {
  const circles = sites.filter(({ id }) => id !== open?.key).map(circleOf);
  const shape = open && shapeOf(open.draft);
  if (open && shape) {
    const { key: id, draft, editable } = open;
    circles.push({ ...shape, id, label: draft.name, number: null, state: 'site', editable });
  }
  return circles;
}

const withoutAccents = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export function matching(sites: readonly Site[], q: string | undefined): readonly Site[] {
  const words = wordsOf(withoutAccents(q ?? ''));
  if (words.length === 0) return sites;
  return sites.filter(({ name, note }) => {
    const text = withoutAccents(`${name} ${note ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

export type SiteSort = 'name' | 'radius' | 'free' | 'rate';

const KEYS: Readonly<Record<SiteSort, (site: Site) => SortKey>> = {
  name: ({ name }) => natural(name),
  radius: ({ radius_meters }) => radius_meters,
  free: ({ free_minutes }) => free_minutes,
  rate: ({ detention_rate }) => (detention_rate === null ? null : Number(detention_rate)),
};

const byName = (a: Site, b: Site) => a.name.localeCompare(b.name, 'en', { numeric: true });

export const { sortOf, sorted } = sorting(KEYS, 'name', byName);
