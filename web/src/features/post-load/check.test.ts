import { beforeEach, expect, it } from 'vitest';
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
  check(draft, { now: NOW, sameReference: () => [], sameTruck: () => on_the_truck });

it('warns about a truck that is on another load at the same time, naming load and times, without blocking', () => {
  const { errors, other_load } = checked(draftOf(10, 20), planned(7, 15, 30), planned(8, 12, 13));
  expect(other_load).toMatch(
    /^This truck is also on .?LD-7.? and 1 more load at the same time \(.+ to .+\)\. One of them may have the wrong truck\.$/,
  );
  expect(errors.size).toBe(0);
});

it('does not warn when the other load ends as this one begins, or begins as it ends', () => {
  expect(checked(draftOf(10, 20), planned(7, 2, 10), planned(8, 20, 25)).other_load).toBeNull();
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
