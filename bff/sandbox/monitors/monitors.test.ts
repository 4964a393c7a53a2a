/** Pings that do not count yet must not hide later ones: a parked truck repeats the same position. */
import { destination, type LatLon } from '@waypost/geo/geodesy';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EventInput, Events } from '../events/events.ts';
import { countedIds, ManualClock } from '../testing.ts';
import { HOUR, MINUTE } from '../world/clock.ts';
import { pingsBetween } from '../world/pings.ts';
import type { Vehicle } from '../world/vehicles.ts';
import { World } from '../world/world.ts';
import type { MonitorRecord } from './monitor.ts';
import { Monitors } from './monitors.ts';

const START = Date.UTC(2026, 10, 20, 12);
const YARD: LatLon = { latitude: 35.2, longitude: -101.83 };
const AWAY = destination(YARD, 90, 3000);
const DOCK = destination(YARD, 90, 90_000);

let clock: ManualClock;
let world: World;
let monitors: Monitors;
let emitted: EventInput[];
beforeEach(() => {
  clock = new ManualClock(START);
  world = new World({ seed: 3, loads: 40, speed: 10, clock, newId: countedIds() });
  emitted = [];
  monitors = new Monitors(world, { emit: (event: EventInput) => emitted.push(event) } as unknown as Events);
});

const open = () => world.vehicles.all.filter(({ fleet }) => fleet.kind === 'open');
function truck(): Vehicle {
  const [first] = open();
  if (!first) throw new Error('no truck');
  return first;
}
const stop = (place: LatLon, sequence: number, radius_meters: number) => ({
  id: String(sequence),
  sequence,
  name: null,
  arrived_at: null,
  departed_at: null,
  latitude: place.latitude,
  longitude: place.longitude,
  radius_meters,
});

function watch(
  vehicle: Vehicle,
  { starts_at = START, origin = YARD, radius_meters = 500 } = {},
): MonitorRecord {
  const now = clock.now();
  const monitor: MonitorRecord = {
    id: `m-${vehicle.index}`,
    webhook_group_id: null,
    vehicle_id: vehicle.record.id,
    name: null,
    status: 'active',
    current: 0,
    starts_at,
    expires_at: starts_at + 72 * HOUR,
    created_at: now,
    updated_at: now,
    stops: [stop(origin, 0, radius_meters), stop(DOCK, 1, 500)],
    cancelled_at: null,
    completed_at: null,
    seen_until: now - 1,
  };
  monitors.add(monitor);
  return monitor;
}

/** Advances the clock and reads the monitor every second minute. */
function advance(milliseconds: number): void {
  for (let left = milliseconds; left > 0; left -= 2 * MINUTE) {
    clock.advance(Math.min(left, 2 * MINUTE));
    monitors.catchUp();
  }
}

describe('before starts_at', () => {
  it('ignores a truck in the yard, then records it right after', () => {
    const vehicle = truck();
    world.drive(vehicle.record.id, [{ ...YARD, at: START }]);
    const monitor = watch(vehicle, { starts_at: START + HOUR });
    advance(HOUR - 1);
    expect(emitted).toEqual([]);
    advance(5 * MINUTE);
    const at = monitor.stops[0]?.arrived_at ?? 0;
    expect(at).toBeGreaterThanOrEqual(START + HOUR);
    // It reports every ten minutes of the world, one minute here.
    expect(at).toBeLessThanOrEqual(START + HOUR + MINUTE);
  });

  it('records a truck deep in a wide circle with the first ping that counts', () => {
    const starts_at = START + 20 * MINUTE;
    const expected: (number | undefined)[] = [];
    const watched = open().map((vehicle) => {
      const origin = vehicle.pings.last(0) ?? YARD;
      const from = world.clock.tau(starts_at - vehicle.clock_ahead);
      const pings = pingsBetween(vehicle.pings, from, world.clock.tau(starts_at + 2 * HOUR));
      const [first] = pings.filter(({ at, accuracy_meters }) => at > 0 && accuracy_meters <= 1000);
      expected.push(first && world.clock.wall(first.at) + vehicle.clock_ahead);
      return watch(vehicle, { starts_at, origin, radius_meters: 3_000_000 });
    });
    advance(2 * HOUR);
    const arrived = watched.map(({ stops }) => stops[0]?.arrived_at ?? undefined);
    expect(arrived).toEqual(expected);
    expect(expected.filter((at) => at !== undefined).length).toBeGreaterThan(10);
  });
});

describe('while the location is not shared', () => {
  const leaves = (vehicle: Vehicle) => {
    world.drive(vehicle.record.id, [{ ...YARD, at: START }]);
    const monitor = watch(vehicle);
    advance(2 * MINUTE);
    expect(emitted.map(({ event_name }) => event_name)).toEqual(['geofence_monitor.stop_arrived']);
    return monitor;
  };

  it('records a departure with the first ping after sharing resumes', () => {
    const vehicle = truck();
    const monitor = leaves(vehicle);
    world.changeAgreement(vehicle.fleet, { status: 'paused' });
    world.drive(vehicle.record.id, [{ ...AWAY, at: clock.now() + MINUTE }]);
    advance(30 * MINUTE);
    expect(monitor.stops[0]?.departed_at).toBeNull();
    const again = clock.now();
    world.changeAgreement(vehicle.fleet, { status: 'active' });
    advance(4 * MINUTE);
    const at = monitor.stops[0]?.departed_at ?? 0;
    expect(at).toBeGreaterThanOrEqual(again);
    expect(at).toBeLessThanOrEqual(again + MINUTE);
  });

  it('records it also when sharing begins at its effective date', () => {
    const vehicle = truck();
    const monitor = leaves(vehicle);
    const begins = clock.now() + 30 * MINUTE;
    world.changeAgreement(vehicle.fleet, { effective_date: new Date(begins).toISOString() });
    world.drive(vehicle.record.id, [{ ...AWAY, at: clock.now() + MINUTE }]);
    advance(40 * MINUTE);
    const at = monitor.stops[0]?.departed_at ?? 0;
    expect(at).toBeGreaterThanOrEqual(begins);
    expect(at).toBeLessThanOrEqual(begins + MINUTE);
  });
});
