import type { BoardMonitorStop } from '@waypost/contract/api/monitors';
import { describe, expect, it } from 'vitest';
import { latenessAt } from './lateness.ts';
import { nextStop, nextStopTimes, overdueBy, plannedStart, stopTiming } from './plan.ts';
import { ago, assignment, HOUR, id, load, MINUTE, NOW, stop } from './testing/loads.ts';
import { journeyStops, loadMonitor, monitor } from './testing/monitors.ts';

const parked = { moving: false, bearing_degrees: null, speed_mps: 0, last_moved_at: ago(2 * HOUR) };
const origin = stop({ id: id(1), sequence: 0, estimated_departure_at: ago(5 * HOUR) });
const middle = stop({ id: id(2), sequence: 1, stop_type: 'fuel', estimated_arrival_at: ago(2 * HOUR) });
const last = (at: string | null) =>
  stop({ id: id(3), sequence: 2, stop_type: 'destination', estimated_arrival_at: at });

describe('plan of a load', () => {
  it('takes the next stop in travel order, regardless of the order received', () => {
    const stops = [last(ago(-HOUR)), middle, origin];
    expect(nextStop({ stops }, NOW)?.id).toBe(id(3));
    expect(plannedStart({ stops })).toBe(Date.parse(ago(5 * HOUR)));
  });
  it('keeps the last stop when the whole plan has passed, and has none without estimates', () => {
    expect(nextStop({ stops: [origin, middle, last(ago(HOUR))] }, NOW)?.id).toBe(id(3));
    expect(nextStop({ stops: [stop()] }, NOW)).toBeNull();
  });

  it('counts no stop for fuel or rest as an appointment', () => {
    const fuel = { ...middle, estimated_arrival_at: ago(-HOUR) };
    expect(nextStop({ stops: [origin, fuel, last(ago(-2 * HOUR))] }, NOW)?.id).toBe(id(3));
  });
  it.each([
    ['Rest stop Henderson', false],
    ['Fuel stop Chester', false],
    ['Rest Haven Foods', true],
    [null, true],
  ])('knows an appointment among stops without a type by its name: %s', (name, is_appointment) => {
    const unclassified = { ...middle, stop_type: null, name, estimated_arrival_at: ago(-HOUR) };
    const next = nextStop({ stops: [origin, unclassified, last(ago(-2 * HOUR))] }, NOW);
    expect(next?.id).toBe(is_appointment ? id(2) : id(3));
  });
  it('counts a pickup from its appointment, not from its planned departure', () => {
    const stops = [{ ...origin, estimated_arrival_at: ago(6 * HOUR) }];
    expect(plannedStart({ stops })).toBe(Date.parse(ago(6 * HOUR)));
  });

  const drop = { ...middle, stop_type: 'intermediate' } as const;
  const passed = { ...load({ tracking_health: 'stale' }), stops: [origin, drop, last(ago(-3 * HOUR))] };
  const seen = (ms: number) => ({ last_position: { latitude: 35, longitude: -100, occurred_at: ago(ms) } });
  it('keeps a passed appointment until the truck was seen after it', () => {
    expect(nextStop({ ...passed, ...seen(3 * HOUR) }, NOW)?.id).toBe(id(2));
    expect(nextStop({ ...passed, ...seen(HOUR) }, NOW)?.id).toBe(id(3));
    expect(nextStop({ ...passed, tracking_health: 'no_signal', last_position: null }, NOW)?.id).toBe(id(2));
  });
  it('keeps it for a truck in doubt, whose positions may be of another truck', () => {
    const wrong = { vehicle_assignment: assignment({ agreement: 'disagree' }) };
    expect(nextStop({ ...passed, ...seen(HOUR), ...wrong }, NOW)?.id).toBe(id(2));
    expect(nextStop({ ...passed, ...seen(HOUR), clock_ahead_seconds: 900 }, NOW)?.id).toBe(id(2));
  });
  it('lets it go when the next appointment is nearer, at a time that is known in advance', () => {
    const silent = { ...passed, ...seen(3 * HOUR) };
    expect(nextStopTimes(silent)).toContain(NOW + 0.5 * HOUR);
    expect(nextStop(silent, NOW + 0.5 * HOUR - 1)?.id).toBe(id(2));
    expect(nextStop(silent, NOW + 0.5 * HOUR)?.id).toBe(id(3));
  });
  it('keeps it for a truck that was never seen, however near the next appointment is', () => {
    const unseen = { ...passed, tracking_health: 'no_signal', last_position: null } as const;
    expect(nextStop(unseen, NOW + 2.9 * HOUR)?.id).toBe(id(2));
  });
  it.each([
    ['may be the wrong one', { agreement: 'disagree' }, 1],
    ['was never matched to the route', { agreement: null, source: 'declared' }, 1],
    ['was matched', { agreement: 'agree' }, 3],
  ] as const)('keeps the pickup of a truck that %s, whatever the time', (_what, fields, expected) => {
    const pickup = { ...origin, estimated_arrival_at: ago(9 * HOUR) };
    const silent = { ...passed, stops: [pickup, last(ago(-HOUR))], ...seen(10 * HOUR) };
    const it = { ...silent, vehicle_assignment: assignment(fields) };
    expect(nextStop(it, NOW)?.id).toBe(id(expected));
  });

  it('lets the pickup go once a truck that was never matched to the route was seen after it', () => {
    const it = {
      ...passed,
      stops: [{ ...origin, estimated_arrival_at: ago(9 * HOUR) }, last(ago(-10 * HOUR))],
    };
    const declared = { vehicle_assignment: assignment({ agreement: null, source: 'declared' }) };
    expect(nextStop({ ...it, ...declared, ...seen(MINUTE) }, NOW)?.id).toBe(id(3));
  });

  it('never calls a passed estimate late while later stops follow', () => {
    const it = load({ stops: [origin, middle, last(ago(-HOUR))] });
    expect(stopTiming(middle, it, NOW)).toEqual({ kind: 'past_plan', by_ms: 2 * HOUR });
  });
  it('is neither early nor late where the truck was when tracking started', () => {
    const [first, ...rest] = journeyStops();
    const seen = { ...first, arrived_at_start: true } as BoardMonitorStop;
    const it = load({ stops: [origin], monitor: loadMonitor(monitor({ stops: [seen, ...rest] })) });
    const planned = { ...origin, estimated_arrival_at: ago(9 * HOUR) };
    expect(stopTiming(planned, it, NOW)).toEqual({ kind: 'at_start' });
  });
  it('goes by the plan alone when the monitor waits at an origin that the truck has left', () => {
    const [first, ...rest] = journeyStops();
    const unseen = { ...first, arrived_at: null, departed_at: null, planned_departure_at: ago(5 * HOUR) };
    const waiting = monitor({ current_stop_sequence: 0, stops: [unseen, ...rest] as BoardMonitorStop[] });
    const stops = [{ ...origin, estimated_arrival_at: ago(6 * HOUR) }, last(ago(-HOUR))];
    const it = load({ stops, monitor: loadMonitor(waiting) });
    expect(nextStop(it, NOW)?.id).toBe(id(3));
    // With the truck still at the origin, the monitor waits for good reason.
    const there = { latitude: 35.2, longitude: -101.83, occurred_at: ago(0) };
    expect(nextStop({ ...it, last_position: there }, NOW)?.id).toBe(id(1));
  });
  it('takes no actual time from the center of a city', () => {
    const [first, ...rest] = journeyStops();
    const seen = { ...first, city_center: 'Amarillo, TX' } as BoardMonitorStop;
    const planned = { ...origin, estimated_arrival_at: ago(9 * HOUR) };
    const stops = [planned, middle, last(ago(-HOUR))];
    const timing = (first: BoardMonitorStop | undefined) => {
      const monitored = monitor({ stops: [first, ...rest] as BoardMonitorStop[] });
      return stopTiming(planned, load({ stops, monitor: loadMonitor(monitored) }), NOW);
    };
    expect(timing(first)).toEqual({ kind: 'late', by_ms: 4 * HOUR });
    expect(timing(seen)).toEqual({ kind: 'past_plan', by_ms: 9 * HOUR });
  });
  it('is overdue when the truck has driven after the last estimate, but not late: it may have been there', () => {
    const end = last(ago(HOUR));
    const it = load({ stops: [origin, end] });
    expect(stopTiming(end, it, NOW)).toEqual({ kind: 'past_plan', by_ms: HOUR });
    expect(overdueBy(it, NOW)).toBe(HOUR);
  });
  it('is late when the truck is too far away to have arrived, even while it is parked', () => {
    const end = last(ago(HOUR));
    const far = load({ stops: [end], motion: parked, no_arrival_before: ago(-2 * HOUR) });
    expect(overdueBy(far, NOW)).toBe(3 * HOUR);
    expect(stopTiming(end, far, NOW)).toEqual({ kind: 'late', by_ms: 3 * HOUR });
    expect(latenessAt(far, NOW)).toMatchObject({ from_ms: 3 * HOUR, to_ms: 3 * HOUR, by: 'distance' });
    expect(overdueBy({ ...far, no_arrival_before: ago(MINUTE) }, NOW)).toBeNull();
    const ahead = { ...far, stops: [last(ago(-HOUR))] };
    expect(overdueBy(ahead, NOW)).toBeNull();
  });
  it('is undecided while the truck is parked: it may have arrived', () => {
    const end = last(ago(HOUR));
    expect(stopTiming(end, load({ stops: [end], motion: parked }), NOW).kind).toBe('past_plan');
  });
  it('is undecided when the last position is older than the estimate', () => {
    const end = last(ago(HOUR));
    const it = load({
      stops: [end],
      last_position: { latitude: 0, longitude: 0, occurred_at: ago(3 * HOUR) },
    });
    expect(overdueBy(it, NOW)).toBeNull();
  });
  it('allows 15 minutes of grace and ten minutes to find the dock', () => {
    const it = load({
      stops: [last(ago(24 * MINUTE))],
      last_position: { latitude: 0, longitude: 0, occurred_at: ago(0) },
    });
    expect(overdueBy(it, NOW)).toBeNull();
  });
  it('uses an actual time once the service records one', () => {
    const late = stop({ estimated_arrival_at: ago(3 * HOUR), arrived_at: ago(HOUR) });
    expect(stopTiming(late, load(), NOW)).toEqual({ kind: 'late', by_ms: 2 * HOUR });
    const early = stop({ estimated_arrival_at: ago(HOUR), arrived_at: ago(2 * HOUR) });
    expect(stopTiming(early, load(), NOW)).toEqual({ kind: 'arrived', by_ms: -HOUR });
  });
});
