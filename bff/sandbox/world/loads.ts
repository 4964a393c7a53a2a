/** Loads as posted by the partner (posting is assumed). */
import type { ErrorStatus } from '@waypost/contract/endpoint';
import type {
  LoadCreate,
  LoadStop,
  LoadStopInput,
  LoadUpdate,
  LoadVehicleIdentifiers,
} from '@waypost/contract/loads';
import type { LatLon } from '@waypost/geo/geodesy';

/** Estimates in milliseconds of the wall clock. */
export interface PostedStop extends LatLon {
  readonly id: string;
  readonly sequence: number;
  readonly stop_type: LoadStop['stop_type'];
  readonly name: string | null;
  readonly estimated_arrival_at: number | null;
  readonly estimated_departure_at: number | null;
}

export interface Load {
  readonly load_id: string;
  load_ref: string;
  /** Null when none were sent. */
  identifiers: LoadVehicleIdentifiers | null;
  stops: readonly PostedStop[];
  /** World time of posting. */
  posted: number;
  /** Increases when the stops change, which invalidates computed matches. */
  revision: number;
  /** Set by a control route: overrides the real health. */
  forced_health: string | null;
  /** The service answers reads of this load with an error. */
  readonly refused?: ErrorStatus | undefined;
  /** An agreement that the interface does not know, instead of the real one. */
  readonly forced_agreement?: string | undefined;
}

export class Loads {
  readonly #byId = new Map<string, Load>();
  readonly #newId: () => string;

  /** @param newId generates ids of loads and stops */
  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /** In order of posting. */
  get all(): Load[] {
    return [...this.#byId.values()];
  }

  add(load: Load): void {
    this.#byId.set(load.load_id, load);
  }

  find(load_id: string): Load | null {
    return this.#byId.get(load_id.toLowerCase()) ?? null;
  }

  /** @param now world time */
  create({ load_ref, vehicle, stops }: LoadCreate, now: number): Load {
    const load: Load = {
      load_id: this.#newId(),
      load_ref,
      identifiers: vehicle ?? null,
      stops: this.#stops(stops),
      posted: now,
      revision: 0,
      forced_health: null,
    };
    this.add(load);
    return load;
  }

  /** Updates the sent fields; `vehicle: null` removes the identifiers. */
  update(load: Load, { load_ref, vehicle, stops }: LoadUpdate, now: number): void {
    if (load_ref !== undefined) load.load_ref = load_ref;
    if (vehicle !== undefined) load.identifiers = vehicle;
    if (stops === undefined) return;
    load.stops = this.#stops(stops);
    load.posted = now;
    load.revision += 1;
  }

  #stops(stops: readonly LoadStopInput[]): PostedStop[] {
    const instant = (text: string | undefined) => (text === undefined ? null : Date.parse(text));
    return stops.map((stop, sequence) => ({
      id: this.#newId(),
      sequence,
      stop_type: stop.stop_type ?? null,
      name: stop.name ?? null,
      latitude: stop.latitude,
      longitude: stop.longitude,
      estimated_arrival_at: instant(stop.estimated_arrival_at),
      estimated_departure_at: instant(stop.estimated_departure_at),
    }));
  }
}
