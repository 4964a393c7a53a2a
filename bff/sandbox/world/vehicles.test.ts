import { describe, expect, it } from 'vitest';
import { scene } from './testing.ts';

const PLATE = { license_plate_number: 'R54 3210', license_plate_region: 'TX', license_plate_country: 'USA' };

function pool() {
  const world = scene();
  const fleet = world.fleet();
  const plated = world.vehicle(fleet, [], { record: { vin: '1XPBD49X1KD123456', ...PLATE } });
  const other = world.vehicle(fleet, [], { record: { vin: '1FUJGLDR5CLBP8834' } });
  const all = () => true;
  return { vehicles: world.vehicles, plated, other, all };
}

describe('matching by identifiers', () => {
  it('finds a vehicle by each of them', () => {
    const { vehicles, plated, all } = pool();
    expect(vehicles.match({ vehicle_id: plated.record.id }, all)).toBe(plated);
    expect(vehicles.match({ vin: '1xpbd49x1kd123456' }, all)).toBe(plated);
    expect(vehicles.match({ ...PLATE, license_plate_number: 'r54-3210' }, all)).toBe(plated);
  });

  it('requires the complete plate', () => {
    const { vehicles, all } = pool();
    expect(vehicles.match({ license_plate_number: 'R54 3210' }, all)).toBeNull();
    expect(vehicles.match({ ...PLATE, license_plate_region: 'OK' }, all)).toBeNull();
  });

  it('uses the best match if they contradict each other', () => {
    const { vehicles, plated, other, all } = pool();
    expect(vehicles.match({ vin: other.record.vin ?? '', ...PLATE }, all)).toBe(other);
    expect(vehicles.match({ vehicle_id: plated.record.id, vin: other.record.vin ?? '' }, all)).toBe(plated);
  });

  it('returns only vehicles visible to the caller', () => {
    const { vehicles, plated, other } = pool();
    const seen = vehicles.match({ vin: other.record.vin ?? '', ...PLATE }, (vehicle) => vehicle !== other);
    expect(seen).toBe(plated);
  });
});
