import { beforeEach, describe, expect, it } from 'vitest';
import { id, load, NOW } from '../../testing/loads.ts';
import { prefs } from '../../ui/prefs.ts';
import { check } from './check.ts';
import { emptyDraft, type LoadDraft, type StopDraft } from './draft.ts';

beforeEach(() => prefs.set({ time_zone: 'UTC' }));

const HOUR = 3600_000;
const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString();
const wall = (hours: number) => at(hours).slice(0, 16);
/** A load on the board from `from` to `until`, hours from now. */
const planned = (n: number, from: number | null, until: number | null) => {
  const unknown = { name: null, stop_type: null, arrived_at: null, departed_at: null };
  const none = { ...unknown, estimated_arrival_at: null, estimated_departure_at: null };
  return load({
    load_id: id(n),
    load_ref: `LD-${n}`,
    stops: [
      { ...none, id: id(1), sequence: 0, estimated_departure_at: from === null ? null : at(from) },
      { ...none, id: id(2), sequence: 1, estimated_arrival_at: until === null ? null : at(until) },
    ],
  });
};
function draftOf(from: number | null, until: number | null, more: Partial<LoadDraft> = {}): LoadDraft {
  const draft = emptyDraft(() => crypto.randomUUID(), 'UTC');
  const place = { latitude: 35, longitude: -101, zone: 'UTC', zone_from: 'person' as const };
  const stops = draft.stops.map(
    (stop, n): StopDraft => ({
      ...stop,
      ...place,
      departure: n === 0 && from !== null ? wall(from) : '',
      arrival: n > 0 && until !== null ? wall(until) : '',
    }),
  );
  return { ...draft, load_ref: 'NEW-1', vin: '1M8GDM9AXKP042788', stops, ...more };
}
const checked = (draft: LoadDraft, ...on_the_truck: ReturnType<typeof planned>[]) =>
  check(draft, { now: NOW, sameTruck: () => on_the_truck });

it('warns about a truck that is on another load at the same time, naming load and times, without blocking', () => {
  const { errors, other_load } = checked(draftOf(10, 20), planned(7, 15, 30), planned(8, 12, 13));
  expect(other_load).toMatch(
    /^This truck is also on .?LD-7.? and 1 more load at the same time \(.+ to .+\)\. One of them may have the wrong truck\.$/,
  );
  expect(errors.size).toBe(0);
});

it('does not warn when the other load ends as this one begins, or begins as it ends', () => {
  const { other_load, also_on } = checked(draftOf(10, 20), planned(7, 2, 10), planned(8, 20, 25));
  expect(other_load).toBeNull();
  expect(also_on).toMatch(/LD-7.? and 1 more load/);
});

it('says so when one of the two loads has no planned times', () => {
  expect(checked(draftOf(null, null), planned(7, 2, 10)).other_load).toContain('This load has no planned');
  expect(checked(draftOf(10, 20), planned(7, null, null)).other_load).toMatch(/LD-7.? has no planned/);
});

it('shows both warnings when the VIN looks wrong too', () => {
  const { warnings, other_load } = checked(draftOf(10, 20, { vin: '1M8GDM9A1KP042788' }), planned(7, 15, 30));
  expect(warnings.get('vin')).toContain('check digit');
  expect(other_load).toContain('also on');
});

it("takes a load with or without its carrier's phone number, but not with half of one", () => {
  const errorOf = (carrier_phone: string) =>
    checked(draftOf(10, 20, { carrier_phone })).errors.get('carrier_phone');
  expect([errorOf(''), errorOf(' +1 806 555 0142 x12 ')]).toEqual([undefined, undefined]);
  expect(errorOf('555')).toMatch(/^Number must be a phone number/);
});

describe('the drive between two stops', () => {
  const DALLAS = { latitude: 32.78, longitude: -96.8 };
  const AMARILLO = { latitude: 35.2, longitude: -101.83 };
  const DENVER = { latitude: 39.74, longitude: -104.99 };
  const NOWHERE = { latitude: null, longitude: null };
  /** Places in order; the load leaves the first at once, and is due at the last after so many hours. */
  function warningOf(hours: number, ...places: readonly Partial<StopDraft>[]) {
    const [origin, destination] = draftOf(10, 10 + hours).stops as [StopDraft, StopDraft];
    const stops = places.map((place, n): StopDraft => {
      const times = n === 0 ? origin : n === places.length - 1 ? destination : { ...origin, departure: '' };
      return { ...times, key: `s${n}`, ...place };
    });
    return checked(draftOf(null, null, { stops })).warnings.get(`stop:s${stops.length - 1}:arrival`);
  }

  it('that needs a rest is warned of with way, time given and time needed, beside the later time', () => {
    expect(warningOf(11, DALLAS, DENVER)).toMatch(
      /^About [78]\d0 mi by road in 11 h: one driver needs about 2\d h with a 10 h rest, by our estimate\. Check /,
    );
  });

  it('that nobody can do in that time is warned of, one that is fast or slow is not', () => {
    expect(warningOf(1.5, DALLAS, { latitude: 30.27, longitude: -97.74 })).toMatch(
      /^About \d+0 mi by road in 1 h 30 min: one driver needs about 4 h, by our estimate/,
    );
    expect(warningOf(3.5, DALLAS, { latitude: 30.27, longitude: -97.74 })).toBeUndefined();
    expect(warningOf(40, DALLAS, DENVER)).toBeUndefined();
  });

  it('counts a stop in between that has no time, and passes over one without a place', () => {
    expect(warningOf(11, DALLAS, AMARILLO, DENVER)).toMatch(/in 11 h/);
    expect(warningOf(11, DALLAS, NOWHERE, DENVER)).toMatch(/in 11 h/);
    expect(warningOf(11, DALLAS, DENVER, NOWHERE)).toBeUndefined();
  });

  it('says nothing of docks of one yard, and kilometers to those who use them', () => {
    expect(warningOf(0, DALLAS, { latitude: 32.785, longitude: -96.8 })).toBeUndefined();
    prefs.set({ length_unit: 'km' });
    expect(warningOf(11, DALLAS, DENVER)).toMatch(/^About 1,\d\d0 km by road/);
    prefs.set({ length_unit: 'mi' });
  });
});
