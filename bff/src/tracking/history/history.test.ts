/** The recorded positions of a load's truck, and the evidence whether it is the right truck. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { METERS_PER_MILE } from '@waypost/geo/geodesy';
import { assignment, load, stop } from '@waypost/triage/testing/loads';
import { expect, it } from 'vitest';
import { saveChanges } from '../../platform/store/watched-loads.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id } from '../../testing/tracking.ts';
import type { StopPlaceOf } from '../arrival/stop-places.ts';
import { History, staysOf } from './history.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse('2026-11-20T20:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const [TRUCK, BEFORE] = [id(500), id(501)];
/** On the latitude of Amarillo: one degree of longitude is about 57 miles. */
const PLACES: Record<string, { latitude: number; longitude: number }> = {
  Amarillo: { latitude: 35.2, longitude: -101.8 },
  'Oklahoma City': { latitude: 35.2, longitude: -97.5 },
};
const stopPlaceOf: StopPlaceOf = (_, { name }) => {
  const place = name === null ? undefined : PLACES[name];
  return place ? { ...place, radius_meters: null, place_by: 'site' } : null;
};
/** Left Amarillo four hours ago and should be in Oklahoma City now. */
const PLAN = [
  stop({
    sequence: 0,
    name: 'Amarillo',
    estimated_arrival_at: iso(NOW - 5 * HOUR),
    estimated_departure_at: iso(NOW - 4 * HOUR),
  }),
  stop({ sequence: 1, name: 'Oklahoma City', stop_type: 'destination', estimated_arrival_at: iso(NOW) }),
];
const at = (minutes_ago: number, longitude: number, vehicle_id = TRUCK) => ({
  vehicle_id,
  occurred_at: NOW - minutes_ago * MINUTE,
  latitude: 35.2,
  longitude,
});
const seen = (minutes_ago: number, longitude: number) => ({
  latitude: 35.2,
  longitude,
  occurred_at: iso(NOW - minutes_ago * MINUTE),
});

describeOnBothDatabases('the record of a truck', (fresh) => {
  async function recorded(positions: readonly ReturnType<typeof at>[], change: Partial<BoardLoad> = {}) {
    const { db } = await (await fresh()).open();
    await db.insertInto('setting').values({ key: 'board_version', value: '0' }).execute();
    await saveChanges(
      db,
      { rows: [], positions, cases: [], archived: [], added: [], entries: [] },
      { before: 0, after: 1 },
    );
    const item = load({ stops: PLAN, vehicle_assignment: assignment({ agreement: 'disagree' }), ...change });
    return new History({
      db,
      find: async () => item,
      placeOf: () => null,
      stopPlaceOf,
      vehicleName: (vehicle_id) => (vehicle_id === BEFORE ? 'Unit 12' : null),
      kept_ms: 30 * 24 * HOUR,
      now: () => NOW,
    });
  }
  const day = { from: iso(NOW - 24 * HOUR), truck: 'current' } as const;

  it('returns every position of the period once, oldest first, of this truck only', async () => {
    const history = await recorded([
      at(3000, -103),
      at(20, -98),
      at(30, -98.2),
      at(20, -98),
      at(25, -90, BEFORE),
    ]);
    const found = await history.of(id(1), day);
    expect(found.positions).toEqual([
      [NOW - 30 * MINUTE, 35.2, -98.2],
      [NOW - 20 * MINUTE, 35.2, -98],
    ]);
    expect(found).toMatchObject({ truncated: false, kept_days: 30, first_at: iso(NOW - 3000 * MINUTE) });
  });

  it('returns the previous truck on request, and nothing when there was none', async () => {
    const before = { previous_vehicle_id: BEFORE };
    const history = await recorded([at(25, -90, BEFORE)], before);
    const found = await history.of(id(1), { ...day, truck: 'previous' });
    expect(found.truck).toEqual({ vehicle_id: BEFORE, name: 'Unit 12' });
    expect(found.positions).toHaveLength(1);
    const none = await recorded([at(25, -90, BEFORE)]);
    expect(await none.of(id(1), { ...day, truck: 'previous' })).toMatchObject({ truck: null, positions: [] });
  });

  it('refuses a period that ends before it starts', async () => {
    const history = await recorded([]);
    await expect(history.of(id(1), { ...day, to: iso(NOW - 48 * HOUR) })).rejects.toMatchObject({
      code: 422,
    });
  });

  it('supports a truck that is at its planned position, came closer and was at the origin', async () => {
    const positions = [at(300, -101.8), at(240, -101.8), at(150, -100.1), at(60, -98.6)];
    const history = await recorded(positions, { last_position: seen(60, -98.6) });
    const { planned, stops, approach, origin } = await history.evidence(id(1));
    expect(stops.map(({ stop, longitude }) => [stop, longitude])).toEqual([
      ['Amarillo', -101.8],
      ['Oklahoma City', -97.5],
    ]);
    expect(planned).toMatchObject({ from_stop: 'Amarillo', to_stop: 'Oklahoma City' });
    expect(planned?.distance_meters).toBeLessThan(planned?.unsure_meters ?? 0);
    expect(approach?.meters_after).toBeLessThan(approach?.meters_before ?? 0);
    expect(origin).toMatchObject({ seen_at: iso(NOW - 300 * MINUTE) });
  });

  it('contradicts a truck that is far from the plan, drives away and was never at the origin', async () => {
    const positions = [at(330, -104), at(120, -106), at(60, -107)];
    const history = await recorded(positions, { last_position: seen(60, -107) });
    const { planned, approach, origin } = await history.evidence(id(1));
    expect(planned?.distance_meters).toBeGreaterThan(400 * METERS_PER_MILE);
    expect(approach?.meters_after).toBeGreaterThan(approach?.meters_before ?? 0);
    expect(origin).toMatchObject({ stop: 'Amarillo', seen_at: null });
  });

  it('has nothing about the origin when the record starts after the pickup, or about a plan without places', async () => {
    const late = await recorded([at(60, -98.6)], { last_position: seen(60, -98.6) });
    expect((await late.evidence(id(1))).origin).toBeNull();
    const nowhere = await recorded([at(60, -98.6)], {
      last_position: seen(60, -98.6),
      stops: [stop({ name: 'Gate 7', estimated_arrival_at: iso(NOW) })],
    });
    expect(await nowhere.evidence(id(1))).toMatchObject({ planned: null, approach: null, origin: null });
  });

  it('shows where the previous truck was last seen, and its distance from the plan', async () => {
    const history = await recorded([at(60, -107), at(60, -98.6, BEFORE)], {
      last_position: seen(60, -107),
      previous_vehicle_id: BEFORE,
    });
    const { previous, planned } = await history.evidence(id(1));
    expect(previous).toMatchObject({ name: 'Unit 12', position: { longitude: -98.6 } });
    expect(previous?.planned_distance_meters).toBeLessThan(planned?.unsure_meters ?? 0);
  });
});

it('a stay is where a truck stopped for 10 minutes or more, with its longest gap between positions', () => {
  const points = [at(100, -100), at(90, -99), at(85, -99.001), at(30, -99.0005), at(25, -99), at(20, -98)];
  expect(staysOf(points)).toMatchObject([
    { from: NOW - 90 * MINUTE, to: NOW - 25 * MINUTE, silent: 55 * MINUTE, longitude: -99 },
  ]);
  expect(staysOf([])).toEqual([]);
  expect(staysOf([at(10, -99), at(5, -99)])).toEqual([]);
});
