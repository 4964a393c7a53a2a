/**
 * Connections (assumed): the provider from which a fleet's data comes. Each fleet has one that carries its vehicles; some also
 * have an old one, kept since they changed providers, which delivers no data.
 *
 * A connection is `stale` when none of its vehicles reported for a day, which is announced by a single event. Deleting a
 * connection stops its data: its vehicles no longer report, and no fuel is recorded.
 */
import type { Connection as ConnectionAnswer } from '@waypost/contract/connections';
import { DAY, HOUR, MINUTE, type WorldClock } from '../world/clock.ts';
import type { Fleet } from '../world/fleets.ts';
import { hash, keyOf, uuidOf } from '../world/random.ts';
import type { Vehicle } from '../world/vehicles.ts';
import type { World } from '../world/world.ts';
import { type Provider, providerBySlug, seededProvider } from './providers.ts';

/** Wall-clock time without data after which a connection is stale; ours. */
export const STALE_AFTER = DAY;
const CHECK_EVERY_MS = MINUTE;
/** One fleet in this many has an old connection. */
const CHANGED_PROVIDER = 6;
const OLD_SINCE = 9 * DAY;

export interface Connection {
  readonly id: string;
  readonly fleet: Fleet;
  readonly provider: Provider;
  readonly description: string | null;
  /** False for an old connection that delivers no data. */
  carries: boolean;
  /** Wall clock, milliseconds. */
  readonly created_at: number;
  updated_at: number;
  deleted_at: number | null;
  stale: boolean;
}

interface Saved {
  readonly changed: readonly Pick<Connection, 'id' | 'updated_at' | 'deleted_at' | 'stale' | 'carries'>[];
  readonly added: readonly {
    readonly id: string;
    readonly fleet_id: string;
    readonly tsp_slug: string;
    readonly created_at: number;
  }[];
}

export class Connections {
  readonly #world: World;
  readonly #clock: WorldClock;
  readonly #byId = new Map<string, Connection>();
  readonly #byFleet = new Map<Fleet, Connection[]>();
  readonly #added = new Set<Connection>();
  readonly #onStale: (connection: Connection) => void;
  #checkedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param fleets seeded fleets
   * @param onStale called once when a connection becomes stale
   */
  constructor(world: World, fleets: readonly Fleet[], onStale: (connection: Connection) => void) {
    this.#world = world;
    this.#clock = world.clock;
    this.#onStale = onStale;
    const key = hash(world.seed, keyOf('connections'));
    fleets.forEach((fleet, i) => {
      const random = hash(key, i);
      const startedAt = this.#clock.start - (60 + (random % 300)) * DAY;
      const provider = seededProvider(random >>> 3);
      const common = { fleet, deleted_at: null, created_at: startedAt };
      this.#put({
        ...common,
        id: uuidOf(key, i),
        provider,
        description: null,
        carries: true,
        updated_at: this.#clock.start - HOUR,
        stale: false,
      });
      if (i % CHANGED_PROVIDER !== 0) return;
      this.#put({
        ...common,
        id: uuidOf(key, i, 1),
        provider: seededProvider((random >>> 3) + 1),
        description: 'Old provider, kept since the change',
        carries: false,
        created_at: startedAt - 200 * DAY,
        updated_at: this.#clock.start - OLD_SINCE,
        stale: true,
      });
    });
  }

  #put(connection: Connection): void {
    this.#byId.set(connection.id, connection);
    this.#byFleet.set(connection.fleet, [...(this.#byFleet.get(connection.fleet) ?? []), connection]);
  }

  /** Without deleted connections. */
  get all(): Connection[] {
    return [...this.#byId.values()].filter(({ deleted_at }) => deleted_at === null);
  }

  /** Null also when deleted. */
  find(id: string): Connection | null {
    const found = this.#byId.get(id.toLowerCase());
    return found && found.deleted_at === null ? found : null;
  }

  /** The connection that carries a fleet's vehicles, deleted or not. */
  carrying(fleet: Fleet): Connection | null {
    const all = (this.#byFleet.get(fleet) ?? []).filter(({ carries }) => carries);
    return all.findLast(({ deleted_at }) => deleted_at === null) ?? all.at(-1) ?? null;
  }

  vehiclesOf({ carries, fleet }: Connection): readonly Vehicle[] {
    return carries ? this.#world.vehicles.of(fleet) : [];
  }

  /** Connects a fleet to a provider; from now on its vehicles report over this connection. */
  add(id: string, fleet: Fleet, provider: Provider, created_at = this.#clock.now()): Connection {
    const connection: Connection = {
      id,
      fleet,
      provider,
      description: null,
      carries: true,
      created_at,
      updated_at: created_at,
      deleted_at: null,
      stale: false,
    };
    for (const previous of this.#byFleet.get(fleet) ?? []) {
      if (previous.carries && previous.deleted_at !== null)
        for (const { record } of this.vehiclesOf(previous)) this.#world.silence(record.id, false);
      previous.carries = false;
    }
    this.#added.add(connection);
    this.#put(connection);
    return connection;
  }

  delete(connection: Connection): void {
    connection.deleted_at = this.#clock.now();
    connection.updated_at = connection.deleted_at;
    for (const { record } of this.vehiclesOf(connection)) this.#world.silence(record.id, true);
  }

  /** Time of the last data, milliseconds of the wall clock; null when there was none. */
  lastReportAt(connection: Connection): number | null {
    if (!connection.carries) return this.#clock.start - OLD_SINCE;
    const tau = this.#clock.tau();
    let last: number | null = null;
    for (const { pings } of this.vehiclesOf(connection)) {
      const ping = pings.last(tau);
      if (ping && (last === null || ping.at > last)) last = ping.at;
    }
    return last === null ? null : this.#clock.wall(last);
  }

  #silentForLong(connection: Connection, now: number): boolean {
    if (!connection.carries) return true;
    const tau = this.#clock.tau(now);
    const vehicles = this.vehiclesOf(connection);
    // A fleet without vehicles cannot become stale.
    if (vehicles.length === 0) return false;
    return !vehicles.some(({ pings }) => {
      const ping = pings.last(tau);
      return ping !== null && now - this.#clock.wall(ping.at) < STALE_AFTER;
    });
  }

  /** Updates the stale state; cheap when called often. */
  settle(): void {
    const now = this.#clock.now();
    if (now - this.#checkedAt < CHECK_EVERY_MS) return;
    this.#checkedAt = now;
    for (const connection of this.all) {
      const silent = this.#silentForLong(connection, now);
      if (silent === connection.stale) continue;
      connection.stale = silent;
      connection.updated_at = now;
      if (silent) this.#onStale(connection);
    }
  }

  save(): Saved {
    return {
      changed: [...this.#byId.values()].map(({ id, updated_at, deleted_at, stale, carries }) => ({
        id,
        updated_at,
        deleted_at,
        stale,
        carries,
      })),
      added: [...this.#added].map(({ id, fleet, provider, created_at }) => ({
        id,
        fleet_id: fleet.fleet_id,
        tsp_slug: provider.tsp_slug,
        created_at,
      })),
    };
  }

  /** The fleets of added connections must already exist in the world. */
  load({ changed, added }: Saved): void {
    for (const { id, fleet_id, tsp_slug, created_at } of added) {
      const fleet = this.#world.fleets.find((item) => item.fleet_id === fleet_id);
      const provider = providerBySlug(tsp_slug);
      if (fleet && provider) this.add(id, fleet, provider, created_at);
    }
    for (const { id, ...state } of changed) {
      const connection = this.#byId.get(id);
      if (!connection) continue;
      Object.assign(connection, state);
      if (state.deleted_at !== null)
        for (const { record } of this.vehiclesOf(connection)) this.#world.silence(record.id, true);
    }
  }
}

const iso = (wall: number) => new Date(wall).toISOString();

export function toConnectionResponse(connection: Connection): ConnectionAnswer {
  const { id, fleet, provider, description, created_at, updated_at, stale, deleted_at } = connection;
  return {
    id,
    fleet_id: fleet.fleet_id,
    fleet_ref: fleet.fleet_ref,
    tsp_id: provider.tsp_id,
    tsp_slug: provider.tsp_slug,
    source_name: provider.source_name,
    description,
    status: deleted_at !== null ? 'deleted' : stale ? 'stale' : 'connected',
    created_at: iso(created_at),
    updated_at: iso(updated_at),
  };
}
