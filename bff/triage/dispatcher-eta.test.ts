import { describe, expect, it } from 'vitest';
import { causeOf } from './cause.ts';
import { isEtaOver } from './dispatcher-eta.ts';
import { factsOf } from './facts.ts';
import { latenessAt } from './lateness.ts';
import { latenessOf } from './plan.ts';
import { ago, assignment, HOUR, id, load, MINUTE, NOW, stop } from './testing/loads.ts';
import { journeyStops, loadMonitor, monitor } from './testing/monitors.ts';
import { LATE_ARRIVAL } from './testing/states.ts';

const CONTEXT = { now: NOW, outage: false };
const eta = (minutes: number, stop_sequence = LATE_ARRIVAL.stop_sequence) => ({
  stop_sequence,
  at: ago(-minutes * MINUTE),
  by: { sub: 'maria', name: 'Maria' },
  set_at: ago(MINUTE),
});
/** Due in half an hour, and late by our estimate. */
const late = load({
  stops: [stop({ sequence: LATE_ARRIVAL.stop_sequence, estimated_arrival_at: ago(-30 * MINUTE) })],
  predicted_arrivals: [LATE_ARRIVAL],
});
const withEta = (minutes: number) => ({ ...late, dispatcher_eta: eta(minutes) });

describe("a dispatcher's ETA ahead", () => {
  it('silences Running late for its stop, and only for that one', () => {
    expect(causeOf(late, CONTEXT)).toBe('running_late');
    expect(causeOf(withEta(20), CONTEXT)).toBe('fine');
    expect(causeOf({ ...late, dispatcher_eta: eta(20, 7) }, CONTEXT)).toBe('running_late');
  });

  it('makes a later arrival known: an exception that keeps its owner and needs no attention', () => {
    const known = withEta(130);
    expect(factsOf(known, CONTEXT)).toMatchObject({
      cause: 'late_known',
      attention: false,
      triage: 'snoozed',
      lateness: 100 * MINUTE,
    });
    expect(latenessAt(known, NOW)).toMatchObject({
      by: 'dispatcher',
      appointment_at: NOW + 30 * MINUTE,
      from_ms: 100 * MINUTE,
      to_ms: 100 * MINUTE,
    });
    expect(latenessAt(withEta(20), NOW)).toBeNull();
    // After the appointment too, although the truck is still driving.
    const later = NOW + 60 * MINUTE;
    const driving = { latitude: 35, longitude: -102, occurred_at: new Date(later).toISOString() };
    expect(causeOf({ ...known, last_position: driving }, { ...CONTEXT, now: later })).toBe('late_known');
  });

  it('says how late a truck in doubt will be, because the carrier said so', () => {
    const doubted = { ...withEta(130), vehicle_assignment: assignment({ agreement: 'disagree' }) };
    expect(latenessAt(doubted, NOW)).toMatchObject({ by: 'dispatcher' });
  });

  it('silences Late for the arrival that its monitor expects', () => {
    const stops = journeyStops().map((item) =>
      item.sequence === 1 ? { ...item, planned_arrival_at: ago(HOUR) } : item,
    );
    const overdue = load({
      stops: [stop({ sequence: 1, estimated_arrival_at: ago(HOUR) })],
      monitor: loadMonitor(monitor({ stops })),
    });
    expect(causeOf(overdue, CONTEXT)).toBe('late');
    const known = { ...overdue, dispatcher_eta: eta(30, 1) };
    expect(causeOf(known, CONTEXT)).toBe('late_known');
    expect(latenessOf(known, NOW)).toBe(90 * MINUTE);
  });

  it('lets our estimate rule again once it has passed, at that moment', () => {
    const load_with_eta = withEta(20);
    const { valid_until } = factsOf(load_with_eta, CONTEXT);
    expect(valid_until).toBeLessThanOrEqual(NOW + 20 * MINUTE);
    const at = { ...CONTEXT, now: NOW + 20 * MINUTE };
    expect(causeOf(load_with_eta, { ...at, now: at.now - 1 })).toBe('fine');
    expect(causeOf(load_with_eta, at)).toBe('running_late');
    expect(latenessAt(withEta(-1), NOW)).toMatchObject({ by: 'estimate' });
  });
});

describe("the end of a dispatcher's ETA", () => {
  const of = (change: Partial<typeof late>) => isEtaOver(eta(20, 1), { ...load(), ...change });
  const stops = [0, 1, 2].map((sequence) => stop({ id: id(sequence), sequence }));
  const seen = (sequence: number, city_center: string | null = null) =>
    loadMonitor(
      monitor({
        stops: journeyStops().map((item) => ({
          ...item,
          arrived_at: item.sequence === sequence ? ago(0) : null,
          departed_at: null,
          load_stop_sequence: item.sequence,
          ...(item.sequence === 1 && city_center !== null && { city_center }),
        })),
      }),
    );

  it('comes when its stop is reached or gone, by the service or the monitor', () => {
    expect(of({ stops })).toBe(false);
    expect(
      of({ stops: stops.map((one) => ({ ...one, arrived_at: one.sequence === 1 ? ago(0) : null })) }),
    ).toBe(true);
    expect(of({ stops: stops.filter(({ sequence }) => sequence !== 1) })).toBe(true);
    expect(of({ stops: [] })).toBe(false);
    expect(of({ stops, monitor: seen(0) })).toBe(false);
    expect(of({ stops, monitor: seen(1) })).toBe(true);
    expect(of({ stops, monitor: seen(2) })).toBe(true);
  });

  it('does not come from the center of the city, which is not the dock', () => {
    expect(of({ stops, monitor: seen(1, 'Pueblo, CO') })).toBe(false);
    expect(of({ stops, monitor: seen(2, 'Pueblo, CO') })).toBe(true);
  });

  it('comes when the truck was replaced after the call', () => {
    expect(of({ stops, vehicle_changed_at: ago(2 * MINUTE) })).toBe(false);
    expect(of({ stops, vehicle_changed_at: ago(0) })).toBe(true);
  });
});
