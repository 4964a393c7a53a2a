import { describe, expect, it } from 'vitest';
import { assignment, id, load } from '../testing/loads.ts';
import { findVehicles } from './truck.ts';

/** A load on a truck: unit, plate. */
const on = (n: number, vehicle_name: string, license_plate_number: string) => {
  const vehicle = { ...assignment().vehicle, id: id(500 + n), vin: null, vehicle_name, license_plate_number };
  return load({ load_id: id(n), load_ref: `LD-${n}`, vehicle_assignment: assignment({ vehicle }) });
};
const found = (query: string, ...loads: ReturnType<typeof on>[]) =>
  findVehicles(loads, query).map(({ vehicle, exact }) => [vehicle.vehicle_name, exact]);

describe('trucks found by typed text', () => {
  it('are ranked: exact unit, exact plate, beginning of a unit, beginning of a plate, part of either', () => {
    expect(
      found(
        '9095',
        on(1, 'T-1', 'RU90950'),
        on(2, 'T-2', '9095X'),
        on(3, '90951', 'A'),
        on(4, 'T-4', '90-95'),
        on(5, '9095', 'B'),
        on(6, '7', 'C'),
      ),
    ).toEqual([
      ['9095', true],
      ['T-4', true],
      ['90951', false],
      ['T-2', false],
      ['T-1', false],
    ]);
  });

  it('include the exact one, however many others come before it on the board', () => {
    const others = Array.from({ length: 30 }, (_, n) => on(n + 1, `T-${n}`, `RU9095${n}`));
    expect(found('9095', ...others, on(99, '9095', 'B'))[0]).toEqual(['9095', true]);
  });

  it('are found by the load that they are on, exactly', () => {
    expect(found('ld-6', on(5, '9095', 'LD60'), on(6, '7', 'C'))).toEqual([
      ['7', true],
      ['9095', false],
    ]);
  });
});
