/** Among the pages because it combines two features: the board's map feed, and the markers of loads. */

import { factsOf } from '@waypost/triage/facts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MapFeed } from '../features/board/map-feed.ts';
import { type ListFilter, viewQuery } from '../features/board/query.ts';
import { mapLoadOf } from '../features/loads/marker.ts';
import { LoadStore } from '../live/store.ts';
import { LoadView } from '../live/view.ts';
import { FakeMapEngine } from '../map/testing/engine.fake.ts';
import type { MapEvents } from '../map/types.ts';
import { ago, HOUR, id, list, load, NOW } from '../testing/loads.ts';

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

function make(filter: ListFilter = {}) {
  const store = new LoadStore({ derive: factsOf, now: Date.now, schedule: () => undefined });
  store.replaceAll(
    list([
      load(),
      load({ load_id: id(2), tracking_health: 'stale' }),
      load({ load_id: id(3), last_position: null }),
    ]),
  );
  store.flush();
  const view = new LoadView(store, { query: viewQuery(filter, 'ref'), schedule: () => undefined });
  view.start();
  const engine = new FakeMapEngine({
    container: {} as HTMLElement,
    theme: 'light',
    map_style_url: null,
    camera: null,
    events: { onViewChange: () => undefined } as MapEvents,
  });
  const feed = new MapFeed({ engine, store, view, now: Date.now, mapLoadOf });
  const shown = () => [...engine.loads.keys()];
  return { store, view, engine, feed, shown };
}

describe('the map of the board', () => {
  it('shows every load with a position, and no other', () => {
    expect(make().shown()).toEqual([id(1), id(2)]);
  });

  it('receives diffs only', () => {
    const { store, engine } = make();
    const diff = vi.spyOn(engine, 'applyDiff');
    const position = { latitude: 36, longitude: -101, occurred_at: ago(0) };
    store.apply({ items: [{ load_id: id(1), version: 2, last_position: position }], removed: [id(2)] });
    store.flush();
    expect(diff).toHaveBeenCalledOnce();
    expect(diff).toHaveBeenCalledWith([expect.objectContaining({ load_id: id(1), latitude: 36 })], [id(2)]);
  });

  it('receives nothing for a change that is not visible on it', () => {
    const { store, engine } = make();
    const diff = vi.spyOn(engine, 'applyDiff');
    store.apply({ items: [{ load_id: id(1), version: 2, read_at: ago(0) }], removed: [] });
    store.flush();
    expect(diff).not.toHaveBeenCalled();
  });

  it('removes a load that has lost its position', () => {
    const { store, shown } = make();
    store.apply({ items: [{ load_id: id(1), version: 2, last_position: null }], removed: [] });
    store.flush();
    expect(shown()).toEqual([id(2)]);
  });

  it('follows the filter, but always keeps the open load', () => {
    const { view, feed, store, shown, engine } = make();
    feed.select(id(1));
    view.setQuery(viewQuery({ health: ['stale'] }, 'ref'));
    expect(shown().toSorted()).toEqual([id(1), id(2)]);
    store.apply({
      items: [
        { load_id: id(1), version: 2, last_position: { latitude: 1, longitude: 1, occurred_at: ago(0) } },
      ],
      removed: [],
    });
    store.flush();
    expect(engine.loads.get(id(1))?.latitude).toBe(1);
    feed.select(null);
    expect(shown()).toEqual([id(2)]);
  });

  it('lets stale markers fade as time passes', () => {
    const { engine } = make();
    expect(engine.loads.get(id(2))?.age_fade).toBe(0);
    vi.advanceTimersByTime(12 * HOUR);
    expect(engine.loads.get(id(2))?.age_fade).toBe(0.5);
  });

  it('is not updated after the feed has stopped', () => {
    const { store, feed, engine } = make();
    feed.stop();
    const diff = vi.spyOn(engine, 'applyDiff');
    store.apply({ items: [], removed: [id(1)] });
    store.flush();
    expect(diff).not.toHaveBeenCalled();
  });
});

describe('markers', () => {
  const marker = (change: Parameters<typeof load>[0]) => {
    const board_load = load(change);
    return mapLoadOf(board_load, factsOf(board_load, { now: NOW, outage: false }), NOW)?.marker;
  };
  it.each([
    ['driving', {}, 'live'],
    [
      'parked',
      { motion: { moving: false, bearing_degrees: 90, speed_mps: 0, last_moved_at: null } },
      'live-parked',
    ],
    ['of unknown motion', { motion: null }, 'live-parked'],
    ['stale', { tracking_health: 'stale' }, 'stale'],
    ['unknown', { tracking_health: 'unknown' }, 'unknown'],
    ['of an unrecognized health', { tracking_health: 'quantum' }, 'unknown'],
    ['changed', { vehicle_changed_at: ago(HOUR) }, 'check'],
    ['without a position', { last_position: null }, undefined],
  ] as const)('of a load that is %s', (_state, change, expected) => {
    expect(marker(change)).toBe(expected);
  });
});
