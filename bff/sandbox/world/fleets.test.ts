import { agreement } from '@waypost/contract/agreements';
import { vinCheckDigitOk } from '@waypost/contract/vin';
import { describe, expect, it } from 'vitest';
import { DAY } from './clock.ts';
import { buildFleets, FLEET_KINDS, shares } from './fleets.ts';
import { vehicleRecord } from './vehicle-records.ts';

const START = Date.UTC(2026, 10, 20);

describe('fleets', () => {
  it.each([1, 50, 500, 10_000])(
    'include every kind in a world of %i loads, each with its own name and ids',
    (loads) => {
      const fleets = buildFleets(1, loads, START);
      expect(fleets.length).toBeGreaterThanOrEqual(8);
      expect(new Set(fleets.map(({ kind }) => kind))).toEqual(new Set(FLEET_KINDS));
      expect(new Set(fleets.map(({ name }) => name)).size).toBe(fleets.length);
      expect(new Set(fleets.map(({ fleet_id }) => fleet_id)).size).toBe(fleets.length);
      for (const fleet of fleets) expect(agreement.parse(fleet.agreement)).toEqual(fleet.agreement);
    },
  );

  it('currently share what their kind defines', () => {
    const shared = Object.fromEntries(
      buildFleets(1, 500, START).map((fleet) => [
        fleet.kind,
        [shares(fleet, 'vehicle', START), shares(fleet, 'vehicle_location', START)],
      ]),
    );
    expect(shared).toEqual({
      open: [true, true],
      unmatched: [true, true],
      vehicles_only: [true, false],
      scheduled: [false, false],
      ended: [false, false],
      paused: [false, false],
      cancelled: [false, false],
    });
  });

  it('with an ended agreement stay active, and future agreements begin by themselves', () => {
    const fleets = buildFleets(1, 500, START);
    expect(fleets.find(({ kind }) => kind === 'ended')?.agreement.status).toBe('active');
    const scheduled = fleets.find(({ kind }) => kind === 'scheduled');
    expect(scheduled && shares(scheduled, 'vehicle', START + 60 * DAY)).toBe(true);
  });
});

describe('vehicle records', () => {
  const records = Array.from({ length: 2000 }, (_, i) => vehicleRecord(1, i, i % 20));

  it('have unique VINs with a correct check digit', () => {
    expect(records.filter(({ vin }) => !vinCheckDigitOk(vin ?? ''))).toEqual([]);
    expect(new Set(records.map(({ vin }) => vin)).size).toBe(records.length);
  });

  it('have complete plates of three countries', () => {
    for (const { license_plate_number, license_plate_region } of records) {
      expect(license_plate_number).toMatch(/^[A-Z0-9 -]{6,8}$/);
      expect(license_plate_region).toMatch(/^[A-Z]{2}$/);
    }
    expect(new Set(records.map(({ license_plate_country }) => license_plate_country))).toEqual(
      new Set(['USA', 'CAN', 'MEX']),
    );
  });
});
