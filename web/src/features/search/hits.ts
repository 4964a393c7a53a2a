import type { Icon } from '@tabler/icons-react';
import { SEARCH_KINDS, type SearchItem, type SearchKind } from '@waypost/contract/api/search';
import { z } from 'zod';
import { emailText } from '../../ui/email-text.ts';
import {
  IconArchive,
  IconBuilding,
  IconList,
  IconMail,
  IconMapPin,
  IconPackage,
  IconRoute,
  IconSteeringWheel,
  IconTruck,
} from '../../ui/icons.ts';

export type SearchHit = Pick<SearchItem, 'kind' | 'id' | 'title' | 'subtitle' | 'load_id'> &
  Partial<Pick<SearchItem, 'field' | 'value' | 'match'>>;

export const KINDS: Readonly<Record<SearchKind, { one: string; many: string; Icon: Icon }>> = {
  load: { one: 'Load', many: 'Loads', Icon: IconPackage },
  vehicle: { one: 'Vehicle', many: 'Vehicles', Icon: IconTruck },
  monitor: { one: 'Monitor', many: 'Monitors', Icon: IconRoute },
  invitation: { one: 'Invitation', many: 'Invitations', Icon: IconMail },
  fleet: { one: 'Fleet', many: 'Fleets', Icon: IconBuilding },
  driver: { one: 'Driver', many: 'Drivers', Icon: IconSteeringWheel },
  site: { one: 'Site', many: 'Sites', Icon: IconMapPin },
  list: { one: 'List', many: 'Lists', Icon: IconList },
  archived_load: { one: 'Archived load', many: 'Archive', Icon: IconArchive },
};

const FIELD_WORDS: Readonly<Record<string, string>> = {
  load_ref: 'reference',
  load_id: 'load ID',
  vehicle_name: 'unit',
  vehicle_id: 'vehicle ID',
  vin: 'VIN',
  license_plate_number: 'plate',
  fleet_ref: 'fleet reference',
  fleet_name: 'fleet',
  fleet_id: 'fleet ID',
  fleet_email: 'email',
  'contacts.name': 'contact',
  'contacts.phone': 'contact',
  'contacts.email': 'contact',
  username: 'user',
  user_email: 'email',
  phone_number: 'phone',
  partner_ref: 'reference',
  fleet_regulatory_id: 'regulatory ID',
  'stops.name': 'stop',
  place: 'near',
  name: 'name',
  note: 'note',
  id: 'id',
};

/** `VIN 1FUJ…`: the value that matched; null when title or subtitle already show it. */
export function matchedValue({ field, value, title, subtitle }: SearchHit): string | null {
  if (field === undefined || value === undefined) return null;
  if (title === value || subtitle?.includes(value)) return null;
  return `${FIELD_WORDS[field] ?? field} ${emailText(value)}`;
}

/** The current location. */
export interface CurrentLocation {
  readonly pathname: string;
  /** Includes the question mark; may be empty. */
  readonly search: string;
}

/** The board's current address with these parameters set; from another page, a board without filters. */
export function boardWith(
  change: Readonly<Record<string, string>>,
  current_location: CurrentLocation,
): string {
  const search = new URLSearchParams(current_location.pathname === '/' ? current_location.search : '');
  // On a phone, show the list with the panel over it.
  search.delete('view');
  for (const [name, value] of Object.entries(change)) search.set(name, value);
  return `/?${search.toString().replaceAll('%2C', ',')}`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const query = (path: string, name: string, value: string) =>
  `${path}?${new URLSearchParams([[name, value]])}`;

export function addressOf(
  { kind, id, title, load_id }: SearchHit,
  current_location: CurrentLocation,
): string {
  switch (kind) {
    case 'load':
      return boardWith({ load: id }, current_location);
    case 'vehicle':
      return load_id
        ? boardWith({ load: load_id }, current_location)
        : boardWith({ tab: 'all', q: title }, current_location);
    case 'monitor':
      return `/monitors/${encodeURIComponent(id)}`;
    case 'site':
      return query('/sites', 'site', id);
    case 'archived_load':
      return query('/archive', 'load', id);
    case 'list':
      return boardWith({ tab: 'all', list: id }, { pathname: '/', search: '' });
    case 'invitation':
      return query('/invitations', 'invitation', id);
    case 'driver':
      return query('/drivers', 'operation', id);
    case 'fleet':
      // Until it accepts an invitation, a fleet has our reference and no id.
      return UUID.test(id) ? `/fleets/${id}` : query('/agreements', 'q', id);
  }
}

const KEY = 'waypost.search_recent';
const MAX_RECENT = 8;

const schema = z.object({
  sub: z.string(),
  things: z.array(
    z.object({
      kind: z.enum(SEARCH_KINDS),
      id: z.string(),
      title: z.string(),
      subtitle: z.string().nullable(),
      load_id: z.string().nullable(),
    }),
  ),
});

type RecentStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Hits that a person last opened in this browser, newest first. Empty for anybody else and without storage. */
export function recentHits(sub: string, storage: RecentStorage | null): SearchHit[] {
  try {
    const parsed = schema.safeParse(JSON.parse(storage?.getItem(KEY) ?? 'null'));
    return parsed.success && parsed.data.sub === sub ? parsed.data.things : [];
  } catch {
    return [];
  }
}

export function rememberHit(
  sub: string,
  { kind, id, title, subtitle, load_id }: SearchHit,
  storage: RecentStorage | null,
): void {
  const others = recentHits(sub, storage).filter((hit) => hit.kind !== kind || hit.id !== id);
  const things = [{ kind, id, title, subtitle, load_id }, ...others].slice(0, MAX_RECENT);
  try {
    storage?.setItem(KEY, JSON.stringify({ sub, things }));
  } catch {
    // Storage full or blocked: nothing is remembered.
  }
}
