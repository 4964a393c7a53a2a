import { type LoadTracking, loadTracking, TRACKING_HEALTH } from '@waypost/contract/loads';
import { distanceMeters } from '@waypost/geo/geodesy';
import { describe, expect, it } from 'vitest';
import { countedIds, ManualClock } from '../testing.ts';
import { DAY, HOUR, MINUTE } from './clock.ts';
import { REST } from './timeline.ts';
import { World } from './world.ts';

interface TruckOptions {
  readonly loads?: number;
  readonly vehicles?: number;
  readonly seed?: number;
  readonly speed?: number;
  readonly begins?: number;
}
function worldOf({
  loads = 500,
  vehicles,
  seed = 1,
  speed = 10,
  begins = Date.UTC(2026, 10, 20, 12),
}: TruckOptions = {}) {
  const clock = new ManualClock(begins);
  const world = new World({
    seed,
    loads,
    speed,
    clock,
    newId: countedIds(),
    ...(vehicles === undefined ? {} : { vehicles }),
  });
  const all = () => world.loads.all.map(({ load_id }) => world.tracking(load_id) as LoadTracking);
  return { clock, world, all };
}

function shareOf(responses: readonly LoadTracking[], fits: (response: LoadTracking) => boolean): number {
  return responses.filter(fits).length / responses.length;
}
const health = (value: string) => (response: LoadTracking) => response.tracking_health === value;
const assignment = (source: string, agreement: string | null) => (response: LoadTracking) =>
  response.vehicle_assignment?.source === source && response.vehicle_assignment.agreement === agreement;

describe('default world', () => {
  const { all } = worldOf();
  const responses = all();

  it('has every health in plausible proportions', () => {
    const expected = {
      live: 0.72,
      stale: 0.08,
      not_shared: 0.05,
      no_signal: 0.03,
      unassigned: 0.08,
      unknown: 0.02,
    };
    for (const [value, share] of Object.entries(expected)) {
      expect(shareOf(responses, health(value))).toBeGreaterThan(share * 0.6);
      expect(shareOf(responses, health(value))).toBeLessThan(share * 1.5);
    }
  });

  it('has every source and agreement', () => {
    expect(shareOf(responses, assignment('declared', 'agree'))).toBeGreaterThan(0.3);
    expect(shareOf(responses, assignment('declared', 'disagree'))).toBeGreaterThan(0.02);
    expect(shareOf(responses, assignment('declared', 'disagree'))).toBeLessThan(0.06);
    expect(shareOf(responses, assignment('declared', null))).toBeGreaterThan(0.2);
    expect(shareOf(responses, assignment('inferred', null))).toBeGreaterThan(0.03);
    expect(shareOf(responses, assignment('inferred', 'agree'))).toBe(0);
  });

  it('returns the shape of the contract, stops in travel order without actual times', () => {
    for (const response of responses) {
      expect(loadTracking.parse(response)).toEqual(response);
      expect(response.stops.map(({ sequence }) => sequence)).toEqual(response.stops.map((_, i) => i));
      expect(response.stops.length).toBeGreaterThanOrEqual(2);
      for (const { arrived_at, departed_at } of response.stops)
        expect([arrived_at, departed_at]).toEqual([null, null]);
    }
  });

  it('has stops of every type, unclassified ones, and missing names and estimates', () => {
    const stops = responses.flatMap((response) => response.stops);
    expect(new Set(stops.map(({ stop_type }) => stop_type))).toEqual(
      new Set(['origin', 'intermediate', 'fuel', 'rest', 'destination', null]),
    );
    expect(stops.some(({ name }) => name === null)).toBe(true);
    expect(stops.some(({ estimated_arrival_at }) => estimated_arrival_at === null)).toBe(true);
  });

  it('has null in each nullable vehicle field of some vehicles', () => {
    const vehicles = responses.flatMap(({ vehicle_assignment }) => vehicle_assignment?.vehicle ?? []);
    for (const field of [
      'vehicle_name',
      'oem',
      'model_type',
      'is_active',
      'status',
      'eld_id',
      'external_id',
    ] as const)
      expect(vehicles.some((vehicle) => vehicle[field] === null)).toBe(true);
  });

  it('follows the rules for null positions', () => {
    for (const { tracking_health, last_position, vehicle_assignment } of responses) {
      const hidden = ['unassigned', 'not_shared', 'no_signal'].includes(tracking_health);
      expect(last_position === null).toBe(hidden);
      expect(vehicle_assignment === null).toBe(tracking_health === 'unassigned');
    }
  });

  it('has no position from the future unless health is unknown', () => {
    for (const { last_position, tracking_health } of responses) {
      const ahead = last_position && Date.parse(last_position.occurred_at) > Date.UTC(2026, 10, 20, 12);
      if (ahead) expect(tracking_health).toBe('unknown');
    }
  });

  it('has trucks side by side at a truck stop', () => {
    const places = responses.flatMap(({ last_position }) => last_position ?? []);
    const close = places.filter((one) =>
      places.some(
        (other) => other !== one && distanceMeters(one, other) > 0 && distanceMeters(one, other) < 60,
      ),
    );
    expect(close.length).toBeGreaterThan(2);
  });

  it('has some late loads and mostly punctual ones', () => {
    const now = Date.UTC(2026, 10, 20, 12);
    const late = shareOf(responses, ({ stops }) => {
      const due = stops[stops.length - 1]?.estimated_arrival_at;
      return Boolean(due) && Date.parse(due as string) < now;
    });
    expect(late).toBeGreaterThan(0.03);
    expect(late).toBeLessThan(0.35);
  });
});

describe('any world', () => {
  it('is the same for the same seed, whenever it starts', () => {
    const relative = (begins: number) =>
      worldOf({ loads: 60, begins })
        .all()
        .map(({ last_position, ...rest }) => ({
          ...rest,
          age: last_position && begins - Date.parse(last_position.occurred_at),
          place: last_position && [last_position.latitude, last_position.longitude],
          stops: rest.stops.map(({ id, name }) => ({ id, name })),
        }));
    expect(relative(Date.UTC(2026, 0, 1))).toEqual(relative(Date.UTC(2030, 5, 6, 7, 8, 9)));
  });

  it('differs for another seed', () => {
    const refs = (seed: number) =>
      worldOf({ loads: 20, seed })
        .all()
        .map(({ load_id, load_ref, last_position }) => ({ load_id, load_ref, last_position }));
    expect(refs(1)).not.toEqual(refs(2));
  });

  it('does not depend on the time and order of reads', () => {
    const asked = worldOf({ loads: 60 });
    const quiet = worldOf({ loads: 60 });
    for (let i = 0; i < 8; i++) {
      asked.clock.advance(7 * MINUTE);
      asked.all();
    }
    quiet.clock.advance(56 * MINUTE);
    expect(asked.all()).toEqual(quiet.all());
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('has all six values with 50 loads, seed %i', (seed) => {
    const responses = worldOf({ loads: 50, seed }).all();
    for (const value of TRACKING_HEALTH) expect(responses.some(health(value))).toBe(true);
    expect(responses.some(assignment('declared', 'disagree'))).toBe(true);
    expect(responses.some(assignment('declared', 'agree'))).toBe(true);
    expect(responses.some(assignment('inferred', null))).toBe(true);
  });

  it.each([1, 2, 8, 39])('can have as few as %i loads', (loads) => {
    expect(worldOf({ loads }).all()).toHaveLength(loads);
  });

  it('continues for days: loads move, are delivered and planned again, and health keeps its distribution', () => {
    const { clock, all } = worldOf({ loads: 200 });
    const before = all();
    for (let day = 0; day < 3; day++) {
      clock.advance(DAY);
      const responses = all();
      expect(shareOf(responses, health('live'))).toBeGreaterThan(0.55);
      for (const value of TRACKING_HEALTH) expect(responses.some(health(value))).toBe(true);
    }
    const after = all();
    expect(after.map(({ load_id }) => load_id)).toEqual(before.map(({ load_id }) => load_id));
    const planned = after.filter((response, i) => response.stops[0]?.id !== before[i]?.stops[0]?.id);
    expect(planned.length / after.length).toBeGreaterThan(0.95);
    const recent = shareOf(after, ({ stops }) => {
      const due = stops[stops.length - 1]?.estimated_arrival_at;
      return Math.abs(Date.parse(due ?? '') - clock.now()) < 24 * HOUR;
    });
    expect(recent).toBeGreaterThan(0.95);
  });

  it('moves: within a minute of real time live trucks report again', () => {
    const { clock, all } = worldOf({ loads: 100 });
    const before = all();
    clock.advance(MINUTE);
    const moved = all().filter((response, i) => {
      const [now, then] = [response.last_position, before[i]?.last_position];
      return now && then && now.occurred_at > then.occurred_at && distanceMeters(now, then) > 3000;
    });
    expect(moved.length).toBeGreaterThan(20);
  });
});

describe('loads posted by a partner', () => {
  const stops = [
    { latitude: 35.2, longitude: -101.8 },
    { latitude: 39.7, longitude: -105 },
  ];
  const visible = () => {
    const created = worldOf({ loads: 60 });
    const carrier = created.world.vehicles.all.find(
      ({ fleet, pings }) => fleet.kind === 'open' && pings.last(0),
    );
    if (!carrier) throw new Error('no open fleet');
    return { ...created, carrier };
  };

  it('are matched by their declared identifiers', () => {
    const { world, carrier } = visible();
    const { vin, license_plate_number, license_plate_region, license_plate_country } = carrier.record;
    const plate = { license_plate_number, license_plate_region, license_plate_country } as Record<
      string,
      string
    >;
    for (const vehicle of [{ vehicle_id: carrier.record.id }, { vin: vin ?? '' }, plate]) {
      const { load_id } = world.createLoad({ load_ref: 'MINE', vehicle, stops });
      expect(world.tracking(load_id)).toMatchObject({
        load_ref: 'MINE',
        vehicle_assignment: { source: 'declared', vehicle: { id: carrier.record.id } },
      });
    }
  });

  it('are matched by location without identifiers: a truck that left this very site for that one', () => {
    const { world, clock, all } = worldOf({ loads: 60 });
    const original = world.loads.all.find(
      ({ load_id, identifiers }) =>
        identifiers && world.tracking(load_id)?.vehicle_assignment?.agreement === 'agree',
    );
    if (!original) throw new Error('no load with a strong match');
    const same = original.stops.map(({ latitude, longitude, estimated_departure_at }) => ({
      latitude,
      longitude,
      estimated_departure_at: estimated_departure_at
        ? new Date(estimated_departure_at).toISOString()
        : undefined,
    }));
    const { load_id } = world.createLoad({ load_ref: 'MINE', stops: same });
    expect(world.tracking(load_id)?.vehicle_assignment).toMatchObject({
      source: 'inferred',
      agreement: null,
      vehicle: { id: world.tracking(original.load_id)?.vehicle_assignment?.vehicle.id },
    });
    expect(all()).toHaveLength(61);
    expect(clock.now()).toBe(Date.UTC(2026, 10, 20, 12));
  });

  it('keep fields that an update omits; null removes the identifiers', () => {
    const { world, carrier } = visible();
    const { load_id } = world.createLoad({
      load_ref: 'A',
      vehicle: { vehicle_id: carrier.record.id },
      stops,
    });
    world.updateLoad(load_id, { load_ref: 'B' });
    expect(world.tracking(load_id)).toMatchObject({
      load_ref: 'B',
      vehicle_assignment: { source: 'declared' },
    });
    world.updateLoad(load_id, { vehicle: null });
    expect(world.tracking(load_id)?.vehicle_assignment).toBeNull();
    expect(world.updateLoad('00000000-0000-4000-8000-00000000ffff', {})).toBeNull();
  });

  it('are not planned by the simulated shipper after their stops were changed', () => {
    const { world, clock } = worldOf({ loads: 20 });
    const [load] = world.loads.all;
    if (!load) throw new Error('no load');
    world.updateLoad(load.load_id, { stops });
    clock.advance(2 * DAY);
    expect(world.tracking(load.load_id)?.stops).toHaveLength(2);
    expect(load.stops[0]).toMatchObject(stops[0] as object);
  });

  it('have the right truck at once when identifiers are corrected', () => {
    const { world, carrier } = visible();
    const { load_id } = world.createLoad({ load_ref: 'A', vehicle: { vin: 'TYPO' }, stops });
    expect(world.tracking(load_id)?.tracking_health).toBe('unassigned');
    world.updateLoad(load_id, { vehicle: { vin: carrier.record.vin ?? '' } });
    expect(world.tracking(load_id)?.vehicle_assignment?.vehicle.id).toBe(carrier.record.id);
  });
});

describe('a world with fewer trucks than loads', () => {
  const onTwo = (responses: readonly LoadTracking[]) => {
    const live = responses.filter(health('live')).map((response) => response.vehicle_assignment?.vehicle.id);
    return live.length - new Set(live).size;
  };

  it('has the configured number of trucks, as far as the situations and three loads for each allow', () => {
    expect(worldOf({ vehicles: 300 }).world.vehicles.all).toHaveLength(300);
    const few = worldOf({ vehicles: 1 }).world;
    expect(few.vehicles.all.length).toBeLessThan(300);
    expect(few.loads.all).toHaveLength(500);
    expect(worldOf({ vehicles: 5000 }).world.vehicles.all.length).toBe(worldOf().world.vehicles.all.length);
  });

  it('lets loads wait for a truck with another load, and never puts two live loads on one truck', () => {
    const many = worldOf();
    const few = worldOf({ vehicles: 300 });
    expect(onTwo(few.all())).toBeLessThanOrEqual(onTwo(many.all()));
    expect(few.all().filter(health('unassigned')).length).toBeGreaterThan(150);
    for (const { stops } of few.all()) expect(stops.length).toBeGreaterThanOrEqual(2);
  });

  it('carries the waiting loads in turn: each gets a truck some day', () => {
    const { world, clock } = worldOf({ loads: 60, vehicles: 30 });
    const seen = new Set<string>();
    for (let hours = 0; hours < 24 * 8; hours += 2) {
      clock.advance((2 * HOUR) / 10);
      for (const { load_id } of world.loads.all)
        if (world.tracking(load_id)?.vehicle_assignment?.source === 'inferred') seen.add(load_id);
    }
    expect(seen.size).toBeGreaterThan(15);
  });
});

it('parked trucks report at staggered times', () => {
  const { world, clock } = worldOf();
  clock.advance(37 * MINUTE);
  const tau = world.clock.tau();
  const ages = world.vehicles.all
    .filter(({ itinerary }) => itinerary?.at(tau).activity === REST)
    .flatMap(({ pings }) => pings.last(tau) ?? [])
    .map(({ at }) => tau - at)
    .filter((age) => age < HOUR);
  expect(ages.length).toBeGreaterThan(100);
  for (let from = 0; from < HOUR; from += 10 * MINUTE)
    expect(ages.filter((age) => age >= from && age < from + 10 * MINUTE).length).toBeGreaterThan(
      ages.length / 12,
    );
});
