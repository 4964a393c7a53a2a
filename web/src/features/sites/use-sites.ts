import { useQueryClient } from '@tanstack/react-query';
import { SITE_ROUTES } from '@waypost/contract/api/site-routes';
import { type Site, type SiteWrite, siteWrite } from '@waypost/contract/api/sites';
import { distanceMeters } from '@waypost/geo/geodesy';
import { z } from 'zod';
import type { Answer } from '../../api/http.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { itemsOf, useRead, useWrite } from '../../api/server-state.ts';
import { LENGTH_UNITS, type LengthUnit, lengthNumber, parseLength } from '../../geo/length.ts';
import { parseCoordinates } from '../../geo/parse-coordinates.ts';
import { useFormDrafts } from '../../live/form/draft.ts';
import { type Checked, checkWith } from '../../live/form/form.ts';
import type { CircleShape } from '../../map/types.ts';
import { coordinatesText } from '../../ui/quantities.ts';

/** Colleagues write to the same site book. */
const STALE_MS = 30_000;

/** All sites, by name. Requires `WithQueries`. */
export const useSites = () =>
  useRead(SITE_ROUTES.listSites, queryKeys.sites(), { select: itemsOf, staleTime: STALE_MS });

/** Site mutations; each updates the cached list at once. Rejects with a Problem. */
export function useSiteMutations() {
  const client = useQueryClient();
  const refetch = () => void client.invalidateQueries({ queryKey: queryKeys.sites() });
  const put = (change: (sites: readonly Site[]) => readonly Site[]) => {
    client.setQueryData<Answer<typeof SITE_ROUTES.listSites>>(
      queryKeys.sites(),
      (list) => list && { items: byName(change(list.items)) },
    );
    // The list may be missing changes by colleagues.
    refetch();
  };
  const withSite = (site: Site) => put((sites) => [...sites.filter(({ id }) => id !== site.id), site]);

  const create = useWrite(SITE_ROUTES.createSite, { onSuccess: withSite });
  const update = useWrite(SITE_ROUTES.updateSite, { onSuccess: withSite });
  const remove = useWrite(SITE_ROUTES.deleteSite, {
    onSuccess: (_deleted, { params }) => put((sites) => sites.filter(({ id }) => id !== params?.site_id)),
  });
  const importSites = useWrite(SITE_ROUTES.importSites, {
    onSuccess: ({ items }) =>
      put((sites) => {
        const ids = new Set(items.map(({ id }) => id));
        return [...sites.filter(({ id }) => !ids.has(id)), ...items];
      }),
  });
  return { create, update, remove, importSites, refetch };
}

function byName(sites: readonly Site[]): Site[] {
  return sites.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id.localeCompare(b.id));
}

export const useDrafts = () => useFormDrafts('site', siteDraft);

// Texts as typed, beside the circle that form and map share. The circle is exact; the texts are formatted for people.
const siteDraft = z.object({
  name: z.string(),
  where: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  radius: z.string(),
  /** Unit of `radius`; the person's preference may have changed since. */
  unit: z.enum(LENGTH_UNITS),
  radius_meters: z.number().nullable(),
  free_minutes: z.string(),
  detention_rate: z.string(),
  detention_currency: z.string(),
  note: z.string(),
});
export type SiteDraft = z.infer<typeof siteDraft>;

export const EMPTY_DRAFT: SiteDraft = {
  name: '',
  where: '',
  latitude: null,
  longitude: null,
  radius: '',
  unit: 'm',
  radius_meters: null,
  free_minutes: '',
  detention_rate: '',
  detention_currency: '',
  note: '',
};

export function draftOf(site: Site, unit: LengthUnit): SiteDraft {
  const { name, free_minutes, detention_rate, detention_currency, note } = site;
  const draft = {
    ...EMPTY_DRAFT,
    name,
    free_minutes: free_minutes === null ? '' : String(free_minutes),
    detention_rate: detention_rate ?? '',
    detention_currency: detention_currency ?? '',
    note: note ?? '',
  };
  return withShape(draft, site, unit);
}

export function withShape(draft: SiteDraft, shape: CircleShape, unit: LengthUnit): SiteDraft {
  const { latitude, longitude, radius_meters } = shape;
  return {
    ...draft,
    where: coordinatesText(shape),
    latitude,
    longitude,
    radius: lengthNumber(radius_meters, unit),
    unit,
    radius_meters,
  };
}

/** After the center was typed or pasted; a text that cannot be parsed leaves no circle. */
export function withCenter(draft: SiteDraft, where: string): SiteDraft {
  const parsed = parseCoordinates(where);
  const { latitude, longitude } = parsed.ok ? parsed : { latitude: null, longitude: null };
  return { ...draft, where, latitude, longitude };
}

export function withRadius(draft: SiteDraft, radius: string, unit: LengthUnit): SiteDraft {
  const parsed = parseLength(radius, unit);
  return { ...draft, radius, unit, radius_meters: parsed.ok ? Number(parsed.meters.toFixed(2)) : null };
}

/** Converts the radius text; the circle stays the same. */
export function inUnit(draft: SiteDraft, unit: LengthUnit): SiteDraft {
  if (draft.unit === unit) return draft;
  const { radius_meters } = draft;
  return { ...draft, unit, ...(radius_meters === null ? {} : { radius: lengthNumber(radius_meters, unit) }) };
}

export function shapeOf({ latitude, longitude, radius_meters }: SiteDraft): CircleShape | null {
  return latitude !== null && longitude !== null && radius_meters !== null
    ? { latitude, longitude, radius_meters }
    : null;
}

/**
 * Another site at the place of this circle: each has the center of the other inside, as where the server looks for the free time of a
 * monitor's stop.
 */
export function samePlace(sites: readonly Site[], shape: CircleShape, own_id: string | undefined) {
  return sites.find((site) => {
    const meters = distanceMeters(site, shape);
    return site.id !== own_id && meters <= site.radius_meters && meters <= shape.radius_meters;
  });
}

/** What a request writes of a site. */
export function writeOf(site: Site): SiteWrite {
  const { id: _, created_at: __, updated_at: ___, updated_by_name: ____, ...body } = site;
  return body;
}

export type SiteField = Exclude<keyof SiteDraft, 'latitude' | 'longitude' | 'unit' | 'radius_meters'>;
export function fieldOf(whole_path: string): SiteField {
  const path = whole_path.split('.').at(-1);
  if (path === 'latitude' || path === 'longitude') return 'where';
  if (path === 'radius_meters') return 'radius';
  const fields: readonly SiteField[] = ['free_minutes', 'detention_rate', 'detention_currency', 'note'];
  return fields.find((field) => field === path) ?? 'name';
}

type Terms = Partial<Record<'free_minutes' | 'detention_rate' | 'detention_currency' | 'note', string>>;

/** What a request says of a site besides its circle, from texts as typed. */
export function termsOf({ free_minutes, detention_rate, detention_currency, note }: Terms) {
  const text = (value = '') => value.trim() || null;
  const free = text(free_minutes);
  return {
    // 0.5 makes the schema reject "90.5" and "soon" alike.
    free_minutes: free === null ? null : /^-?\d+$/.test(free) ? Number(free) : 0.5,
    detention_rate: text(detention_rate),
    detention_currency: text(detention_currency)?.toUpperCase() ?? null,
    note: text(note),
  };
}

/** The request, or errors by field. The schema validates; only unparsable texts are reported here. */
export function checkDraft(draft: SiteDraft): Checked<SiteField, SiteWrite> {
  const { name, latitude, longitude, radius_meters } = draft;
  const site = { name, latitude, longitude, radius_meters, ...termsOf(draft) };
  const checked = checkWith(siteWrite, site, fieldOf);
  const errors = new Map(checked.errors);
  const place = parseCoordinates(draft.where);
  const length = parseLength(draft.radius, draft.unit);
  if (latitude === null) errors.set('where', place.ok ? 'is not a place' : place.reason);
  if (radius_meters === null && !length.ok) errors.set('radius', length.reason);
  return { ...checked, errors };
}
