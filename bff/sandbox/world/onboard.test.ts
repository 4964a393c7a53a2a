import { describe, expect, it } from 'vitest';
import { countedIds, ManualClock } from '../testing.ts';
import { HOUR } from './clock.ts';
import type { Fleet } from './fleets.ts';
import { World } from './world.ts';

const START = Date.UTC(2026, 10, 20, 12);

function joined() {
  const clock = new ManualClock(START);
  const world = new World({ seed: 1, loads: 20, speed: 10, clock, newId: countedIds() });
  clock.advance(30 * HOUR);
  const fleet: Fleet = {
    fleet_id: '00000000-0000-4000-8000-00000000f1ee',
    fleet_ref: 'NEW-1',
    name: 'New Carrier',
    kind: 'open',
    covered_by_matching: true,
    agreement: { id: '00000000-0000-4000-8000-0000000a91ee', status: 'active', scopes: { vehicle: 'read' } },
  };
  world.onboard(fleet, 3);
  return { clock, world, fleet, trucks: world.vehicles.all.filter((vehicle) => vehicle.fleet === fleet) };
}

describe('a fleet that joins later', () => {
  it('has trucks that report and drive', () => {
    const { clock, world, fleet, trucks } = joined();
    expect(world.fleets).toContain(fleet);
    expect(trucks).toHaveLength(3);
    const before = trucks.map(({ pings }) => pings.last(world.clock.tau()));
    expect(before.every((ping) => ping !== null && world.clock.tau() - ping.at < HOUR)).toBe(true);
    clock.advance(2 * HOUR);
    const after = trucks.map(({ pings }) => pings.last(world.clock.tau()));
    expect(after.some((ping, i) => ping?.latitude !== before[i]?.latitude)).toBe(true);
  });

  it('has the same trucks in the same world', () => {
    const records = () => joined().trucks.map(({ record }) => record);
    expect(records()).toEqual(records());
  });
});
