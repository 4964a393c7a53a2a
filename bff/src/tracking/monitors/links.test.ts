import type { BoardLoad } from '@waypost/contract/api/board';
import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { id, tracking } from '../../testing/tracking.ts';
import { newEntry } from '../board/entry.ts';
import type { TrackingTarget } from './entry.ts';
import { containsRef, inferLink } from './links.ts';
import { matchStops } from './monitor-response.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3600_000;
const iso = (ms: number) => new Date(ms).toISOString();

const load = (more: Partial<BoardLoad> = {}): BoardLoad => ({
  ...newEntry(id(1), 'person', null, NOW).item,
  ...tracking({ load: 1, vehicle: 1 }),
  load_ref: 'LD-48213',
  ...more,
});
const stopsAt = (from: number, until: number) =>
  [from, until].map((at, sequence) => ({
    id: id(50 + sequence),
    sequence,
    stop_type: null,
    name: null,
    arrived_at: null,
    departed_at: null,
    estimated_arrival_at: iso(at),
    estimated_departure_at: null,
  }));
const monitor = (more: Partial<TrackingTarget> = {}): TrackingTarget => ({
  name: null,
  vehicle_id: id(100_001),
  vin: null,
  from: NOW - HOUR,
  until: NOW + HOUR,
  ...more,
});

describe('a name', () => {
  it.each([
    ['LD-48213', 'LD-48213'],
    ['ld-48213', 'LD-48213'],
    ['Trip LD-48213 to Denver', 'LD-48213'],
    ['(LD-48213)', 'LD-48213'],
    ['BOL7/LD-48213', 'LD-48213'],
  ])('%j names %j', (name, ref) => {
    expect(containsRef(name, ref)).toBe(true);
  });
  it.each([
    ['LD-482130', 'LD-48213'],
    ['XLD-48213', 'LD-48213'],
    ['Trip 12', '12'],
    ['', 'LD-48213'],
    ['LD-48213', ''],
    [null, null],
  ])('%j does not name %j', (name, ref) => {
    expect(containsRef(name, ref)).toBe(false);
  });
  it('contains a reference as a separate word, whatever surrounds it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(containsRef(`${before} LD-48213 ${after}`, 'LD-48213')).toBe(true);
      }),
    );
  });
});

describe('a monitor and a load', () => {
  it('are linked by name on the same vehicle', () => {
    expect(inferLink(monitor({ name: 'LD-48213' }), load(), NOW)).toBe('name');
  });
  it('are not linked by name alone: the vehicle differs', () => {
    expect(inferLink(monitor({ name: 'LD-48213', vehicle_id: id(9) }), load(), NOW)).toBeNull();
    expect(inferLink(monitor({ name: 'LD-48213' }), load({ vehicle_assignment: null }), NOW)).toBeNull();
  });
  it("are matched by VIN while the vehicle's id is unknown", () => {
    const vehicle_assignment = {
      source: 'declared',
      agreement: null,
      vehicle: { id: id(8), vin: '1FUJGLDR8CLBP8834' },
    };
    const watching = monitor({ vehicle_id: null, vin: '1FUJGLDR8CLBP8834', name: 'LD-48213' });
    expect(inferLink(watching, load({ vehicle_assignment }), NOW)).toBe('name');
  });
  it('are suggested when vehicle and time fit, but not when the trip is over before the tracking window begins', () => {
    const fits = load({ stops: stopsAt(NOW - 2 * HOUR, NOW + 5 * HOUR) });
    expect(inferLink(monitor(), fits, NOW)).toBe('vehicle_time');
    const past = load({ stops: stopsAt(NOW - 9 * HOUR, NOW - 2 * HOUR) });
    expect(inferLink(monitor(), past, NOW)).toBeNull();
  });
});

describe('stops of a monitor and of a load', () => {
  const stop = (sequence: number, name: string | null) => ({ sequence, name });
  it('are matched by their ends, then by name, then by position if the counts agree', () => {
    const of = [stop(0, 'Yard'), stop(1, 'Fuel'), stop(2, 'Dock 7'), stop(3, 'Customer')];
    expect(matchStops([null, 'dock  7', null], of)).toEqual([0, 2, 3]);
    expect(matchStops([null, null, null, null], of)).toEqual([0, 1, 2, 3]);
    expect(matchStops([null, null, null], of)).toEqual([0, null, 3]);
    expect(matchStops([null, null], of)).toEqual([0, 3]);
  });
  it('are not matched when there are none', () => {
    expect(matchStops(['a', 'b'], [])).toEqual([null, null]);
  });
});
