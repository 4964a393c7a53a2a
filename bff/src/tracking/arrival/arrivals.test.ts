/** Arrivals from a load's item and its truck's duty state: which stops are predicted, from which places, and what is omitted. */
import type { BoardLoad, Motion } from '@waypost/contract/api/board';
import type { PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import { type LatLon, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { advanceDuty, startOfDuty, type TimedPosition } from '@waypost/triage/duty';
import { load } from '@waypost/triage/testing/loads';
import { describe, expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { Board } from '../board/board.ts';
import { cityIndex } from '../geocoding/city-index.ts';
import { createArrivals } from './arrivals.ts';
import { cityInName, createLeastDistance, createStopPlaces, createStopZones } from './stop-places.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const iso = (ms: number) => new Date(ms).toISOString();
const places = cityIndex();
const findCity = places.find.bind(places);
const SITES: Record<string, { latitude: number; longitude: number }> = {
  'Dock 4': { latitude: 35.46, longitude: -97.6 },
  'Where it is': { latitude: 35.2, longitude: -99.96 },
};
const arrivalsOf = createArrivals({
  placeOf: createStopPlaces({ findCity, siteNamed: (name) => SITES[name] ?? null }),
  now: () => NOW,
});

type Stop = BoardLoad['stops'][number];
type Assignment = NonNullable<BoardLoad['vehicle_assignment']>;
const stop = (sequence: number, name: string | null, more: Partial<Stop> = {}): Stop => ({
  id: id(500 + sequence),
  sequence,
  stop_type: null,
  name,
  estimated_arrival_at: null,
  estimated_departure_at: null,
  arrived_at: null,
  departed_at: null,
  ...more,
});
const LEFT = { estimated_departure_at: iso(NOW - 3 * 60 * MINUTE) };

describeOnBothDatabases('predicted arrivals of a load', (fresh) => {
  /** On I-40 east of Amarillo, an hour at 60 mph; returns the board's item. */
  async function driving(stops: readonly Stop[], to: { board?: Board; minutes?: number } = {}) {
    const { db } = await (await fresh()).open();
    const open = () =>
      Board.open({ db, log: silentLog, placeOf: () => null, arrivalsOf, now: () => NOW, batchMs: 1 });
    const board = to.board ?? (await open());
    await board.watch([id(1)], 'person', null);
    for (let minutes = 60; minutes >= (to.minutes ?? 0); minutes -= 5) {
      const longitude = -101 + ((60 - minutes) / 60) * 1.05;
      const at = iso(NOW - minutes * MINUTE);
      const answer = { ...tracking({ latitude: 35.2, longitude, at }), stops: [...stops] };
      board.recordAnswer(id(1), answer, answer);
    }
    await board.flush();
    return { board, open, arrivals: () => board.get(id(1))?.item.predicted_arrivals ?? [] };
  }

  it('are predicted for the next stop and the destination, each with the source of its place', async () => {
    const { arrivals } = await driving([
      stop(0, 'Amarillo, TX', LEFT),
      stop(1, 'Fuel stop Erick', { stop_type: 'fuel' }),
      stop(2, 'Elk City, OK'),
      stop(3, 'Dock 4'),
    ]);
    expect(arrivals().map(({ stop_sequence, place_by }) => [stop_sequence, place_by])).toEqual([
      [2, 'city'],
      [3, 'site'],
    ]);
    const [, dock] = arrivals();
    expect((dock?.meters_to_go ?? 0) / METERS_PER_MILE).toBeGreaterThan(120);
    expect((dock?.meters_to_go ?? 0) / METERS_PER_MILE).toBeLessThan(160);
    const hours = (at: string | undefined) => (Date.parse(at ?? '') - NOW) / (60 * MINUTE);
    expect(hours(dock?.from)).toBeGreaterThan(1.5);
    expect(hours(dock?.to)).toBeLessThan(6);
    expect(dock?.rest).toBe('none');
  });

  it("use a monitor's circle and times first, whatever the plan says, unless it is the center of a city", async () => {
    const { board, arrivals } = await driving([stop(0, 'Amarillo, TX'), stop(1, 'Dock 9')]);
    const watched = (sequence: number, arrived_at: string | null, city_center?: string) => ({
      sequence,
      name: null,
      latitude: sequence === 0 ? 35.19 : 35.5,
      longitude: sequence === 0 ? -101.83 : -97.7,
      load_stop_sequence: sequence,
      planned_arrival_at: null,
      arrived_at,
      departed_at: arrived_at,
      arrived_at_start: false,
      city_center,
    });
    const at = iso(NOW - 2 * 60 * MINUTE);
    board.recordMonitor(id(1), {
      monitor_id: id(9),
      status: 'active',
      stops: [watched(0, at), watched(1, null)],
    });
    await board.flush();
    expect(arrivals().map(({ stop_sequence, place_by }) => [stop_sequence, place_by])).toEqual([
      [1, 'monitor'],
    ]);
    board.recordMonitor(id(1), {
      monitor_id: id(9),
      status: 'active',
      stops: [watched(0, at), watched(1, null, 'Oklahoma City, OK')],
    });
    await board.flush();
    expect(arrivals().map(({ stop_sequence, place_by }) => [stop_sequence, place_by])).toEqual([[1, 'city']]);
    board.recordMonitor(id(1), {
      monitor_id: id(9),
      status: 'completed',
      stops: [watched(0, at), watched(1, at)],
    });
    await board.flush();
    expect(arrivals()).toEqual([]);
  });

  it('exclude the destination while the origin is ahead, because the loading time is unknown', async () => {
    const { arrivals } = await driving([stop(0, 'Oklahoma City, OK'), stop(1, 'Nashville, TN')]);
    expect(arrivals().map(({ stop_sequence }) => stop_sequence)).toEqual([0]);
  });

  it('are not predicted for an unknown place, an arrived truck, a better matching other truck, or without a truck', async () => {
    expect((await driving([stop(0, 'Amarillo, TX', LEFT), stop(1, 'Springfield')])).arrivals()).toEqual([]);
    expect((await driving([stop(0, 'x', LEFT), stop(1, null)])).arrivals()).toEqual([]);
    expect((await driving([stop(0, 'x', LEFT), stop(1, 'Where it is')])).arrivals()).toEqual([]);
    const { board, arrivals } = await driving([stop(0, 'Amarillo, TX', LEFT), stop(1, 'Dock 4')]);
    expect(arrivals()).toHaveLength(1);
    const other = { ...tracking({ latitude: 35.2, longitude: -99.9, at: iso(NOW), agreement: 'disagree' }) };
    const wrong = { ...other, stops: [stop(1, 'Dock 4')] };
    board.recordAnswer(id(1), wrong, wrong);
    await board.flush();
    expect(arrivals()).toEqual([]);
    const none = tracking({ vehicle: null, health: 'unassigned' });
    board.recordAnswer(id(1), none, none);
    await board.flush();
    expect(arrivals()).toEqual([]);
  });

  it('keep the duty state across a restart, and start over with another truck', async () => {
    const { board, open, arrivals } = await driving([stop(0, 'Amarillo, TX', LEFT), stop(1, 'Dock 4')], {
      minutes: 5,
    });
    const before = arrivals()[0]?.speed_mps ?? 0;
    expect(arrivals()[0]?.speed_by).toBe('truck');
    await board.close();
    const again = await open();
    const next = (vehicle: number) => {
      const truck = tracking({ vehicle, latitude: 35.2, longitude: -99.95, at: iso(NOW) });
      const answer = { ...truck, stops: [stop(1, 'Dock 4')] };
      again.recordAnswer(id(1), answer, answer);
      return again.get(id(1))?.item.predicted_arrivals[0];
    };
    expect(Math.abs((next(1)?.speed_mps ?? 0) - before)).toBeLessThan(1);
    expect(next(2)?.speed_by).toBe('usual');
    await again.close();
  });
});

describe("inferences from a truck's position and stays", () => {
  const DOCK = { latitude: 35.46, longitude: -97.6 };
  const ELSEWHERE = { latitude: 35.46, longitude: -97.4 };
  const FAR = { latitude: 35.2, longitude: -99.6 };
  const minutes = (n: number) => NOW + n * MINUTE;
  const duty = (parts: readonly (readonly [at: LatLon, from: number, until: number])[]) => {
    const positions = parts.flatMap(([at, from, until]) =>
      [from, (from + until) / 2, until].map((minute) => ({ ...at, at: minutes(minute) })),
    );
    const [first, ...rest] = positions as [TimedPosition, ...TimedPosition[]];
    return rest.reduce(advanceDuty, startOfDuty(first));
  };
  const dueAt = (planned: number, name: string, sequence = 1) =>
    stop(sequence, name, { estimated_arrival_at: iso(minutes(planned)) });
  const itemOf = (stops: readonly Stop[], more: Partial<BoardLoad> = {}) =>
    load({ stops: [stop(0, 'Amarillo, TX', LEFT), ...stops], ...more });
  const deliveryAt = (planned: number, name: string, ...parts: Parameters<typeof duty>[0]) =>
    arrivalsOf(itemOf([dueAt(planned, name)]), duty([[FAR, -900, -800], ...parts])).possible_delivery;

  it('a truck that stood at its destination around the planned time and has left may have delivered', () => {
    const left = [DOCK, -90, -40] as const;
    expect(deliveryAt(-80, 'Dock 4', left, [ELSEWHERE, -23, 0])).toEqual({
      from: iso(minutes(-90)),
      to: iso(minutes(-40)),
      place_by: 'site',
    });
    expect(deliveryAt(-80, 'Oklahoma City, OK', left, [ELSEWHERE, -23, 0])?.place_by).toBe('city');
    expect(deliveryAt(-80, 'Springfield', left, [ELSEWHERE, -23, 0])).toMatchObject({ place_by: null });
  });

  it.each<[string, number, string, ...Parameters<typeof duty>[0]]>([
    ['still stands there', -80, 'Dock 4', [FAR, -400, -300], [DOCK, -90, 0]],
    ['only drove past', -80, 'Dock 4', [DOCK, -60, -50], [ELSEWHERE, -35, -30]],
    ['stood elsewhere', -80, 'Dock 4', [ELSEWHERE, -90, -40], [FAR, -20, 0]],
    ['left hours before its appointment', 200, 'Dock 4', [DOCK, -90, -40], [ELSEWHERE, -23, 0]],
    ['spent the night in the city', -80, 'Oklahoma City, OK', [DOCK, -640, -40], [ELSEWHERE, -23, 0]],
    [
      'only had a break in the city of its stop',
      -80,
      'Oklahoma City, OK',
      [DOCK, -70, -30],
      [ELSEWHERE, -13, 0],
    ],
    ['only had a break, where nobody knows the stop', -80, 'Springfield', [DOCK, -90, -60], [FAR, -20, 0]],
  ])('a truck that %s has not', (_what, planned, name, ...parts) => {
    expect(deliveryAt(planned, name, ...parts)).toBeNull();
  });

  it('a truck that stood far from each city that its stop may be in has not delivered', () => {
    const known = createArrivals({
      placeOf: () => null,
      leastDistance: createLeastDistance(findCity),
      now: () => NOW,
    });
    const delivery = (name: string, at: LatLon) =>
      known(
        itemOf([dueAt(-80, name)]),
        duty([
          [FAR, -900, -800],
          [at, -90, -40],
          [ELSEWHERE, -23, 0],
        ]),
      ).possible_delivery;
    const missouri = { latitude: 37.25, longitude: -93.2 };
    expect(delivery('Springfield Paper Plant', DOCK)).toBeNull();
    expect(delivery('Springfield Paper Plant', missouri)).toMatchObject({ place_by: null });
    expect(delivery('Plant 7', DOCK)).toMatchObject({ place_by: null });
  });

  it.each([
    ['a known dock', 'Dock 4', arrivalsOf],
    [
      'each city that its name may mean',
      'Springfield Paper Plant',
      createArrivals({
        placeOf: () => null,
        leastDistance: createLeastDistance(findCity),
        now: () => NOW,
      }),
    ],
  ])('a truck too far from %s cannot have arrived, and it says before when', (_what, name, of) => {
    const far = { latitude: 45, longitude: -110 };
    const bound = (planned: number, at: LatLon, before: LatLon = far) =>
      of(
        itemOf([dueAt(planned, name)]),
        duty([
          [before, -900, -200],
          [at, -100, 0],
        ]),
      ).no_arrival_before;
    expect(Date.parse(bound(-80, far) ?? '')).toBeGreaterThan(NOW + 7 * 60 * MINUTE);
    // In time at 75 mph all the way.
    expect(bound(3_000, far)).toBeNull();
    const there = name === 'Dock 4' ? DOCK : { latitude: 37.25, longitude: -93.2 };
    expect(bound(-80, there)).toBeNull();
    // It was there before, and may have delivered early.
    expect(bound(-80, far, there)).toBeNull();
  });

  it('a truck already standing when our record begins may have delivered in the city center, and nearby if the stop is unknown', () => {
    const delivery = (name: string, at: LatLon, then: LatLon) =>
      arrivalsOf(
        itemOf([dueAt(-80, name)]),
        duty([
          [at, -90, -40],
          [then, -23, 0],
        ]),
      ).possible_delivery;
    const out_of_town = { ...DOCK, longitude: -97.9 };
    const nearby = { ...DOCK, longitude: -97.5 };
    expect(delivery('Oklahoma City, OK', DOCK, FAR)).toMatchObject({ from: null, place_by: 'city' });
    expect(delivery('Oklahoma City, OK', out_of_town, DOCK)).toBeNull();
    expect(delivery('Springfield', DOCK, nearby)).toMatchObject({ from: null, place_by: null });
    expect(delivery('Springfield', DOCK, FAR)).toBeNull();
  });

  it('a truck that was near before an hour without positions stood at its stop in the meantime', () => {
    const near = { ...DOCK, longitude: -97.62 };
    const silent = [
      [near, -150, -150],
      [DOCK, -80, -60],
      [ELSEWHERE, -43, 0],
    ] as const;
    expect(deliveryAt(-140, 'Oklahoma City, OK', ...silent)).toMatchObject({ to: iso(minutes(-60)) });
    const far = [[FAR, -210, -210], ...silent.slice(1)] as const;
    expect(deliveryAt(-140, 'Oklahoma City, OK', ...far)).toBeNull();
  });

  it('no arrival is predicted at a visited stop, even before its planned time', () => {
    const item = itemOf([dueAt(-30, 'Dock 4'), dueAt(500, 'Nashville, TN', 2)]);
    const predicted = (...parts: Parameters<typeof duty>[0]) =>
      arrivalsOf(item, duty(parts)).predicted_arrivals.map(({ stop_sequence }) => stop_sequence);
    item.stops[1] = { ...dueAt(-30, 'Dock 4'), estimated_departure_at: iso(minutes(60)) };
    expect(predicted([FAR, -5, 0])).toEqual([1, 2]);
    expect(predicted([DOCK, -60, -30], [{ ...DOCK, longitude: -96 }, -5, 0])).toEqual([2]);
  });

  describe('running late', () => {
    /** After an overnight rest, on the road at 60 mph. */
    const rested = (at: LatLon) =>
      duty([
        [{ ...at, longitude: at.longitude - 3 }, -900, -200],
        [{ ...at, longitude: at.longitude - 0.177 }, -10, -10],
        [at, 0, 0],
      ]);
    const late = (
      planned: number,
      before?: PredictedArrival,
      more: Partial<BoardLoad> = {},
      at = FAR,
      name = 'Dock 4',
    ) => {
      const item = itemOf([dueAt(planned, name)], {
        predicted_arrivals: before ? [before] : [],
        ...more,
      });
      return arrivalsOf(item, rested(at)).predicted_arrivals[0];
    };
    const predicted = late(10_000) as PredictedArrival;
    const [earliest, middle] = [predicted.from, predicted.likely].map(
      (at) => (Date.parse(at) - NOW) / MINUTE - 15,
    ) as [number, number];
    const running = { ...predicted, running_late: true };

    it('is set once even the earliest arrival is late', () => {
      expect(late(earliest + 1)?.running_late).toBeUndefined();
      expect(late(earliest - 1)?.running_late).toBe(true);
    });

    it('is set later where only the city is known, because the dock may be anywhere in it', () => {
      const inCity = (planned: number) => late(planned, undefined, {}, FAR, 'Oklahoma City, OK');
      const { from, likely } = inCity(10_000) as PredictedArrival;
      const [soonest, usual] = [from, likely].map((at) => (Date.parse(at) - NOW) / MINUTE - 15) as [
        number,
        number,
      ];
      expect(inCity(soonest - 1)?.running_late).toBeUndefined();
      expect(inCity(2 * soonest - usual - 2)?.running_late).toBe(true);
    });

    it('is not set for a truck that the service has not matched to the route', () => {
      const { vehicle_assignment } = load();
      const declared = { ...(vehicle_assignment as Assignment), source: 'declared', agreement: null };
      expect(late(earliest - 60)?.running_late).toBe(true);
      expect(late(earliest - 60, undefined, { vehicle_assignment: declared })?.running_late).toBeUndefined();
    });

    it('is kept until the median is in time, so that a fluctuating estimate does not toggle it', () => {
      expect(middle).toBeGreaterThan(earliest + 4);
      expect(late(middle - 1, running)?.running_late).toBe(true);
      expect(late(middle + 1, running)?.running_late).toBeUndefined();
    });

    it('is not set for a truck that may drive off at any moment, nor if the record begins after the appointment', () => {
      const flag = (planned: number, ...parts: Parameters<typeof duty>[0]) =>
        arrivalsOf(itemOf([dueAt(planned, 'Dock 4')]), duty(parts)).predicted_arrivals[0]?.running_late;
      expect(flag(300, [FAR, -200, 0])).toBeUndefined();
      expect(flag(-300, [FAR, -200, -100], [{ ...FAR, longitude: -99.4 }, 0, 0])).toBeUndefined();
      expect(flag(-100, [FAR, -200, -100], [{ ...FAR, longitude: -99.4 }, 0, 0])).toBe(true);
    });

    it('has no estimate for a standing truck that may have been there before the record begins', () => {
      const estimates = (moving: boolean, planned: number) =>
        arrivalsOf(
          itemOf([dueAt(planned, 'Dock 4')], { motion: { ...(load().motion as Motion), moving } }),
          duty([[FAR, -200, 0]]),
        ).predicted_arrivals.length;
      expect(estimates(false, -300)).toBe(0);
      expect(estimates(true, -300)).toBe(1);
      expect(estimates(false, -100)).toBe(1);
    });

    it('is kept on the last miles, where nothing new can be predicted, until the truck stops', () => {
      const motion = (moving: boolean) => ({ motion: { ...(load().motion as Motion), moving } });
      expect(late(-20, running, motion(true), DOCK)).toEqual(running);
      expect(late(-20, running, motion(false), DOCK)).toBeUndefined();
      expect(late(-20, predicted, motion(true), DOCK)).toBeUndefined();
      expect(late(10, running, motion(true), DOCK)).toBeUndefined();
    });

    it('leaves what was said standing near the stop, without being late there, until the truck is at the stop', () => {
      const near = { ...DOCK, longitude: DOCK.longitude - 0.025 };
      const { running_late: _, ...said } = running;
      expect(late(10, running, {}, near)).toEqual(said);
      expect(late(10, said, {}, DOCK)).toBeUndefined();
      expect(late(10, undefined, {}, near)).toMatchObject({ stop_sequence: 1 });
    });

    it('is not set because of missing positions since the truck could have been in time', () => {
      const near = { ...DOCK, longitude: -98.2 };
      const flag = (quiet: number) =>
        arrivalsOf(
          itemOf([dueAt(-16, 'Dock 4')]),
          duty([
            [{ ...near, longitude: -101.2 }, -900, -200 - quiet],
            [{ ...near, longitude: -98.377 }, -10 - quiet, -10 - quiet],
            [near, -quiet, -quiet],
          ]),
        ).predicted_arrivals[0]?.running_late;
      expect(flag(0)).toBe(true);
      expect(flag(85)).toBeUndefined();
    });

    it('needs an appointment', () => {
      const item = itemOf([stop(1, 'Dock 4')]);
      const [only] = arrivalsOf(item, rested(FAR)).predicted_arrivals;
      expect(only).toBeDefined();
      expect(only?.running_late).toBeUndefined();
    });
  });
});

it.each([
  ['Evansville, IN', 'Evansville, IN'],
  ['Walmart DC Evansville, IN 47725', 'Evansville, IN'],
  ['Amarillo DC 4', 'Amarillo, TX'],
  ['Oklahoma City Cross-dock 2', 'Oklahoma City, OK'],
  ['QUÉBEC, QC', 'Québec, QC'],
  ['Springfield', null],
  ['Springfield, IL', 'Springfield, IL'],
  ['Evansville, TX', null],
  ['Dock 4', null],
  ['', null],
])('the city in the stop name "%s" is %s', (name, city) => {
  const found = cityInName(name, findCity);
  const [wanted] = city === null ? [] : findCity(city);
  expect(found).toEqual(wanted ? { latitude: wanted.latitude, longitude: wanted.longitude } : null);
});

it.each([
  ['Kansas City Cross-dock', { 0: 'America/Chicago' }],
  ['Springfield', undefined],
  ['Dock 4', undefined],
])('the stop "%s" has the zone of all places that its name may mean', (name, zones) => {
  const placeOf = createStopPlaces({ findCity, siteNamed: () => null });
  const item = { monitor: null, stops: [stop(0, name)] };
  expect(placeOf(item, stop(0, name))).toBeNull();
  expect(createStopZones(placeOf, findCity)(item)).toEqual(zones);
});
