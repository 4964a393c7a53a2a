/** Makes monitors, sites, invitations, fleets, drivers, lists and archived loads searchable, each provided by its own module. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { Contact } from '@waypost/contract/api/contacts';
import { driverRows } from '@waypost/contract/api/driver-rows';
import { stageLabel } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import type { LoadList } from '@waypost/contract/api/load-lists';
import { type BoardMonitor, MONITOR_STATUS_WORD } from '@waypost/contract/api/monitors';
import type { SearchKind } from '@waypost/contract/api/search';
import type { Site } from '@waypost/contract/api/sites';
import type { NamedOperation } from '../../fleets/onboarding/operation-projection.ts';
import { mapInTurns, nextTurn } from '../../platform/lib/async.ts';
import type { Person } from '../../platform/lib/person.ts';
import { TtlCache } from '../../platform/lib/ttl-cache.ts';
import type { ListedLoadRow } from '../../platform/store/archived-loads.ts';
import type { Board } from '../../tracking/board/board.ts';
import { LoadsByVehicle } from '../../tracking/board/loads-by-vehicle.ts';
import type { EndedMonitors } from '../../tracking/monitors/ended-monitors.ts';
import { type Entry, entryOf, type Reference, type Searchable } from './search.ts';

type Pair = readonly [field: string, value: string | null | undefined];

/** References of an item, without duplicates. */
function references(pairs: readonly Pair[]): Reference[] {
  const seen = new Set<string>();
  return pairs.flatMap(([field, value]) => {
    if (value == null || value === '' || seen.has(value)) return [];
    seen.add(value);
    return [{ field, value }];
  });
}

/** How long entries are reused: a person types several letters per second. */
const CACHE_MS = 2_000;

/** Entries that are created once for all concurrent searches. */
function cached(kind: SearchKind, make: () => Promise<Entry[]>, now: () => number): Searchable {
  const cache = new TtlCache<Entry[]>(CACHE_MS, now);
  return { kind, entries: () => cache.fetch('', make) };
}

interface MonitorSource {
  positions(): readonly { readonly id: string }[];
  get(id: string): BoardMonitor | null;
  /** Monitors that are not among `positions`. */
  readonly ended: Pick<EndedMonitors, 'list'>;
}

const MAX_ENDED = 50;

/** Newest first, monitors that ended long ago last. */
export function searchableMonitors(monitors: MonitorSource): Searchable {
  // A changed monitor is a new object, so entries can be cached by object.
  const known = new WeakMap<BoardMonitor, Entry>();
  return {
    kind: 'monitor',
    async entries(q) {
      const ended = await monitors.ended.list({ words: q.split(/\s+/), limit: MAX_ENDED });
      const current = monitors.positions().flatMap(({ id }) => monitors.get(id) ?? []);
      return [...current, ...ended.map(({ item }) => item)].map((monitor) => {
        let entry = known.get(monitor);
        if (!entry) {
          entry = monitorEntry(monitor);
          known.set(monitor, entry);
        }
        return entry;
      });
    },
  };
}

const isKnown = (status: string): status is keyof typeof MONITOR_STATUS_WORD =>
  Object.hasOwn(MONITOR_STATUS_WORD, status);

function monitorStatusText(status: BoardMonitor['status']): string | null {
  if (status === null || isKnown(status)) return status && MONITOR_STATUS_WORD[status];
  return `Unknown: ${status}`;
}

function monitorEntry(monitor: BoardMonitor): Entry {
  const vehicle = monitor.vehicle_name ?? monitor.vin ?? monitor.license_plate_number;
  return entryOf({
    id: monitor.id,
    title: monitor.name ?? vehicle ?? monitor.id,
    subtitle:
      [monitorStatusText(monitor.status), monitor.name === null ? null : vehicle]
        .filter(Boolean)
        .join(', ') || null,
    references: references([
      ['name', monitor.name],
      ['id', monitor.id],
      ['vehicle_name', monitor.vehicle_name],
      ['vin', monitor.vin],
      ['license_plate_number', monitor.license_plate_number],
      ['fleet_ref', monitor.fleet_ref],
      ...monitor.stops.map((stop) => ['stops.name', stop.name] as const),
    ]),
  });
}

export function searchableSites(sites: { list(): Site[] }, now: () => number = Date.now): Searchable {
  return cached(
    'site',
    async () =>
      sites.list().map((site) =>
        entryOf({
          id: site.id,
          title: site.name,
          subtitle: site.note,
          references: references([
            ['name', site.name],
            ['note', site.note],
          ]),
        }),
      ),
    now,
  );
}

/** Invitations by our own key. The service's id opens an invitation, so it must not be searchable. */
export type FoundInvitation = Pick<
  BoardInvitation,
  | 'key'
  | 'fleet_ref'
  | 'fleet_name'
  | 'fleet_email'
  | 'fleet_regulatory_id'
  | 'status'
  | 'expires_at'
  | 'viewed_at'
  | 'shared_at'
  | 'shared_how'
>;

export function searchableInvitations(
  invitations: () => Promise<readonly FoundInvitation[]>,
  now: () => number = Date.now,
): Searchable {
  return cached(
    'invitation',
    async () =>
      mapInTurns(await invitations(), (one) =>
        entryOf({
          id: one.key,
          title: one.fleet_name ?? one.fleet_ref ?? one.key,
          subtitle: [one.fleet_name === null ? null : one.fleet_ref, stageLabel(one, now())]
            .filter(Boolean)
            .join(', '),
          references: references([
            ['fleet_ref', one.fleet_ref],
            ['fleet_name', one.fleet_name],
            ['fleet_email', one.fleet_email],
            ['fleet_regulatory_id', one.fleet_regulatory_id],
          ]),
        }),
      ),
    now,
  );
}

type FoundArchivedLoad = Pick<
  ListedLoadRow,
  'load_id' | 'load_ref' | 'vehicle_name' | 'fleet_name' | 'fleet_ref' | 'origin' | 'destination'
>;

interface FoundFleet {
  readonly fleet_id?: string | null | undefined;
  readonly fleet_ref?: string | null | undefined;
}

type FoundContact = Pick<Contact, 'fleet_id' | 'name' | 'phone' | 'email'>;

/** Fleets that share data, by the agreements read last, and those with contacts, each once: a search causes no request. */
export function searchableFleets(
  agreements: () => readonly FoundFleet[],
  nameOf: (fleet_ref: string) => string | null,
  contactList: () => Promise<readonly FoundContact[]>,
  fleetNames: () => (fleet_id: string) => string | null,
  now: () => number = Date.now,
): Searchable {
  const entries = async () => {
    const fleets = new Map<string, FoundFleet>();
    for (const fleet of agreements()) {
      const key = fleet.fleet_ref ?? fleet.fleet_id;
      if (key != null && !fleets.has(key)) fleets.set(key, fleet);
    }
    const contacts = Map.groupBy(await contactList(), ({ fleet_id }) => fleet_id);
    const shared = new Set([...fleets.values()].map(({ fleet_id }) => fleet_id));
    for (const fleet_id of contacts.keys()) if (!shared.has(fleet_id)) fleets.set(fleet_id, { fleet_id });
    const fleetName = fleetNames();
    return mapInTurns(fleets, ([key, { fleet_id, fleet_ref }]) => {
      const name = fleet_ref == null ? fleetName(key) : nameOf(fleet_ref);
      return entryOf({
        id: fleet_id ?? key,
        title: name ?? key,
        subtitle: name === null ? null : key,
        references: references([
          ['fleet_ref', fleet_ref],
          ['fleet_name', name],
          ['fleet_id', fleet_id],
          ...(contacts.get(fleet_id ?? '') ?? []).flatMap(({ name: contact, phone, email }) => [
            ['contacts.name', contact] as const,
            ['contacts.phone', phone] as const,
            ['contacts.email', email] as const,
          ]),
        ]),
      });
    });
  };
  return cached('fleet', entries, now);
}

/** Driver users as the drivers' page lists them: what was sent again is one. */
export function searchableDrivers(
  operations: () => Promise<readonly NamedOperation[]>,
  now: () => number = Date.now,
): Searchable {
  return cached(
    'driver',
    async () =>
      mapInTurns(driverRows(await operations()), ({ operation, earlier }) => {
        const { id, name, subject, fleet_name, fleet_ref, source_name } = operation;
        const title = name ?? subject ?? id;
        return entryOf({
          id,
          title,
          subtitle:
            [subject === title ? null : subject, fleet_name ?? fleet_ref, source_name]
              .filter(Boolean)
              .join(', ') || null,
          references: references(
            [operation, ...earlier].flatMap((one) => [
              ['name', one.name] as const,
              ['username', one.subject] as const,
              ['user_email', one.user_email] as const,
              ['phone_number', one.phone_number] as const,
              ['partner_ref', one.partner_ref] as const,
            ]),
          ),
        });
      }),
    now,
  );
}

/** Limit per search, newest first. */
const MAX_ARCHIVED = 50;

export function searchableArchive(
  archive: (filter: { readonly q: string; readonly limit: number }) => Promise<readonly FoundArchivedLoad[]>,
): Searchable {
  return {
    kind: 'archived_load',
    entries: async (q) =>
      (await archive({ q, limit: MAX_ARCHIVED })).map((load) => {
        const { load_id, load_ref, vehicle_name, fleet_name, fleet_ref, origin, destination } = load;
        return entryOf({
          id: load_id,
          title: load_ref ?? load_id,
          subtitle: ['In the archive', fleet_name ?? fleet_ref, vehicle_name].filter(Boolean).join(', '),
          references: references([
            ['load_ref', load_ref],
            ['load_id', load_id],
            ['vehicle_name', vehicle_name],
            ['fleet_name', fleet_name],
            ['fleet_ref', fleet_ref],
            ['stops.name', origin],
            ['stops.name', destination],
          ]),
        });
      }),
  };
}

/** Named lists of loads: the team's and the searching person's own. */
export function searchableLists(lists: (by: Person) => Promise<readonly LoadList[]>): Searchable {
  return {
    kind: 'list',
    entries: async (_q, by) =>
      (await lists(by)).map(({ list_id, name, scope, owner_name }) =>
        entryOf({
          id: list_id,
          title: name,
          subtitle: scope === 'team' ? `Team list, by ${owner_name}` : 'My list',
          references: references([['name', name]]),
        }),
      ),
  };
}

/** The part of the board that is used here. */
export interface Loads extends Pick<Board, 'ids' | 'onChange'> {
  get(load_id: string): { readonly item: BoardLoad } | null;
}

type Vehicle = NonNullable<BoardLoad['vehicle_assignment']>['vehicle'];

const vehiclePairs = (vehicle: Vehicle | undefined): readonly Pair[] => [
  ['vehicle_name', vehicle?.vehicle_name],
  ['vin', vehicle?.vin],
  ['license_plate_number', vehicle?.license_plate_number],
];

const vehicleTitle = (vehicle: Vehicle) =>
  vehicle.vehicle_name ?? vehicle.license_plate_number ?? vehicle.vin ?? vehicle.id;

/** Without its distance, which nobody types. */
const placeName = (place: BoardLoad['place'] | undefined): string =>
  place ? [place.name, place.region].filter(Boolean).join(', ') : '';

function loadEntry(load: BoardLoad): Entry {
  const vehicle = load.vehicle_assignment?.vehicle;
  return entryOf({
    id: load.load_id,
    title: load.load_ref ?? load.load_id,
    subtitle: vehicle ? vehicleTitle(vehicle) : null,
    load_id: load.load_id,
    references: references([
      ['load_ref', load.load_ref],
      ['load_id', load.load_id],
      ...vehiclePairs(vehicle),
      ...load.stops.map((stop) => ['stops.name', stop.name] as const),
      ['fleet_name', load.fleet?.name],
      ['fleet_ref', load.fleet?.fleet_ref],
      ['place', placeName(load.place)],
    ]),
  });
}

function vehicleEntry(vehicle: Vehicle, load: BoardLoad): Entry {
  const plate = [vehicle.license_plate_number, vehicle.license_plate_region].filter(Boolean).join(' ');
  return entryOf({
    id: vehicle.id,
    title: vehicleTitle(vehicle),
    subtitle: [vehicle.vin, plate].filter(Boolean).join(', ') || null,
    load_id: load.load_id,
    references: references([...vehiclePairs(vehicle), ['vehicle_id', vehicle.id]]),
  });
}

/** Load fields that are searchable, besides the place. Other changes, such as positions, are frequent and are ignored. */
const SEARCHABLE_FIELDS = ['load_ref', 'vehicle_assignment', 'stops', 'fleet'];

interface Known {
  readonly load: Entry;
  readonly vehicle: Entry | null;
  readonly place: string;
}

/** Entries of loads and vehicles, updated with the board, so that a search creates none. */
export class SearchableLoads {
  readonly #loads: Loads;
  readonly #known = new Map<string, Known>();
  readonly #changed = new Set<string>();
  readonly #byVehicle = new LoadsByVehicle();
  #isComplete = false;
  #entries: readonly Entry[] = [];
  #vehicles: ReadonlyMap<string, Entry> = new Map();

  constructor(loads: Loads) {
    this.#loads = loads;
    for (const load_id of loads.ids()) this.#change(load_id);
    loads.onChange.subscribe(({ items, removed }) => {
      for (const item of items) if (this.#isChanged(item)) this.#change(item.load_id);
      for (const load_id of removed) this.#change(load_id);
    });
  }

  #change(load_id: string): void {
    this.#changed.add(load_id);
    this.#byVehicle.put(load_id, this.#loads.get(load_id)?.item ?? null);
  }

  #isChanged(item: Partial<BoardLoad> & Pick<BoardLoad, 'load_id'>): boolean {
    const known = this.#known.get(item.load_id);
    if (!known || SEARCHABLE_FIELDS.some((field) => Object.hasOwn(item, field))) return true;
    return item.place !== undefined && placeName(item.place) !== known.place;
  }

  get loads(): Searchable {
    return { kind: 'load', entries: async () => (await this.#refresh()) && this.#entries };
  }

  /** Each vehicle once, with the first load that it carries. */
  get vehicles(): Searchable {
    return { kind: 'vehicle', entries: async () => (await this.#refresh()) && this.#vehicles.values() };
  }

  /** Unit, plate or VIN of a vehicle, whichever is known first; null for a vehicle that no watched load has. */
  readonly nameOf = (vehicle_id: string): string | null => {
    const [load_id = ''] = this.#byVehicle.on(vehicle_id);
    const vehicle = this.#loads.get(load_id)?.item.vehicle_assignment?.vehicle;
    return vehicle ? vehicleTitle(vehicle) : null;
  };

  async #refresh(): Promise<true> {
    for (const load_id of this.#changed) {
      await nextTurn();
      this.#changed.delete(load_id);
      this.#isComplete = false;
      const item = this.#loads.get(load_id)?.item;
      const vehicle = item?.vehicle_assignment?.vehicle;
      if (item)
        this.#known.set(load_id, {
          load: loadEntry(item),
          vehicle: vehicle ? vehicleEntry(vehicle, item) : null,
          place: placeName(item.place),
        });
      else this.#known.delete(load_id);
    }
    if (this.#isComplete) return true;
    const vehicles = new Map<string, Entry>();
    for (const { vehicle } of this.#known.values())
      if (vehicle && !vehicles.has(vehicle.id)) vehicles.set(vehicle.id, vehicle);
    this.#entries = [...this.#known.values()].map(({ load }) => load);
    this.#vehicles = vehicles;
    this.#isComplete = true;
    return true;
  }
}
