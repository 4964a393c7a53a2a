/**
 * The simulated world behind the service: fleets with agreements, trucks that drive, rest and lose signal, and loads. It follows
 * from the seed and the clock, plus changes by partners and control routes.
 */
import type { Agreement } from '@waypost/contract/agreements';
import type { LoadCreate, LoadTracking, LoadUpdate, LoadVehicleIdentifiers } from '@waypost/contract/loads';
import { Network } from '@waypost/geo/network';
import { Calendar } from './calendar.ts';
import { type Case, type DrawnCase, drawCases, phaseOf, type WorldKind } from './cases.ts';
import { type Clock, HOUR, MINUTE, WorldClock } from './clock.ts';
import { DrivenPings, type DrivenPoint, Drives } from './drives.ts';
import { DwellIndex } from './dwells.ts';
import { buildFleets, type Fleet, partnerId } from './fleets.ts';
import { Freight } from './freight.ts';
import type { Track } from './gpx.ts';
import { type Load, Loads } from './loads.ts';
import { Matching } from './matching.ts';
import { AudiblePings } from './pings.ts';
import { hash, keyOf, Random, uuidOf } from './random.ts';
import { RecordedPings, ReplayPlanner, replayFleet, replayVehicleRecord } from './replay.ts';
import { type Contract, type Planner, Shipment } from './shipper.ts';
import { Silence } from './silence.ts';
import { Tracking } from './tracking.ts';
import { type Truck, TruckFactory } from './truck-factory.ts';
import { correctIdentifiers, mistypedIdentifiers } from './typed-identifiers.ts';
import { type Vehicle, Vehicles } from './vehicles.ts';

export interface WorldParts {
  readonly seed: number;
  /** Default: hostile. */
  readonly kind?: WorldKind;
  readonly loads: number;
  /** Desired number of trucks, at least what the cases and three loads per truck require; null: about one per load. */
  readonly vehicles?: number | null;
  /** Simulated seconds per second. */
  readonly speed: number;
  readonly clock: Clock;
  /** Generates ids of records that partners post. */
  readonly newId: () => string;
  readonly tracks?: readonly Track[];
  /** Wall clock at which it began; default: now. */
  readonly start?: number | undefined;
}

const LOADS = keyOf('loads');

export class World {
  readonly seed: number;
  readonly clock: WorldClock;
  readonly partner_id: string;
  readonly freight: Freight;
  readonly vehicles = new Vehicles();
  readonly loads: Loads;
  readonly #fleets: Fleet[];
  readonly #dwells = new DwellIndex();
  readonly #tracking: Tracking;
  readonly #planners = new Map<Load, Planner>();
  readonly #changedLoads = new Set<Load>();
  readonly #beforeChange: (() => void)[] = [];
  readonly #onChange: (() => void)[] = [];
  readonly #kind: WorldKind;
  readonly #calendar: Calendar | null;

  constructor({
    seed,
    kind = 'hostile',
    loads,
    vehicles = null,
    speed,
    clock,
    newId,
    tracks = [],
    start,
  }: WorldParts) {
    this.seed = seed;
    this.#kind = kind;
    this.partner_id = partnerId(seed);
    this.clock = new WorldClock(clock, speed, start);
    this.#calendar = kind === 'believable' ? new Calendar(this.clock.start) : null;
    this.loads = new Loads(newId);
    const dwells = this.#dwells;
    this.#tracking = new Tracking(this.vehicles, new Matching(dwells, this.clock), this.clock);
    const fleets = buildFleets(seed, loads, this.clock.start);
    this.freight = new Freight(seed, loads, new Network(), kind);
    this.#populate(seed, drawCases(loads, new Random(seed, LOADS), kind, vehicles), this.#trucksOf(fleets));
    this.#fleets = tracks.length > 0 ? [...fleets, replayFleet(seed, this.clock.start)] : fleets;
    for (const track of tracks) this.#replay(seed, track, this.#fleets[fleets.length] as Fleet);
  }

  get fleets(): readonly Fleet[] {
    return this.#fleets;
  }

  #trucksOf(fleets: readonly Fleet[]): TruckFactory {
    const { seed, freight, vehicles, clock } = this;
    return new TruckFactory(seed, freight, fleets, vehicles, this.#dwells, clock, this.#calendar);
  }

  /** Adds a fleet with driving trucks. The same fleets in the same order get the same trucks. */
  onboard(fleet: Fleet, trucks: number): void {
    this.#fleets.push(fleet);
    const pool = this.#trucksOf([fleet]);
    for (let i = 0; i < trucks; i++) pool.build(fleet.kind, 'works', 'transit');
  }

  #populate(seed: number, drawn: readonly DrawnCase[], pool: TruckFactory): void {
    const contracts: { contract: Contract; truck: Truck; shared: boolean }[] = [];
    const later: Load[] = [];
    const pairs = new Map<number, (typeof contracts)[0]>();
    drawn.forEach(({ case: situation, ordinal, later: waits }, i) => {
      const random = new Random(seed, LOADS, i);
      if (waits) {
        later.push(this.#post(seed, i, refOf(seed, i), null));
        return;
      }
      const pair = situation.in_pairs && pairs.get(ordinal >> 1);
      if (pair) {
        const { load_ref, identifiers } = pair.contract.load;
        const load = this.#post(seed, i, `${load_ref}-B`, identifiers);
        contracts.push({ truck: pair.truck, contract: { ...pair.contract, load }, shared: true });
        return;
      }
      const waitsFor = situation.next_trip
        ? contracts.find(
            ({ contract, shared }) => !shared && contract.every === 1 && contract.load.identifiers,
          )
        : null;
      const truck =
        waitsFor?.truck ??
        pool.build(situation.fleet, situation.device, phaseOf(situation, ordinal, random, this.#kind));
      const otherPhase = this.#kind === 'believable' ? 'under_way' : 'transit';
      const other = situation.identifiers === 'wrong' ? pool.build('open', 'works', otherPhase) : truck;
      const typed = correctIdentifiers(other.record, random);
      const identifiers: Record<typeof situation.identifiers, LoadVehicleIdentifiers | null> = {
        right: typed,
        wrong: typed,
        mistyped: mistypedIdentifiers(other.record, random),
        none: null,
      };
      const load = this.#post(seed, i, refOf(seed, i), identifiers[situation.identifiers], situation);
      const contract = {
        load,
        carrier: truck.itinerary,
        key: hash(seed, LOADS, i, 1),
        ...(situation.changes_truck
          ? { in_turn: turnsOf(load, pool.build(situation.fleet, situation.device, 'any', truck), ordinal) }
          : {}),
      };
      if (waitsFor) {
        // The truck's trips alternate between the load it carries and the waiting one.
        waitsFor.contract = { ...waitsFor.contract, every: 2 };
        waitsFor.shared = true;
        contracts.push({ truck, contract: { ...contract, first: 1, every: 2 }, shared: true });
      } else {
        // A load of a pair or with changing trucks shares its truck with no further one.
        const shared = Boolean(situation.in_pairs || situation.changes_truck);
        contracts.push({ truck, contract: { ...contract, first: 0, every: 1 }, shared });
        if (situation.in_pairs)
          pairs.set(ordinal >> 1, contracts[contracts.length - 1] as (typeof contracts)[0]);
      }
    });
    const free = contracts.filter(({ shared }) => !shared);
    const turns = new Map(free.map((own) => [own, [own.contract]]));
    later.forEach((load, i) => {
      const own = free[i % free.length] as (typeof free)[0];
      turns.get(own)?.push({ ...own.contract, load, key: hash(own.contract.key, i) });
    });
    for (const [own, inTurn] of turns) {
      const every = inTurn.length;
      own.contract = { ...own.contract, every };
      for (const [first, contract] of inTurn.entries())
        if (first > 0)
          contracts.push({ truck: own.truck, contract: { ...contract, first, every }, shared: true });
    }
    for (const { contract } of contracts)
      this.#planners.set(contract.load, new Shipment(this.clock, contract));
  }

  #post(
    seed: number,
    index: number,
    load_ref: string,
    identifiers: LoadVehicleIdentifiers | null,
    { refused, unknown_agreement }: Pick<Case, 'refused' | 'unknown_agreement'> = {},
  ): Load {
    const load_id = uuidOf(seed, keyOf('load'), index);
    const load: Load = {
      load_id,
      load_ref,
      identifiers,
      stops: [],
      posted: 0,
      revision: 0,
      forced_health: null,
      ...(refused ? { refused } : {}),
      ...(unknown_agreement ? { forced_agreement: 'partly' } : {}),
    };
    this.loads.add(load);
    return load;
  }

  #replay(seed: number, track: Track, fleet: Fleet): void {
    const index = this.vehicles.all.length;
    const silence = new Silence(keyOf(track.name), null);
    const record = replayVehicleRecord(seed, index, track.name);
    const drives = new Drives(this.clock);
    const own = new AudiblePings(new RecordedPings(track), silence);
    const pings = new DrivenPings(own, drives, silence, this.clock);
    this.vehicles.add({ index, fleet, record, pings, silence, drives, clock_ahead: 0, itinerary: null });
    const key = hash(seed, keyOf('replay'), keyOf(track.name));
    const load = this.#post(key, 0, track.name, { vehicle_id: record.id, vin: record.vin });
    this.#planners.set(load, new ReplayPlanner(this.clock, track, load, key));
  }

  /** Finds a load and updates its plan. */
  #find(load_id: string): Load | null {
    const load = this.loads.find(load_id);
    if (load) this.#planners.get(load)?.planUntil(this.clock.tau());
    return load;
  }

  tracking(load_id: string): LoadTracking | null {
    const load = this.#find(load_id);
    return load && this.#tracking.of(load);
  }

  /** What really happens with a load, which the service does not know; null without a simulated shipper. */
  journey(load_id: string): Shipment['journey'] | null {
    const load = this.#find(load_id);
    const planner = load && this.#planners.get(load);
    return planner instanceof Shipment ? planner.journey : null;
  }

  /** Computes trips until now; cheap when called often, slow after a long time. */
  catchUp(): void {
    this.#dwells.extend(this.clock.tau());
  }

  createLoad(body: LoadCreate): Load {
    return this.#changed(this.loads.create(body, this.clock.tau()));
  }

  updateLoad(load_id: string, body: LoadUpdate): Load | null {
    const load = this.#find(load_id);
    if (!load) return null;
    // After a partner changed the stops, the simulated shipper no longer plans this load.
    if (body.stops !== undefined) this.#planners.delete(load);
    this.loads.update(load, body, this.clock.tau());
    return this.#changed(load);
  }

  /** Overrides the load's health; null ends the override. */
  forceHealth(load_id: string, health: string | null): Load | null {
    const load = this.loads.find(load_id);
    if (!load) return null;
    load.forced_health = health;
    return this.#changed(load);
  }

  #changed(load: Load): Load {
    this.#changedLoads.add(load);
    for (const listener of this.#onChange) listener();
    return load;
  }

  /** Loads that differ from what the simulated shipper posted, in order of change. */
  changedLoads(): { load: Load; own_stops: boolean }[] {
    return [...this.#changedLoads].map((load) => ({ load, own_stops: !this.#planners.has(load) }));
  }

  /** Restores a changed load from the state file. */
  restoreLoad(saved: Load, own_stops: boolean): void {
    const known = this.loads.find(saved.load_id);
    const load = known ?? saved;
    if (known && own_stops) {
      this.#planners.delete(known);
      Object.assign(known, saved, { revision: known.revision + 1 });
    } else if (known) {
      known.load_ref = saved.load_ref;
      known.identifiers = saved.identifiers;
      known.forced_health = saved.forced_health;
    } else this.loads.add(saved);
    this.#changedLoads.add(load);
  }

  /** Called after each change of loads, silences and drives. */
  onChange(listener: () => void): void {
    this.#onChange.push(listener);
  }

  /** Changes a fleet's agreement. Listeners run before it, so that earlier pings are processed under the previous agreement. */
  changeAgreement(fleet: Fleet, change: Partial<Agreement>): Agreement {
    for (const listener of this.#beforeChange) listener();
    fleet.agreement = { ...fleet.agreement, ...change };
    return fleet.agreement;
  }

  /** Called before each change of what is shared or reported. */
  beforeChange(listener: () => void): void {
    this.#beforeChange.push(listener);
  }

  /** Starts or ends a vehicle's silence. Returns null for an unknown vehicle. */
  silence(vehicle_id: string, silent: boolean): Vehicle | null {
    return this.#order(vehicle_id, (vehicle) => vehicle.silence.order(silent, this.clock.tau()));
  }

  /** Orders a drive. Returns null for an unknown vehicle. */
  drive(vehicle_id: string, points: readonly DrivenPoint[]): Vehicle | null {
    return this.#order(vehicle_id, (vehicle) => vehicle.drives.order(points));
  }

  /** Ends an ordered drive. Returns null for an unknown vehicle. */
  release(vehicle_id: string): Vehicle | null {
    return this.#order(vehicle_id, (vehicle) => vehicle.drives.release(this.clock.now()));
  }

  #order(vehicle_id: string, change: (vehicle: Vehicle) => void): Vehicle | null {
    const vehicle = this.vehicles.byId(vehicle_id);
    if (!vehicle) return null;
    for (const listener of this.#beforeChange) listener();
    change(vehicle);
    for (const listener of this.#onChange) listener();
    return vehicle;
  }
}

/** Changes of the truck, the first one soon after the world begins. */
function turnsOf({ identifiers }: Load, second: Truck, ordinal: number): Contract['in_turn'] {
  if (!identifiers) return undefined;
  return { identifiers: [identifiers, { vehicle_id: second.record.id }], from: MINUTE + ordinal * 4 * HOUR };
}

/** `LD-48213`: unique within a world, without a visible order. */
function refOf(seed: number, index: number): string {
  return `LD-${10_000 + (((((index + 1) * 7919 + seed * 104_729) % 90_000) + 90_000) % 90_000)}`;
}
