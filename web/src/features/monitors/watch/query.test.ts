import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { describe, expect, it } from 'vitest';
import { ago, HOUR, id, NOW } from '../../../testing/loads.ts';
import { journeyStops, monitor } from '../../../testing/monitors.ts';
import { type MonitorFacts, monitorFacts } from './facts.ts';
import { type ListQuery, select } from './query.ts';

function source(...monitors: BoardMonitor[]) {
  const all = new Map(monitors.map((one) => [one.id, one]));
  const listeners = new Set<() => void>();
  return {
    all,
    ids: () => all.keys(),
    get: (one: string) => all.get(one),
    facts: (one: string): MonitorFacts | undefined => {
      const found = all.get(one);
      return (
        found &&
        monitorFacts(found, { now: NOW, doubt: null, stale_after_minutes: 90, monitor_stops_in_order: true })
      );
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    put: (...changed: BoardMonitor[]) => {
      for (const one of changed) all.set(one.id, one);
      for (const listener of listeners) listener();
    },
  };
}
const quiet = monitor({ id: id(1), name: 'LD-9', created_at: ago(9 * HOUR) });
const newer = monitor({ id: id(2), name: 'LD-10', vehicle_name: 'Unit 4711', created_at: ago(HOUR) });
const late = monitor({
  id: id(3),
  name: null,
  links: [{ load_id: id(30), load_ref: 'REF-77', source: 'person', state: 'linked' }],
  stops: journeyStops().map((one) => (one.sequence === 1 ? { ...one, planned_arrival_at: ago(HOUR) } : one)),
});
const done = monitor({ id: id(4), name: 'LD-2', status: 'completed' });
const odd = monitor({ id: id(5), name: 'LD-3', status: 'paused' });
const cancelled = monitor({ id: id(6), name: 'LD-4', status: 'cancelled' });
const ended = monitor({ id: id(7), name: 'LD-5', status: 'expired', expires_at: ago(2 * HOUR) });
const every = [quiet, newer, late, done, odd, cancelled, ended];
const numbers = (query: ListQuery) => select(source(...every), query).ids.map((one) => Number(one.slice(-2)));

describe('the list of monitors', () => {
  it('lists the worst first, then active ones newest first, then ended ones', () => {
    expect(numbers({}).slice(0, 4)).toEqual([7, 3, 2, 1]);
    expect(numbers({})).toHaveLength(7);
  });
  it('counts every filter regardless of the search', () => {
    expect(select(source(...every), { q: 'nothing is called this' })).toEqual({
      ids: [],
      counts: { all: 7, active: 3, attention: 2, completed: 1, expired: 1, cancelled: 1, unknown: 1 },
    });
  });
  it.each([
    ['active', [3, 2, 1]],
    ['attention', [7, 3]],
    ['completed', [4]],
    ['unknown', [5]],
  ] as const)('filters %s', (show, expected) => {
    expect(numbers({ show })).toEqual(expected);
  });
  it.each([
    ['ref-77', [3]],
    ['unit 4711', [2]],
    ['late', [3]],
    ['4kd8812 ld-10', [2]],
    ['denver ld-9', [1]],
    [id(4), [4]],
  ])('finds %s', (q, expected) => {
    expect(numbers({ q })).toEqual(expected);
  });
  it('sorts by name in natural order in both directions, unnamed last', () => {
    expect(numbers({ sort: 'name' })).toEqual([4, 5, 6, 7, 1, 2, 3]);
    expect(numbers({ sort: '-name' })).toEqual([2, 1, 7, 6, 5, 4, 3]);
    expect(numbers({ sort: 'nonsense' })).toEqual(numbers({}));
  });
});
