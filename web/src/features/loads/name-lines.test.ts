import { load } from '@waypost/triage/testing/loads';
import { describe, expect, it } from 'vitest';
import { nameLines } from './name-lines.ts';

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

describe('lines of the names of a load', () => {
  it.each([
    ['usual names', 8, 9, 14, 1],
    ['a fleet of forty letters', 8, 9, 40, 2],
    ['a load number and a fleet of forty letters', 40, 9, 36, 2],
    ['a truck and a fleet of forty letters', 12, 40, 40, 3],
    ['three hundred letters each: a row stays bounded', 300, 300, 300, 3],
  ])('%s', (_names, ref, truck, fleet, lines) => {
    expect(nameLines(named(ref, truck, fleet), 'list')).toBe(lines);
    expect(nameLines(named(ref, truck, fleet), 'phone')).toBeGreaterThanOrEqual(lines);
  });
});
