import type { TruckEvidence } from '@waypost/contract/api/history';
import { METERS_PER_MILE } from '@waypost/geo/geodesy';
import { describe, expect, it } from 'vitest';
import { ago, assignment, HOUR, id, load, NOW } from '../../../testing/loads.ts';
import { weighEvidence } from './weigh.ts';

const miles = (n: number) => Math.round(n * METERS_PER_MILE);
const NOTHING: TruckEvidence = {
  position: null,
  planned: null,
  stops: [],
  approach: null,
  origin: null,
  previous: null,
};
const coordinates = { latitude: 35, longitude: -100, place: null };
const position = { ...coordinates, occurred_at: ago(HOUR) };
const planned = (off: number) => ({
  ...coordinates,
  from_stop: 'Dallas',
  to_stop: 'Denver',
  unsure_meters: miles(60),
  distance_meters: miles(off),
});
const doubted = load({ vehicle_assignment: assignment({ agreement: 'disagree' }) });
const confirmed = load();
const texts = (evidence: Partial<TruckEvidence>, of = confirmed) =>
  weighEvidence({ ...NOTHING, ...evidence }, of, NOW).map(({ verdict, text }) => `${verdict}: ${text}`);

describe('the evidence for and against a truck', () => {
  it('names what was recorded, with distance, time and stops', () => {
    expect(texts({ position, planned: planned(200) }, doubted)).toEqual([
      'against: The tracking service doubts that this truck carries the load.',
      expect.stringMatching(/^against: 200 mi from its planned location at .+, between Dallas and Denver\.$/),
    ]);
  });

  it('allows for the uncertainty of the plan', () => {
    const verdict = (off: number) =>
      texts({ position, planned: planned(off) })
        .find((text) => text.includes('planned location at'))
        ?.split(':')[0];
    expect([verdict(50), verdict(100), verdict(130)]).toEqual(['for', 'unclear', 'against']);
  });

  it('says whether the truck came closer to the next stop, and when that is inconclusive', () => {
    const approach = (previous: number, after: number) => ({
      stop: 'Denver',
      since: ago(3 * HOUR),
      meters_before: miles(previous),
      meters_after: miles(after),
      course_degrees: 90,
      stop_degrees: 315,
    });
    expect(texts({ approach: approach(300, 200) }).at(-1)).toMatch(
      /^for: 100 mi closer to Denver .*last moved E, the stop is to the NW/,
    );
    expect(texts({ approach: approach(200, 300) })[0]).toMatch(/^against: 100 mi farther from Denver/);
    expect(texts({ approach: approach(200, 201) }).at(-1)).toMatch(
      /^unclear: 201 mi from Denver, about the same as at/,
    );
    expect(texts({ approach: approach(3, 2) }).at(-1)).toMatch(/^for: 2 mi from Denver/);
  });

  it('counts a truck on two loads against it, and a visit to the origin for it', () => {
    const twice = load({ same_truck_loads: [{ load_id: id(2), load_ref: 'LD-2' }] });
    expect(texts({}, twice)[0]).toBe('against: Also assigned to LD-2 at the same time.');
    const origin = { stop: 'Dallas', within_meters: miles(15), seen_at: ago(5 * HOUR) };
    expect(texts({ origin }).at(-1)).toMatch(/^for: Seen within 15 mi of the origin, Dallas, /);
    expect(texts({ origin: { ...origin, seen_at: null } })[0]).toMatch(/^against: Never seen within 15 mi/);
  });

  it('compares it with the previous truck, if both can be compared', () => {
    const previous = (off: number | null) => ({
      vehicle_id: id(501),
      name: 'Unit 12',
      position: { ...position, place: null },
      planned_distance_meters: off === null ? null : miles(off),
    });
    const of = (off: number | null, now_off: number) =>
      texts({ position, planned: planned(now_off), previous: previous(off) }).find((text) =>
        text.includes('Unit 12'),
      );
    expect(of(10, 200)).toMatch(/^against: The previous truck, Unit 12, was last seen/);
    expect(of(200, 10)).toMatch(/^for: /);
    expect(of(10, 10)).toMatch(/^unclear: /);
    expect(of(null, 10)).toMatch(/^unclear: /);
  });
});
