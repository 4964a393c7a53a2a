import type { BoardLoad } from '@waypost/contract/api/board';
import { describe, expect, it } from 'vitest';
import type { ArchiveSettings } from '../../platform/config/config.ts';
import { id } from '../../testing/tracking.ts';
import { newEntry } from '../board/entry.ts';
import { lastVisit } from './evidence.ts';
import { isDue, leavingOf, NO_EVIDENCE } from './rules.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const iso = (ms: number) => new Date(ms).toISOString();
const SETTINGS: ArchiveSettings = { deliveredMs: HOUR, overdueMs: 24 * HOUR, notFoundMs: 24 * HOUR };

function load(change: Partial<BoardLoad> = {}): BoardLoad {
  const stop = (sequence: number, at: number): BoardLoad['stops'][number] => ({
    id: id(sequence),
    sequence,
    stop_type: null,
    name: null,
    estimated_arrival_at: iso(at),
    estimated_departure_at: null,
    arrived_at: null,
    departed_at: null,
  });
  const { item } = newEntry(id(1), 'person', null, NOW - 72 * HOUR);
  return { ...item, stops: [stop(0, NOW - 30 * HOUR), stop(1, NOW - 10 * HOUR)], ...change };
}

const monitor = (
  departed_at: number | null,
  load_stop_sequence: number | null = 1,
): BoardLoad['monitor'] => ({
  monitor_id: id(50),
  status: 'completed',
  stops: [
    {
      sequence: 1,
      name: null,
      latitude: null,
      longitude: null,
      load_stop_sequence,
      planned_arrival_at: null,
      arrived_at: departed_at === null ? null : iso(departed_at - HOUR),
      departed_at: departed_at === null ? null : iso(departed_at),
      arrived_at_start: false,
    },
  ],
});

const at = (one: BoardLoad, evidence: Partial<typeof NO_EVIDENCE> = {}, now = NOW) =>
  leavingOf(one, { ...NO_EVIDENCE, ...evidence }, SETTINGS, now);

describe('a load leaves', () => {
  it('an hour after its monitor saw the truck leave the last stop', () => {
    const leaving = at(load({ monitor: monitor(NOW - 20 * MINUTE) }));
    expect(leaving).toEqual({
      reason: 'monitor_completed',
      since: iso(NOW - 20 * MINUTE),
      at: iso(NOW + 40 * MINUTE),
      next_load: null,
    });
  });

  it('not for a monitor that completed before this plan began, or that covered only part of the route', () => {
    expect(at(load({ monitor: monitor(NOW - 40 * HOUR) }))).toBeNull();
    expect(at(load({ monitor: monitor(NOW - HOUR, 0) }))).toBeNull();
    const expired = monitor(NOW - HOUR);
    expect(at(load({ monitor: expired && { ...expired, status: 'expired' } }))).toBeNull();
  });

  it('not for a completed monitor without a time at the last stop', () => {
    expect(at(load({ monitor: monitor(null), watched_at: iso(NOW - HOUR) }))).toBeNull();
  });

  it('not for a completed monitor whose last circle is the center of a city', () => {
    const city = monitor(NOW - HOUR);
    const stops = city?.stops.map((stop) => ({ ...stop, city_center: 'Atlanta, GA' })) ?? [];
    expect(at(load({ monitor: city && { ...city, stops } }))).toBeNull();
  });

  it('with advance notice, however long ago it was delivered', () => {
    expect(at(load({ monitor: monitor(NOW - 9 * HOUR) }))?.at).toBe(iso(NOW + 10 * MINUTE));
  });

  it('when its truck stayed at the destination and left, carries its next load, or is elsewhere after the end of the plan', () => {
    expect(at(load(), { left_destination_at: NOW - HOUR / 2 })).toMatchObject({
      reason: 'left_destination',
      at: iso(NOW + HOUR / 2),
    });
    const next_load = { load_id: id(2), load_ref: 'LD-2', from: NOW - HOUR / 2 };
    expect(at(load(), { next_load })).toMatchObject({
      reason: 'next_load',
      since: iso(NOW - HOUR / 2),
      next_load: { load_id: id(2), load_ref: 'LD-2' },
    });
    expect(at(load(), { elsewhere_since: NOW - 10 * HOUR })).toMatchObject({
      reason: 'overdue',
      at: iso(NOW + 14 * HOUR),
    });
  });

  it('a day after the service first reported it as unknown', () => {
    const read_error = {
      status: 404,
      kind: 'not_found',
      message: 'no such load',
      since: iso(NOW - 2 * HOUR),
    };
    expect(at(load({ read_error }))).toMatchObject({ reason: 'not_found', at: iso(NOW + 22 * HOUR) });
    expect(at(load({ read_error: { ...read_error, kind: 'timeout' } }))).toBeNull();
  });

  it('for the most certain of several reasons', () => {
    const evidence = { left_destination_at: NOW - HOUR, elsewhere_since: NOW - 2 * HOUR };
    expect(at(load({ monitor: monitor(NOW - HOUR) }), evidence)?.reason).toBe('monitor_completed');
    expect(at(load(), evidence)?.reason).toBe('left_destination');
  });

  it('at the time that was shown first: checking again does not move it', () => {
    const first = at(load({ monitor: monitor(NOW - 9 * HOUR) }));
    const later = at(load({ monitor: monitor(NOW - 9 * HOUR), leaving: first }), {}, NOW + 5 * MINUTE);
    expect(later).toBe(first);
  });

  it('after the wait that the company has set meanwhile, shorter with notice or longer', () => {
    const elsewhere = { ...NO_EVIDENCE, elsewhere_since: NOW - 2 * HOUR };
    const leaving = at(load(), elsewhere);
    const after = (hours: number, before = leaving, now = NOW) =>
      leavingOf(load({ leaving: before }), elsewhere, { ...SETTINGS, overdueMs: hours * HOUR }, now);
    const shorter = after(1);
    expect(shorter?.at).toBe(iso(NOW + 10 * MINUTE));
    expect(after(1, shorter, NOW + 5 * MINUTE)).toBe(shorter);
    expect(after(48)?.at).toBe(iso(NOW + 46 * HOUR));
  });

  it('only for events after somebody kept it', () => {
    const kept = { by_name: 'Dana', at: iso(NOW - HOUR) };
    expect(at(load({ kept, monitor: monitor(NOW - 2 * HOUR) }))).toBeNull();
    expect(at(load({ kept, monitor: monitor(NOW - HOUR / 2) }))?.reason).toBe('monitor_completed');
  });

  it('only on a response that was read after its deadline', () => {
    const leaving = at(load({ monitor: monitor(NOW - 9 * HOUR) }));
    if (!leaving) throw new Error('it stays');
    const due = Date.parse(leaving.at);
    const read = (read_at: number | null) => load({ read_at: read_at === null ? null : iso(read_at) });
    expect(isDue(read(due - 1), leaving, NO_EVIDENCE, due)).toBe(false);
    expect(isDue(read(null), leaving, NO_EVIDENCE, due)).toBe(false);
    expect(isDue(read(due), leaving, NO_EVIDENCE, due - 1)).toBe(false);
    expect(isDue(read(due), leaving, NO_EVIDENCE, due)).toBe(true);
    expect(isDue(read(null), { ...leaving, reason: 'not_found' }, NO_EVIDENCE, due)).toBe(true);
  });
});

describe('a visit', () => {
  const DOCK = { latitude: 35, longitude: -100 };
  const isThere = ({ longitude }: { longitude: number }) => Math.abs(longitude + 100) < 0.01;
  const seen = (...points: readonly (readonly [minute: number, longitude: number])[]) =>
    points.map(([minute, longitude]) => ({ ...DOCK, longitude, occurred_at: minute * MINUTE }));

  it('is a stay at the place, and ends with the last position there', () => {
    expect(lastVisit(seen([0, -101], [10, -100], [20, -100], [40, -100.0001], [50, -99]), isThere)).toBe(
      40 * MINUTE,
    );
  });
  it('is neither passing through once nor twice', () => {
    expect(lastVisit(seen([0, -101], [10, -100.009], [12, -99.995], [14, -99]), isThere)).toBeNull();
    expect(lastVisit(seen([0, -100], [1, -99], [300, -100], [301, -101]), isThere)).toBeNull();
    expect(lastVisit([], isThere)).toBeNull();
  });
});
