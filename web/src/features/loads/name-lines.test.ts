import { load } from '@waypost/triage/testing/loads';
import { RUNNING_LATE } from '@waypost/triage/testing/states';
import { describe, expect, it } from 'vitest';
import { phoneLines, rowLines } from './name-lines.ts';

/** Width of a line in the narrowest list, pixels. */
const LIST_LINE = 332;

function named(ref: number, truck: number, fleet: number) {
  const { vehicle_assignment: assignment } = load();
  if (!assignment) throw new Error('the load of the tests has a truck');
  return load({
    load_ref: 'R'.repeat(ref),
    vehicle_assignment: {
      ...assignment,
      vehicle: { ...assignment.vehicle, vehicle_name: 't'.repeat(truck) },
    },
    fleet: { fleet_id: load().load_id, name: 'f'.repeat(fleet), fleet_ref: null },
  });
}

describe('lines for the names of a load', () => {
  it.each([
    ['usual names', 8, 9, 14, 1, 2],
    ['a fleet of forty letters', 8, 9, 40, 2, 3],
    ['a load number and a fleet of forty letters', 40, 9, 36, 2, 4],
    ['a truck and a fleet of forty letters', 12, 40, 40, 3, 4],
    ['three hundred letters each: the row stays bounded', 300, 300, 300, 3, 4],
  ])('%s', (_names, ref, truck, fleet, lines, on_phone) => {
    expect(rowLines(named(ref, truck, fleet), LIST_LINE).names).toBe(lines);
    expect(phoneLines(named(ref, truck, fleet))).toBe(on_phone);
  });

  it('a phone has a line for the next stop of a load with an appointment', () => {
    expect(phoneLines(load(RUNNING_LATE))).toBe(phoneLines(load()) + 1);
  });
});

describe('lines for the place of a load', () => {
  it.each([
    ['a usual place on time', 8, {}, 1, 2],
    ['a long place on time', 24, {}, 2, 3],
    ['a usual place of a load that runs late', 8, RUNNING_LATE, 2, 3],
    ['a very long place of a load that runs late', 60, RUNNING_LATE, 3, 5],
  ])('%s', (_place, letters, change, list, phone) => {
    const { place } = load();
    if (!place) throw new Error('the load of the tests has a place');
    const at = load({ ...change, place: { ...place, name: 'p'.repeat(letters) } });
    expect(rowLines(at, LIST_LINE).place).toBe(list);
    expect(phoneLines(at)).toBe(phone);
  });
});
