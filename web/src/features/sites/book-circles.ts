/** The sites as circles of the map; what is being written takes the place of what is saved. */
import type { Site } from '@waypost/contract/api/sites';
import type { MapCircle } from '../../map/types.ts';
import { type SiteDraft, shapeOf } from './site-draft.ts';

/** Id of the circle of a site that is not saved yet. */
export const NEW_ID = 'new';

export interface OpenSite {
  /** Its id, or NEW_ID. */
  readonly key: string;
  readonly draft: SiteDraft;
  readonly editable: boolean;
}

/** The same site is the same circle: the map need not reckon it again. */
const circles_of = new WeakMap<Site, MapCircle>();

function circleOf(site: Site): MapCircle {
  const known = circles_of.get(site);
  if (known) return known;
  const { id, name: label, latitude, longitude, radius_meters } = site;
  const made: MapCircle = {
    id,
    label,
    latitude,
    longitude,
    radius_meters,
    number: null,
    state: 'site',
    editable: false,
  };
  circles_of.set(site, made);
  return made;
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
