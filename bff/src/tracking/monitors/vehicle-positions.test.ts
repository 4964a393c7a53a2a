import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id } from '../../testing/tracking.ts';
import { rhythmOf, Vehicles } from './vehicle-positions.ts';

const AMARILLO = { name: 'Amarillo', region: 'TX', country: 'US', distance_meters: 0, direction: null };

const at = (second: number) => Date.parse('2026-11-20T08:00:00Z') + second * 1000;
const iso = (second: number) => new Date(at(second)).toISOString();

it.each([
  [[0, 60, 120, 185], 60],
  [[0, 10, 20, 80, 140], 35],
  // One long pause does not change the rhythm.
  [[0, 30, 60, 90, 9000], 30],
])('the rhythm of %j seconds is %d', (seconds, rhythm) => {
  expect(rhythmOf(seconds.map(at))).toBe(rhythm);
});
it('is unknown with too few positions', () => {
  expect(rhythmOf([0, 60, 120].map(at))).toBeNull();
});

describeOnBothDatabases('vehicles', (fresh) => {
  async function withPositions(...seconds: number[]) {
    const { db } = await (await fresh()).open();
    const rows = seconds.map((second) => ({
      vehicle_id: id(1),
      occurred_at: at(second),
      latitude: 35,
      longitude: -100 - second / 1e6,
    }));
    if (rows.length > 0) await db.insertInto('vehicle_position').values(rows).execute();
    const vehicles = new Vehicles(db, ({ latitude }) => ({ ...AMARILLO, distance_meters: latitude }));
    await vehicles.learn([id(1), id(2)]);
    return vehicles;
  }

  it('come from recorded positions and later ones', async () => {
    const vehicles = await withPositions(0, 60, 120, 180);
    expect(vehicles.lastPosition(id(1))?.occurred_at).toBe(iso(180));
    expect(vehicles.rhythmSeconds(id(1))).toBe(60);
    expect(vehicles.addPosition(id(1), { latitude: 36, longitude: -100, occurred_at: iso(200) })).toBe(true);
    expect(vehicles.lastPosition(id(1))).toEqual({ latitude: 36, longitude: -100, occurred_at: iso(200) });
  });
  it('have a place name, which follows the last position', async () => {
    const vehicles = await withPositions(0);
    expect(vehicles.place(id(1))).toEqual({ ...AMARILLO, distance_meters: 35 });
    vehicles.addPosition(id(1), { latitude: 36, longitude: -100, occurred_at: iso(200) });
    expect(vehicles.place(id(1))).toEqual({ ...AMARILLO, distance_meters: 36 });
    expect(vehicles.place(id(2))).toBeNull();
  });
  it('are not moved back by an older position', async () => {
    const vehicles = await withPositions(0, 60);
    expect(vehicles.addPosition(id(1), { latitude: 36, longitude: -100, occurred_at: iso(30) })).toBe(false);
    expect(vehicles.lastPosition(id(1))?.latitude).toBe(35);
  });
  it('that were never seen have no position', async () => {
    const vehicles = await withPositions();
    expect(vehicles.lastPosition(id(2))).toBeNull();
    expect(vehicles.rhythmSeconds(null)).toBeNull();
  });
});
