/** Watched loads and the vehicles that carry them, as they can be found. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { Board } from '../board/board.ts';
import type { Reference } from './matching.ts';
import { type Entry, entryOf, type Searchable } from './search.ts';

/** The board, as far as it is read here. */
export interface Loads extends Pick<Board, 'ids' | 'onChange'> {
  get(load_id: string): { readonly item: BoardLoad } | null;
}

type Vehicle = NonNullable<BoardLoad['vehicle_assignment']>['vehicle'];

const some = (pairs: readonly (readonly [string, string | null | undefined])[]): Reference[] =>
  pairs.flatMap(([field, value]) => (value == null || value === '' ? [] : [{ field, value }]));

const vehicleReferences = (vehicle: Vehicle) =>
  some([
    ['vehicle_name', vehicle.vehicle_name],
    ['vin', vehicle.vin],
    ['license_plate_number', vehicle.license_plate_number],
  ]);

const vehicleTitle = (vehicle: Vehicle) =>
  vehicle.vehicle_name ?? vehicle.license_plate_number ?? vehicle.vin ?? vehicle.id;

function loadEntry(load: BoardLoad): Entry {
  const vehicle = load.vehicle_assignment?.vehicle;
  return entryOf({
    id: load.load_id,
    title: load.load_ref ?? load.load_id,
    subtitle: vehicle ? vehicleTitle(vehicle) : null,
    load_id: load.load_id,
    references: [
      ...some([
        ['load_ref', load.load_ref],
        ['load_id', load.load_id],
      ]),
      ...(vehicle ? vehicleReferences(vehicle) : []),
    ],
  });
}

function vehicleEntry(vehicle: Vehicle, load: BoardLoad): Entry {
  const plate = [vehicle.license_plate_number, vehicle.license_plate_region].filter(Boolean).join(' ');
  return entryOf({
    id: vehicle.id,
    title: vehicleTitle(vehicle),
    subtitle: [vehicle.vin, plate].filter(Boolean).join(', ') || null,
    load_id: load.load_id,
    references: [...vehicleReferences(vehicle), { field: 'vehicle_id', value: vehicle.id }],
  });
}

/** What of a load can be found. Nothing else that changes matters here, and a position changes all the time. */
const FINDABLE = ['load_ref', 'vehicle_assignment'];

/** Made once and then kept up, so that a search only looks. */
export class SearchableLoads {
  readonly #loads: Loads;
  readonly #known = new Map<string, { readonly load: Entry; readonly vehicle: Entry | null }>();
  #changed: Set<string>;
  #entries: readonly Entry[] = [];
  #vehicles: ReadonlyMap<string, Entry> = new Map();

  constructor(loads: Loads) {
    this.#loads = loads;
    this.#changed = new Set(loads.ids());
    loads.onChange.subscribe(({ items, removed }) => {
      for (const item of items)
        if (!this.#known.has(item.load_id) || FINDABLE.some((field) => Object.hasOwn(item, field)))
          this.#changed.add(item.load_id);
      for (const load_id of removed) this.#changed.add(load_id);
    });
  }

  get loads(): Searchable {
    return { kind: 'load', entries: () => this.#look() && this.#entries };
  }

  /** Each vehicle once, with the first load that it carries. */
  get vehicles(): Searchable {
    return { kind: 'vehicle', entries: () => this.#look() && this.#vehicles.values() };
  }

  /** Its unit, plate or VIN, whichever is known first; null for a vehicle that no watched load names. */
  readonly nameOf = (vehicle_id: string): string | null =>
    (this.#look() && this.#vehicles.get(vehicle_id)?.title) ?? null;

  #look(): true {
    if (this.#changed.size === 0) return true;
    for (const load_id of this.#changed) {
      const item = this.#loads.get(load_id)?.item;
      const vehicle = item?.vehicle_assignment?.vehicle;
      if (item)
        this.#known.set(load_id, {
          load: loadEntry(item),
          vehicle: vehicle ? vehicleEntry(vehicle, item) : null,
        });
      else this.#known.delete(load_id);
    }
    this.#changed.clear();
    const vehicles = new Map<string, Entry>();
    for (const { vehicle } of this.#known.values())
      if (vehicle && !vehicles.has(vehicle.id)) vehicles.set(vehicle.id, vehicle);
    this.#entries = [...this.#known.values()].map(({ load }) => load);
    this.#vehicles = vehicles;
    return true;
  }
}
