import type { MonitorEventRecord } from '@waypost/contract/events';
import { describe, expect, it } from 'vitest';
import { id } from '../../testing/tracking.ts';
import { factOfEvent, factOfRecord } from './facts.ts';
import { bestTime, type MonitorState, merge, NOTHING, statusOf, stopsOf } from './reducer.ts';

const at = (minute: number) => `2026-11-20T08:${String(minute).padStart(2, '0')}:00.000Z`;
const ms = (minute: number) => Date.parse(at(minute));
const read = (more: object = {}) => factOfRecord({ id: id(1), ...more });
const event = (name: string, more: object = {}, sent: number | null = null) =>
  factOfEvent(`geofence_monitor.${name}`, { id: id(1), ...more } as MonitorEventRecord, sent);
const all = (...states: MonitorState[]) => states.reduce(merge, NOTHING);
const timesAt = (state: MonitorState, sequence: number) => {
  const stop = stopsOf(state).find((one) => one.sequence === sequence)?.stop;
  return { arrived: bestTime(stop?.arrived ?? {}), departed: bestTime(stop?.departed ?? {}) };
};

describe('times at a stop', () => {
  it("come from the stop's own event before any read, even an earlier one", () => {
    const known = event('stop_arrived', { occurred_at: at(10), stop: { sequence: 1 } }).state;
    const state = all(read({ stops: [{}, { sequence: 1, arrived_at: at(5) }] }), known);
    expect(timesAt(state, 1).arrived).toEqual({ at: ms(10), by: 'event' });
  });
  it('are the earliest of several events of one kind', () => {
    const known = [12, 10, 11].map(
      (minute) => event('stop_departed', { occurred_at: at(minute), stop: { sequence: 0 } }).state,
    );
    expect(timesAt(all(...known), 0).departed).toEqual({ at: ms(10), by: 'event' });
  });
  it('come from reads if no event has them', () => {
    const state = read({ stops: [{ sequence: 0, arrived_at: at(1), departed_at: at(2) }] });
    expect(timesAt(state, 0)).toEqual({
      arrived: { at: ms(1), by: 'read' },
      departed: { at: ms(2), by: 'read' },
    });
  });
  it('carried in another event replace those of a lost event', () => {
    const { state } = event('stop_departed', {
      occurred_at: at(9),
      stop: { sequence: 0, arrived_at: at(3), departed_at: at(9) },
    });
    expect(timesAt(state, 0).arrived).toEqual({ at: ms(3), by: 'event' });
  });
  it('use the sending time only as a last resort', () => {
    const { state } = event('stop_arrived', { stop: { sequence: 2 } }, ms(20));
    expect(timesAt(state, 2).arrived).toEqual({ at: ms(20), by: 'event' });
    const better = read({ stops: [{}, {}, { sequence: 2, arrived_at: at(19) }] });
    expect(timesAt(merge(state, better), 2).arrived).toEqual({ at: ms(19), by: 'read' });
  });
  it('match a stop that an event identifies only by id', () => {
    const known = event('stop_arrived', { occurred_at: at(4), stop: { id: id(9) } }).state;
    const state = all(known, read({ stops: [{ sequence: 0 }, { sequence: 1, id: id(9) }] }));
    expect(timesAt(state, 1).arrived?.at).toBe(ms(4));
  });
});

describe('the status', () => {
  it('stays terminal, whatever comes later', () => {
    const state = all(
      event('completed', { occurred_at: at(10), status: 'completed', updated_at: at(10) }).state,
      read({ status: 'active', updated_at: at(30) }),
    );
    expect(statusOf(state)).toBe('completed');
  });
  it('of two terminal ones is the one with better evidence, then the earlier', () => {
    const bare = read({ status: 'expired', updated_at: at(1) });
    const known = event('cancelled', { occurred_at: at(20), cancelled_at: at(20) }).state;
    expect(statusOf(merge(bare, known))).toBe('cancelled');
    const earlier = event('completed', { occurred_at: at(15), completed_at: at(15) }).state;
    expect(statusOf(all(known, earlier))).toBe('completed');
  });
  it('is stored unchanged if unknown', () => {
    expect(statusOf(read({ status: 'resting', updated_at: at(1) }))).toBe('resting');
  });
});

describe('an event', () => {
  it.each([
    ['stop_arrived', 'arrived'],
    ['stop_arrival', 'arrived'],
    ['stop.departure', 'departed'],
    ['exited', 'departed'],
    ['canceled', 'cancelled'],
    ['weather_changed', 'other'],
  ])('named %s is taken for %s', (name, kind) => {
    expect(event(name).kind).toBe(kind);
  });
  it('with an unknown name is classified by its stop', () => {
    expect(event('transition', { stop: { sequence: 0, arrived_at: at(1) } }).kind).toBe('arrived');
    expect(event('transition', { stop: { sequence: 0, arrived_at: at(1), departed_at: at(2) } }).kind).toBe(
      'departed',
    );
  });
  it('removes nothing that it leaves out', () => {
    const state = all(
      read({ fleet_ref: 'F-1', updated_at: at(1) }),
      event('stop_arrived', { updated_at: at(9), occurred_at: at(9) }).state,
    );
    expect(state.fields.fleet_ref?.v).toBe('F-1');
  });
  it('from a later record wins over an earlier one that arrives after it', () => {
    const state = all(
      event('stop_departed', { current_stop_sequence: 2, updated_at: at(9) }).state,
      event('stop_arrived', { current_stop_sequence: 1, updated_at: at(5) }).state,
    );
    expect(state.fields.current_stop_sequence?.v).toBe(2);
  });
});
