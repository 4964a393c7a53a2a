/** What was shown before arrivals, compared with them: which estimates count, what is learned, and what is claimed. */
import type { LoadMonitor } from '@waypost/contract/api/load-monitor';
import type { PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import { load, stop } from '@waypost/triage/testing/loads';
import { describe, expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { Board } from '../board/board.ts';
import { createArrivals } from './arrivals.ts';
import { ArrivalRecords, addShown, compareWithArrivals, learn, type ShownEstimate } from './track-record.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const at = (minutes: number) => NOW + minutes * MINUTE;
const iso = (minutes: number) => new Date(at(minutes)).toISOString();
const prediction = (from: number, likely: number, to: number): PredictedArrival => ({
  stop_sequence: 1,
  from: iso(from),
  likely: iso(likely),
  to: iso(to),
  place_by: 'site',
  way_by: 'corridors',
  meters_to_go: 100_000,
  speed_mps: 20,
  rest: 'none',
});

/** ShownEstimate every three minutes, each time the same interval around the arrival at minute 0. */
function saidBefore(arrival: number, minutes: number): readonly ShownEstimate[] {
  let shown: readonly ShownEstimate[] = [];
  for (let left = minutes; left > 0; left -= 3)
    shown = addShown(shown, [prediction(arrival - 10, arrival + 2, arrival + 20)], at(arrival - left));
  return shown;
}
const arrivedAt = (minutes: number | null) =>
  load({
    stops: [stop({ sequence: 0 }), stop({ sequence: 1, arrived_at: minutes === null ? null : iso(minutes) })],
  });

const monitorOf = (minutes: number, arrived_at_start = false): LoadMonitor => ({
  monitor_id: id(9),
  status: 'active',
  stops: [
    {
      sequence: 1,
      name: null,
      latitude: 35.46,
      longitude: -97.6,
      load_stop_sequence: 1,
      planned_arrival_at: null,
      arrived_at: iso(minutes),
      departed_at: null,
      arrived_at_start,
    },
  ],
});

describe('what was shown before an arrival', () => {
  it('is kept for each time before it, however long it was shown, in a few records', () => {
    for (const minutes of [300, 600, 1_500]) {
      const shown = saidBefore(0, minutes);
      expect(shown.length).toBeLessThan(40);
      const { cases, shown: rest } = compareWithArrivals(arrivedAt(0), shown);
      expect(cases.map(({ minutes_before }) => minutes_before)).toEqual([15, 30, 60, 120, 240]);
      expect(rest).toEqual([]);
      for (const { minutes_before, shown_at } of cases)
        expect((NOW - shown_at) / MINUTE / minutes_before).toBeCloseTo(1, 0);
    }
  });

  it('does not count before the arrival is known, nor for a time at which nothing was shown', () => {
    const shown = saidBefore(0, 40);
    expect(compareWithArrivals(arrivedAt(null), shown)).toEqual({ cases: [], shown });
    const known = compareWithArrivals(arrivedAt(0), shown).cases;
    expect(known.map(({ minutes_before, hit }) => [minutes_before, hit])).toEqual([
      [15, 1],
      [30, 1],
    ]);
  });

  it('is right within the interval, to the minute, and wrong outside', () => {
    const shown = saidBefore(0, 40);
    const hitsAt = (minutes: number) =>
      compareWithArrivals(arrivedAt(minutes), shown).cases.map(({ hit }) => hit);
    expect(hitsAt(20)).toContain(1);
    expect(hitsAt(21)).not.toContain(1);
  });

  it('does not count where the truck stood when tracking began', () => {
    const item = arrivedAt(null);
    const shown = saidBefore(0, 40);
    expect(compareWithArrivals({ ...item, monitor: monitorOf(0, true) }, shown).cases).toEqual([]);
    expect(compareWithArrivals({ ...item, monitor: monitorOf(0) }, shown).cases).toHaveLength(2);
  });
});

describe('the record of arrivals', () => {
  /** `late`: minutes after the median of an estimate made an hour before, 45 to 90 minutes. */
  const one = (n: number, late: number, more: { time_factor?: number; width_factor?: number } = {}) => {
    const shown = { shown_at: at(-60), shown_from: at(-15), shown_likely: at(0), shown_to: at(30) };
    const hit = late >= -15 && late <= 30 ? 1 : 0;
    return {
      load_id: id(n),
      stop_sequence: 1,
      ...shown,
      time_factor: 1,
      width_factor: 1,
      arrived_at: at(late),
      hit,
      ...more,
    };
  };
  const cases = (lateness: (n: number) => number, count = 50) =>
    Array.from({ length: count }, (_, n) => one(n, lateness(n)));

  it('claims and teaches nothing from few cases, or from few arrivals', () => {
    expect(
      learn(
        cases(() => 90, 19),
        'all',
      ),
    ).toMatchObject({ cases: 19, hits: null, time_factor: 1, width_factor: 1 });
    const few = Array.from({ length: 50 }, (_, n) => one(n % 9, 90));
    expect(learn(few, 'all')).toMatchObject({ arrivals: 9, hits: null, time_factor: 1, width_factor: 1 });
  });

  it('counts hits, and leaves an interval that holds enough as it is', () => {
    expect(
      learn(
        cases((n) => (n < 41 ? 0 : 60)),
        'fleet',
      ),
    ).toMatchObject({ of: 'fleet', hits: 41, width_factor: 1 });
  });

  it('widens an interval that holds too few until it had held four of five', () => {
    const { hits, width_factor } = learn(
      cases((n) => (n % 2 ? 0 : 60)),
      'all',
    );
    expect(hits).toBe(25);
    expect(width_factor).toBe(2);
  });

  it('is as wide as before when the widened interval holds enough because of that', () => {
    const wide = Array.from({ length: 50 }, (_, n) => ({
      ...one(n, n % 2 ? 0 : 50),
      shown_from: at(-30),
      shown_to: at(60),
      width_factor: 2,
      hit: 1,
    }));
    expect(learn(wide, 'all')).toMatchObject({ hits: 50 });
    expect(learn(wide, 'all').width_factor).toBeGreaterThan(1.5);
  });

  const early = (n: number, late: number) => ({ ...one(n, late), shown_at: at(late - 20) });
  const long = (n: number, late: number) => ({ ...one(n, late), shown_at: at(late - 120) });

  it('narrows an interval that held nearly all, the less the fewer arrivals there were', () => {
    const held = (count: number) =>
      Array.from({ length: count }, (_, n) => (n % 2 ? early(n, 20) : long(n, 20)));
    const sure = learn(held(50), 'all');
    expect(sure.hits).toBe(50);
    expect(sure.width_factor).toBeLessThan(0.78);
    expect(sure.width_factor).toBeGreaterThan(20 / 30);
    expect(learn(held(22), 'all').width_factor).toBeGreaterThan(sure.width_factor);
  });

  it('does not narrow by arrivals a short way off what longer ways still need, or were not seen', () => {
    const far = (n: number) => long(n, n % 3 ? 0 : 29);
    const mixed = Array.from({ length: 50 }, (_, n) => (n % 4 ? early(n, 0) : far(n)));
    expect(learn(mixed, 'all').width_factor).toBeGreaterThan(0.9);
    const short = Array.from({ length: 50 }, (_, n) => early(n, 0));
    expect(learn(short, 'all').width_factor).toBe(1);
  });

  it('stays narrow while the narrowed interval holds four of five, and widens when it does not', () => {
    const narrowed = (late: (n: number) => number) =>
      Array.from({ length: 50 }, (_, n) => {
        const before = n % 2 ? early(n, late(n)) : long(n, late(n));
        return { ...before, shown_from: at(-9), shown_to: at(18), width_factor: 0.6 };
      });
    expect(
      learn(
        narrowed((n) => (n % 5 ? 10 : 20)),
        'all',
      ).width_factor,
    ).toBeLessThan(0.8);
    expect(
      learn(
        narrowed(() => 36),
        'all',
      ).width_factor,
    ).toBeGreaterThan(1.1);
  });

  it('learns the time_factor of a fleet, more surely from more cases, and counts what it had learned before', () => {
    const slow = learn(
      cases(() => 30),
      'fleet',
    ).time_factor;
    expect(slow).toBeGreaterThan(1.3);
    expect(slow).toBeLessThan(1.5);
    expect(
      learn(
        cases(() => 30, 20),
        'fleet',
      ).time_factor,
    ).toBeLessThan(slow);
    const known = cases(() => 0).map((known) => ({ ...known, time_factor: 1.5 }));
    expect(learn(known, 'fleet').time_factor).toBeGreaterThan(1.3);
  });
});

describeOnBothDatabases('a predicted arrival', (fresh) => {
  it('is counted once the monitor has seen the truck arrive, also after a restart, and once only', async () => {
    const { db } = await (await fresh()).open();
    let now = NOW - 120 * MINUTE;
    const records = new ArrivalRecords({ db, log: silentLog });
    const place = { latitude: 35.46, longitude: -97.6, place_by: 'site', radius_meters: 500 } as const;
    const arrivalsOf = createArrivals({ placeOf: () => place, recordOf: records.of, now: () => now });
    const open = () =>
      Board.open({ db, log: silentLog, placeOf: () => null, arrivalsOf, now: () => now, batchMs: 1 });
    const board = await open();
    await board.watch([id(1)], 'person', null);
    for (; now < NOW; now += 5 * MINUTE) {
      const longitude = -97.7 - ((NOW - now) / MINUTE) * 0.015;
      const truck = tracking({ latitude: 35.4, longitude, at: new Date(now).toISOString() });
      const answer = { ...truck, stops: [stop({ id: id(2), sequence: 1, name: 'Dock 4' })] };
      board.recordAnswer(id(1), answer, answer);
      await board.flush();
    }
    await board.close();
    const again = await open();
    again.recordMonitor(id(1), monitorOf(5));
    await again.flush();
    again.recordMonitor(id(1), { ...monitorOf(5), status: 'completed' });
    await again.close();
    const stored = await db.selectFrom('arrival_case').selectAll().orderBy('minutes_before').execute();
    expect(stored.map(({ minutes_before }) => minutes_before)).toEqual([15, 30, 60, 120]);
    for (const { shown_from, shown_to, arrived_at, hit } of stored) {
      expect(arrived_at).toBe(at(5));
      expect(hit).toBe(shown_from <= arrived_at && arrived_at <= shown_to ? 1 : 0);
    }
    await records.refresh();
    expect(records.of({ fleet: null })).toMatchObject({ of: 'all', arrivals: 1, cases: 4, hits: null });
  });
});
