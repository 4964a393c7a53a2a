// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import type { SharedLoad } from '@waypost/contract/api/share-links';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Http } from '../api/http.ts';
import { fakeMap } from '../map/testing/engine.fake.ts';
import { MapEngineContext } from '../map/use-engine.ts';
import { SharePage } from './SharePage.tsx';

const NOW = Date.parse('2026-11-20T20:30:00Z');
const MINUTE = 60_000;
const iso = (ms: number) => new Date(NOW + ms).toISOString();
const UNKNOWN = { time_zone: null, place: null, passed: null };
const SHARED: SharedLoad = {
  company: { name: 'Northbound Freight', logo_url: null },
  writing: { length_unit: 'mi', clock: '24' },
  server_time: iso(0),
  expires_at: iso(26 * 60 * MINUTE),
  load_ref: 'LD-48213',
  delivered: null,
  tracking: {
    tracking_health: 'live',
    truck_in_doubt: false,
    last_position: { latitude: 35.19, longitude: -102.08, occurred_at: iso(-2 * MINUTE) },
    place: {
      name: 'Amarillo',
      region: 'TX',
      country: 'US',
      distance_meters: 19_312,
      direction: 'W',
    },
    time_zone: null,
    motion: { moving: true, bearing_degrees: 90, speed_mps: 25, last_moved_at: null },
    read_at: iso(0),
    at_stop: null,
    stops: [
      { ...UNKNOWN, sequence: 1, name: 'Pueblo yard', estimated_arrival_at: iso(120 * MINUTE) },
      { ...UNKNOWN, sequence: 2, name: 'Denver DC', estimated_arrival_at: null },
    ],
    predicted_arrivals: [
      {
        stop_sequence: 1,
        from: iso(100 * MINUTE),
        likely: iso(130 * MINUTE),
        to: iso(160 * MINUTE),
        place_by: 'city',
        way_by: 'corridors',
        meters_to_go: 200_000,
        speed_mps: 25,
        rest: 'none',
      },
    ],
    confirmed_eta: null,
    vehicle: null,
  },
};
const EXPIRED = {
  code: 404,
  message: 'This link does not work',
  detail: 'Ask Northbound Freight for a new one.',
  reason: 'not_found',
};
const DOWN = { code: 503, message: 'The database is not responding', detail: null, reason: 'internal' };

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
});

async function open(first: SharedLoad | typeof EXPIRED = SHARED) {
  const server = { answer: first as object };
  const request = vi.fn(async (_path: string, _init: RequestInit) => {
    const { code = 200 } = server.answer as { code?: number };
    return new Response(JSON.stringify(server.answer), { status: code });
  });
  const http = new Http({ fetch: request as unknown as typeof fetch, online: () => true });
  const { factory, engine } = fakeMap();
  render(
    <MapEngineContext value={factory}>
      <SharePage http={http} token="the-token" />
    </MapEngineContext>,
  );
  const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await advance(10);
  return { request, server, advance, engine };
}
const text = () => document.body.textContent ?? '';

it('shows whose load it is, where it is, how old that is, and our estimated arrival', async () => {
  await open();
  expect(screen.getByRole('heading', { name: 'Load LD-48213' })).toBeTruthy();
  expect(text()).toContain('Northbound Freight');
  expect(text()).toContain('12 mi W of Amarillo, TX');
  expect(text()).toMatch(/Reported 2 min ago, \d\d:28 \w+\. It was moving\./);
  expect(text()).toMatch(
    /Next stopPueblo yardAppointment.*Our estimateETA \d\d:10 to \d\d:10 \w+, up to 40 min late/,
  );
  expect(text()).toContain('124 mi to go to the city, not the dock, at about 56 mph.');
  expect(text()).not.toMatch(/observed|no long rest|counted|from door to door/);
  expect(text()).toMatch(/DestinationDenver DCOur estimateNot enough data/);
  expect(document.title).toBe('Load LD-48213');
});

it('says how often such estimates were right only if that was counted, and when the truck should have arrived', async () => {
  const record = { of: 'all', arrivals: 20, cases: 50, hits: 41, time_factor: 1, width_factor: 1 } as const;
  const { tracking } = SHARED;
  const shared = (minutes: number): SharedLoad => ({
    ...SHARED,
    tracking: tracking && {
      ...tracking,
      predicted_arrivals: tracking.predicted_arrivals.map((one) => ({
        ...one,
        to: iso(minutes * MINUTE),
        record,
      })),
    },
  });
  const { server, advance } = await open(shared(160));
  expect(text()).toContain('Of our last 50 estimates, 41 were right.');
  server.answer = shared(-1);
  await advance(MINUTE);
  expect(text()).toMatch(/Our estimateShould have arrived by \d\d:\d\d, not seen at the stop/);
});

it('polls every minute as background requests, with the token in a header and never in the address', async () => {
  const { request, advance } = await open();
  await advance(2 * MINUTE);
  const calls = request.mock.calls.map(
    ([path, init]) => [path, init.headers as Record<string, string>] as const,
  );
  expect(calls.map(([path]) => path)).toEqual(Array(3).fill('/bff/shared-load'));
  expect(calls.map(([, headers]) => headers['X-Share-Token'])).toEqual(Array(3).fill('the-token'));
  expect(calls.map(([, headers]) => headers['X-Background'])).toEqual([undefined, '1', '1']);
  expect(localStorage.length).toBe(0);
});

it('clears the page when the link expires while open, and stops polling', async () => {
  const { request, server, advance } = await open();
  server.answer = EXPIRED;
  await advance(MINUTE);
  expect(screen.getByRole('heading', { name: 'This link does not work' })).toBeTruthy();
  expect(text()).toContain('Ask Northbound Freight for a new one.');
  expect(text()).not.toContain('Amarillo');
  const calls = request.mock.calls.length;
  await advance(5 * MINUTE);
  expect(request).toHaveBeenCalledTimes(calls);
});

it('keeps the last known data during an outage, says how old it is, and recovers automatically', async () => {
  const { server, advance } = await open();
  server.answer = DOWN;
  await advance(3 * MINUTE);
  expect(text()).toContain('12 mi W of Amarillo, TX');
  expect(text()).toMatch(/Not updated: .*Showing last known data from 3 min ago/);
  server.answer = SHARED;
  await advance(MINUTE);
  expect(text()).not.toContain('Not updated');
});

it('says of a delivered load where it was delivered, with the arrival beside the appointment', async () => {
  const stop = {
    sequence: 1,
    name: 'Denver DC 5',
    estimated_arrival_at: iso(-MINUTE * 40),
    arrived_at: iso(-MINUTE * 66),
  };
  const delivered = { at: iso(-MINUTE), time_zone: 'America/Denver', presumed: false, stop };
  await open({ ...SHARED, tracking: null, delivered });
  expect(text()).toContain('Delivered, 13:29 MST');
  expect(text()).toContain('DestinationDenver DC 5Appointment12:50 MSTArrived12:24 MST');
});

it.each([
  ['if it is still on its way', { tracking_health: 'stale' }],
  ['if it is the right truck', { truck_in_doubt: true }],
])('says of an estimate in place of its lateness: %s', async (words, doubt) => {
  await open({ ...SHARED, tracking: SHARED.tracking && { ...SHARED.tracking, ...doubt } });
  expect(text()).toMatch(new RegExp(`Our estimateETA \\S+ to \\S+ \\w+, ${words}124 mi`));
});

it('says when the truck is not confirmed, and when a delivery is only presumed', async () => {
  const tracking = SHARED.tracking && { ...SHARED.tracking, truck_in_doubt: true };
  const { server, advance } = await open({ ...SHARED, tracking });
  expect(text()).toContain('Truck not confirmed. Another truck may carry this load');
  server.answer = {
    ...SHARED,
    tracking: null,
    delivered: { at: iso(-MINUTE), time_zone: 'America/Denver', presumed: true },
  };
  await advance(MINUTE);
  expect(text()).toContain('Presumed delivered, 13:29 MST');
  expect(text()).toContain('No one recorded the delivery');
  expect(text()).not.toContain('Amarillo');
});

it('shows the times of a stop in its own zone, and all others in that of the next stop', async () => {
  const zones = ['America/Denver', 'America/New_York'];
  const tracking = SHARED.tracking && {
    ...SHARED.tracking,
    stops: SHARED.tracking.stops.map((stop, at) => ({
      ...stop,
      estimated_arrival_at: iso(120 * MINUTE),
      time_zone: zones[at] ?? null,
    })),
  };
  await open({ ...SHARED, tracking });
  expect(text()).toMatch(/Appointment15:30 MSTOur estimateETA 15:10 to 16:10 MST/);
  expect(text()).toMatch(/DestinationDenver DCAppointment17:30 EST/);
  expect(text()).toMatch(/Reported 2 min ago, 13:28 MST/);
  expect(text()).toMatch(/This link expires Nov 21, 15:30 MST/);
});

it('shows the times in the zone of the truck when those of its stops are unknown', async () => {
  const tracking = SHARED.tracking && { ...SHARED.tracking, time_zone: 'America/Chicago' };
  await open({ ...SHARED, tracking });
  expect(text()).toMatch(/Appointment16:30 CST/);
});

it('says when the truck arrived in place of an estimate, and how late that was', async () => {
  type Stop = NonNullable<SharedLoad['tracking']>['stops'][number];
  const arrived = (arrived: Stop['arrived']): SharedLoad => ({
    ...SHARED,
    tracking: SHARED.tracking && {
      ...SHARED.tracking,
      stops: [
        {
          ...UNKNOWN,
          sequence: 3,
          name: 'Denver DC',
          estimated_arrival_at: iso(-120 * MINUTE),
          passed: null,
          arrived,
        },
      ],
    },
  });
  const { server, advance } = await open(arrived({ at: iso(-27 * MINUTE), is_late: true }));
  expect(text()).toMatch(/Arrived\d\d:03 \S+, 1 h 33 min late/);
  expect(text()).not.toMatch(/estimate/i);
  server.answer = arrived({ at: iso(-127 * MINUTE), is_late: false });
  await advance(MINUTE);
  expect(text()).toMatch(/Arrived\d\d:23 [A-Z]+(?!,)/);
  server.answer = arrived({ at: null, is_late: false });
  await advance(MINUTE);
  expect(text()).toContain('ArrivedBefore tracking started');
});

it('says how old a position of another day is, and its time once', async () => {
  const last_position = { latitude: 35.2, longitude: -102, occurred_at: iso(-39 * 60 * MINUTE) };
  await open({ ...SHARED, tracking: SHARED.tracking && { ...SHARED.tracking, last_position } });
  expect(text()).toMatch(/Reported 1 d 15 h ago, Nov \d+, \d\d:\d\d [A-Z]+\. It was/);
});

it('says plainly that an appointment has passed without an arrival, and late when that is known', async () => {
  const passed = (passed: 'unseen' | 'late', truck_in_doubt = false, sequence = 3): SharedLoad => ({
    ...SHARED,
    tracking: SHARED.tracking && {
      ...SHARED.tracking,
      truck_in_doubt,
      stops: [{ ...UNKNOWN, sequence, name: 'Denver DC', estimated_arrival_at: iso(-40 * MINUTE), passed }],
    },
  });
  const { server, advance } = await open(passed('unseen'));
  expect(text()).toMatch(/Appointment\d\d:50 \S+ passed; arrival unknownOur estimate/);
  server.answer = passed('late');
  await advance(MINUTE);
  expect(text()).toMatch(/passed; not yet seen at the stop, 40 min late/);
  // With an estimate of its arrival, only that says how late.
  server.answer = passed('late', false, 1);
  await advance(MINUTE);
  expect(text()).toMatch(/not yet seen at the stopOur estimateETA [^,]+\w, 2 h 20 to 3 h 20 min late/);
  server.answer = passed('unseen', true);
  await advance(MINUTE);
  expect(text()).toMatch(/passed; arrival unknown/);
});

it('draws the stops ahead on the map, and fits them with the truck once', async () => {
  const place = { latitude: 39.76, longitude: -105, is_city: true };
  const tracking = SHARED.tracking && {
    ...SHARED.tracking,
    stops: SHARED.tracking.stops.map((stop) => (stop.sequence === 2 ? { ...stop, place } : stop)),
  };
  const { engine, advance } = await open({ ...SHARED, tracking });
  expect(engine().ahead).toMatchObject([{ latitude: 39.76, longitude: -105, label: 'Denver DC (city)' }]);
  await advance(MINUTE);
  expect(engine().calls.filter((call) => call === 'fitSelection')).toHaveLength(1);
});

it('shows an arrival confirmed by phone instead of our estimate, until it has passed', async () => {
  const tracking = SHARED.tracking && {
    ...SHARED.tracking,
    confirmed_eta: { stop_sequence: 1, at: iso(2 * MINUTE) },
    stops: SHARED.tracking.stops.map((stop) => ({ ...stop, time_zone: 'America/Denver' })),
  };
  const { server, advance } = await open({ ...SHARED, tracking });
  expect(text()).toMatch(/ArrivalETA 13:32 MST, confirmed by phone/);
  server.answer = { ...SHARED, tracking, server_time: iso(3 * MINUTE) };
  await advance(MINUTE);
  expect(text()).not.toContain('confirmed by phone');
  expect(text()).toMatch(/Our estimateETA 15:10 to 16:10 MST/);
});

it('says that a load that left the board without a known delivery is no longer tracked', async () => {
  await open({ ...SHARED, tracking: null });
  expect(text()).toContain('No longer tracked');
  expect(text()).toContain('No delivery was recorded');
  expect(text()).not.toContain('elivered');
});
