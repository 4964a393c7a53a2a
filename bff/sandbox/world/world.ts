/**
 * The simulated world behind the service: fleets with agreements, trucks that drive, rest and lose signal, and loads. Everything
 * follows from the seed and the clock; what partners and control routes change is laid on top.
 */
import type { Agreement } from '@waypost/contract/agreements';
import type { LoadCreate, LoadTracking, LoadUpdate, LoadVehicleIdentifiers } from '@waypost/contract/loads';
import { Network } from '@waypost/geo/network';
import { type DrawnCase, drawCases, phaseOf } from './cases.ts';
import { type Clock, WorldClock } from './clock.ts';
import { DrivenPings, type DrivenPoint, Drives } from './drives.ts';
import { DwellIndex } from './dwells.ts';
import { buildFleets, type Fleet, partnerId } from './fleets.ts';
import { Freight } from './freight.ts';
import type { Track } from './gpx.ts';
import { type Load, Loads } from './loads.ts';
import { Matching } from './matching.ts';
import { MotorPool, type Truck } from './motor-pool.ts';
import { AudiblePings } from './pings.ts';
import { hash, keyOf, Random, uuidOf } from './random.ts';
import { RecordedPings, Rounds, replayFleet, replayVehicleRecord } from './replay.ts';
import { type Contract, type Planner, Shipment } from './shipper.ts';
import { Silence } from './silence.ts';
import { Tracking } from './tracking.ts';
import { mistyped, rightIdentifiers } from './typing.ts';
import { type Vehicle, Vehicles } from './vehicles.ts';

export interface WorldParts {
  readonly seed: number;
  readonly loads: number;
  /** Trucks, as few as the situations and three loads for each allow; null: about one for each load. */
  readonly vehicles?: number | null;
  /** Simulated seconds per second. */
  readonly speed: number;
  readonly clock: Clock;
  /** Makes identifiers of what partners post. */
  readonly newId: () => string;
  readonly tracks?: readonly Track[];
  /** Wall clock at which it began; now, when left out. */
  readonly start?: number | undefined;
}

const LOADS = keyOf('loads');

export class World {
  readonly seed: number;
  readonly clock: WorldClock;
  /** The partner to which everything is shared. */
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

  constructor({ seed, loads, vehicles = null, speed, clock, newId, tracks = [], start }: WorldParts) {
    this.seed = seed;
    this.partner_id = partnerId(seed);
    this.clock = new WorldClock(clock, speed, start);
    this.loads = new Loads(newId);
    const dwells = this.#dwells;
    this.#tracking = new Tracking(this.vehicles, new Matching(dwells, this.clock), this.clock);
    const fleets = buildFleets(seed, loads, this.clock.start);
    this.freight = new Freight(seed, loads, new Network());
    const pool = new MotorPool(seed, this.freight, fleets, this.vehicles, dwells, this.clock);
    this.#populate(seed, drawCases(loads, new Random(seed, LOADS), vehicles), pool);
    this.#fleets = tracks.length > 0 ? [...fleets, replayFleet(seed, this.clock.start)] : fleets;
    for (const track of tracks) this.#replay(seed, track, this.#fleets[fleets.length] as Fleet);
  }

  get fleets(): readonly Fleet[] {
    return this.#fleets;
  }

  /** A fleet joins with trucks that drive; in a world of one seed the same fleets in the same order get the same trucks. */
  onboard(fleet: Fleet, trucks: number): void {
    this.#fleets.push(fleet);
    const pool = new MotorPool(this.seed, this.freight, [fleet], this.vehicles, this.#dwells, this.clock);
    for (let i = 0; i < trucks; i++) pool.build(fleet.kind, 'works', 'transit');
  }

  #populate(seed: number, drawn: readonly DrawnCase[], pool: MotorPool): void {
    const contracts: { contract: Contract; truck: Truck; shared: boolean }[] = [];
    const later: Load[] = [];
    drawn.forEach(({ case: one, ordinal, later: waits }, i) => {
      const random = new Random(seed, LOADS, i);
      if (waits) {
        later.push(this.#post(seed, i, refOf(seed, i), null));
        return;
      }
      const waitsFor = one.next_trip
        ? contracts.find(({ contract }) => contract.every === 1 && contract.load.identifiers)
        : null;
      const truck = waitsFor?.truck ?? pool.build(one.fleet, one.device, phaseOf(one, ordinal, random));
      const other = one.identifiers === 'wrong' ? pool.build('open', 'works', 'transit') : truck;
      const typed = rightIdentifiers(other.record, random);
      const identifiers: Record<typeof one.identifiers, LoadVehicleIdentifiers | null> = {
        right: typed,
        wrong: typed,
        mistyped: mistyped(other.record, random),
        none: null,
      };
      const load = this.#post(seed, i, refOf(seed, i), identifiers[one.identifiers]);
      const contract = { load, carrier: truck.itinerary, key: hash(seed, LOADS, i, 1) };
      if (waitsFor) {
        // The truck's trips are shared out in turn between the load it carries and the one that waits.
        waitsFor.contract = { ...waitsFor.contract, every: 2 };
        waitsFor.shared = true;
        contracts.push({ truck, contract: { ...contract, first: 1, every: 2 }, shared: true });
      } else {
        contracts.push({ truck, contract: { ...contract, first: 0, every: 1 }, shared: false });
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

  #post(seed: number, index: number, load_ref: string, identifiers: LoadVehicleIdentifiers | null): Load {
    const load_id = uuidOf(seed, keyOf('load'), index);
    const load: Load = {
      load_id,
      load_ref,
      identifiers,
      stops: [],
      posted: 0,
      revision: 0,
      forced_health: null,
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
    this.#planners.set(load, new Rounds(this.clock, track, load, key));
  }

  /** The load with its plan up to date, or null. */
  #find(load_id: string): Load | null {
    const load = this.loads.find(load_id);
    if (load) this.#planners.get(load)?.planUntil(this.clock.tau());
    return load;
  }

  /** Tracking of a load at this moment, or null when there is no such load. */
  tracking(load_id: string): LoadTracking | null {
    const load = this.#find(load_id);
    return load && this.#tracking.of(load);
  }

  /** What really happens with a load, which the service does not know; null when no simulated shipper has it. */
  journey(load_id: string): Shipment['journey'] | null {
    const load = this.#find(load_id);
    const planner = load && this.#planners.get(load);
    return planner instanceof Shipment ? planner.journey : null;
  }

  /** Works out where trucks have been until now: cheap when asked often, long after a long time. */
  keepUp(): void {
    this.#dwells.extend(this.clock.tau());
  }

  createLoad(body: LoadCreate): Load {
    return this.#changed(this.loads.create(body, this.clock.tau()));
  }

  /** The changed load, or null when there is no such load. */
  updateLoad(load_id: string, body: LoadUpdate): Load | null {
    const load = this.#find(load_id);
    if (!load) return null;
    // Once a partner has changed the stops, nobody else plans this load.
    if (body.stops !== undefined) this.#planners.delete(load);
    this.loads.update(load, body, this.clock.tau());
    return this.#changed(load);
  }

  /** Answers this in place of the load's real health until null is given; the load, or null when there is none. */
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

  /** Loads that are not as the simulated shipper posted them, in the order of change. */
  changedLoads(): { load: Load; own_stops: boolean }[] {
    return [...this.#changedLoads].map((load) => ({ load, own_stops: !this.#planners.has(load) }));
  }

  /** Puts a changed load back as it was before a restart. */
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

  /**
   * Changes what a fleet shares, at once. Whoever watches pings is called before, so that what came until now is still judged by the
   * agreement that held then.
   */
  changeAgreement(fleet: Fleet, change: Partial<Agreement>): Agreement {
    for (const listener of this.#beforeChange) listener();
    fleet.agreement = { ...fleet.agreement, ...change };
    return fleet.agreement;
  }

  /** Registers whoever must catch up before anything changes that decides what is shared or reported. */
  beforeChange(listener: () => void): void {
    this.#beforeChange.push(listener);
  }

  /** Silences a vehicle from now on, or lets it report again; null when there is no such vehicle. */
  silence(vehicle_id: string, silent: boolean): Vehicle | null {
    return this.#order(vehicle_id, (vehicle) => vehicle.silence.order(silent, this.clock.tau()));
  }

  /** Makes a vehicle report these points from the first one on; null when there is no such vehicle. */
  drive(vehicle_id: string, points: readonly DrivenPoint[]): Vehicle | null {
    return this.#order(vehicle_id, (vehicle) => vehicle.drives.order(points));
  }

  /** Lets a driven vehicle go back to its own trip; null when there is no such vehicle. */
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

/** `LD-48213`: unique within a world, in no order that anyone can see. */
function refOf(seed: number, index: number): string {
  return `LD-${10_000 + (((((index + 1) * 7919 + seed * 104_729) % 90_000) + 90_000) % 90_000)}`;
}
