// @vitest-environment happy-dom
import { GPUInitializationError, ErrorEvent as MapError, Event as MapEvent } from 'maplibre-gl';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLOSE_FILES, CLOSE_ZOOM, DEFERRED_FILES, FIRST_SOURCE } from './basemap-style.ts';
import { CIRCLES } from './circle-layers.ts';
import { MapEngine } from './engine.ts';
import { FOCUS, LOADS } from './overlay.ts';
import { PLACES } from './place-layers.ts';
import { STREETS } from './street-layers.ts';
import { FakeMaplibreMap } from './testing/maplibre.fake.ts';
import { AHEAD, TRAIL } from './trail-control.ts';
import type { MapEngineOptions, MapEvents, MapLoad } from './types.ts';

const maps: FakeMaplibreMap[] = [];
vi.mock(import('maplibre-gl'), async (original) => ({
  ...(await original()),
  Map: function openMap() {
    const map = new FakeMaplibreMap();
    maps.push(map);
    return map;
  } as never,
}));

const OPERATORS = 'https://tiles.example/style.json';
const load = (load_id: string, change: Partial<MapLoad> = {}): MapLoad => ({
  load_id,
  label: load_id,
  latitude: 40,
  longitude: -100,
  marker: 'live',
  health: 'live',
  age_fade: 0,
  bearing_degrees: null,
  ...change,
});
const events = {
  onHover: vi.fn(),
  onSelect: vi.fn(),
  onClusterHover: vi.fn(),
  onClusterOpen: vi.fn(),
  onMove: vi.fn(),
  onViewChange: vi.fn(),
  onVisible: vi.fn(),
  onFirstMarkers: vi.fn(),
  onPlaceSelect: vi.fn(),
  onUnavailable: vi.fn(),
  onBasemapFailed: vi.fn(),
  onStreetsProblem: vi.fn(),
  onFollowEnd: vi.fn(),
  onCircleDrawn: vi.fn(),
  onDrawProgress: vi.fn(),
  onCircleChange: vi.fn(),
  onCircleSelect: vi.fn(),
  onDrawCancel: vi.fn(),
} satisfies MapEvents;

let engine: MapEngine;
let map: FakeMaplibreMap;
function open(options: Partial<MapEngineOptions> = {}) {
  engine = new MapEngine({
    container: document.createElement('div'),
    theme: 'light',
    map_style_url: OPERATORS,
    camera: null,
    events,
    ...options,
  });
  map = maps.at(-1) as FakeMaplibreMap;
}
beforeEach(() => open());
afterEach(() => {
  if (!map.removed) engine.destroy();
  vi.clearAllMocks();
});

const visible = () => vi.waitFor(() => expect(events.onVisible).toHaveBeenCalled());
async function started() {
  map.loadStyle();
  await visible();
}
/** Ids in the order in which they were added to the map. */
const added = () =>
  map.of(LOADS).diffs.flatMap((diff) => (diff?.add ?? []).map(({ properties }) => properties?.load_id));
const written = (count: number) => vi.waitFor(() => expect(map.of(LOADS).diffs).toHaveLength(count));
/** Runs pending callbacks. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
const marker = (load_id: string) => ({
  geometry: { type: 'Point', coordinates: [-100, 40] },
  properties: { load_id },
});

describe('starting a map', () => {
  it('draws loads, trail and circles that were set before the style loaded', async () => {
    engine.setLoads([load('a'), load('b')]);
    engine.setTrail({
      points: [{ latitude: 40, longitude: -100, occurred_at: '2026-11-20T20:00:00Z' }],
      gap_seconds: 60,
    });
    engine.setCircles(
      [
        {
          id: 'c',
          latitude: 40,
          longitude: -100,
          radius_meters: 900,
          label: 'Yard',
          number: null,
          state: 'site',
          editable: false,
        },
      ],
      null,
      'mi',
    );
    await started();
    await written(1);
    expect(added()).toEqual(['a', 'b']);
    // Trail and circles are drawn by code that is loaded on demand.
    await vi.waitFor(() => expect(map.of(TRAIL).shown()).not.toEqual([]));
    await vi.waitFor(() => expect(map.of(CIRCLES).shown()).not.toEqual([]));
  });

  it('reports the first frame with markers once', async () => {
    await started();
    map.frame();
    expect(events.onFirstMarkers).not.toHaveBeenCalled();
    engine.setLoads([load('a')]);
    await written(1);
    await vi.waitFor(() => {
      map.frame();
      expect(events.onFirstMarkers).toHaveBeenCalledOnce();
    });
    engine.setLoads([load('a'), load('b')]);
    await written(2);
    await nextTask();
    map.frame();
    await nextTask();
    expect(events.onFirstMarkers).toHaveBeenCalledOnce();
  });

  it('shows the built-in basemap once land is drawn, then markers, then names', async () => {
    engine.destroy();
    open({ map_style_url: null });
    engine.setLoads([load('a')]);
    map.loadStyle();
    expect(map.sources.has(FIRST_SOURCE)).toBe(true);
    expect(map.element.style.opacity).toBe('0');
    const deferredWrites = () => Object.keys(DEFERRED_FILES).map((id) => map.of(id).written.length);
    expect(deferredWrites()).toEqual([0, 0]);
    expect(events.onVisible).not.toHaveBeenCalled();
    map.drawBasemap();
    await visible();
    expect(map.element.style.opacity).toBe('');
    expect(deferredWrites()).toEqual([0, 0]);
    await written(1);
    expect(added()).toEqual(['a']);
    await vi.waitFor(() => {
      map.idle();
      expect(deferredWrites()).toEqual([1, 1]);
    });
  });

  it('becomes visible without land after a timeout', async () => {
    engine.destroy();
    vi.useFakeTimers();
    try {
      open({ map_style_url: null });
      map.loadStyle();
      await vi.advanceTimersByTimeAsync(2_999);
      expect(events.onVisible).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(events.onVisible).toHaveBeenCalledOnce();
      map.drawBasemap();
      await vi.advanceTimersByTimeAsync(1);
      expect(events.onVisible).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });

  it("falls back to the built-in basemap when the operator's style fails to load", async () => {
    engine.setLoads([load('a')]);
    map.fire(new MapError(new Error('404')));
    expect(events.onBasemapFailed).toHaveBeenCalledExactlyOnceWith('404');
    expect(map.styles).toHaveLength(2);
    map.loadStyle();
    expect(map.sources.has(FIRST_SOURCE)).toBe(true);
    map.drawBasemap();
    await vi.waitFor(() => expect(added()).toEqual(['a']));
    // A tile error later does not mean that the style failed.
    map.fire(new MapError(new Error('tile')));
    expect(events.onBasemapFailed).toHaveBeenCalledOnce();
    expect(map.styles).toHaveLength(2);
  });

  it('reports missing WebGL, and keeps the style', () => {
    map.fire(new MapError(new GPUInitializationError({}, null)));
    expect(events.onUnavailable.mock.calls[0]?.[0]).toContain('WebGL 2');
    expect(events.onBasemapFailed).not.toHaveBeenCalled();
    expect(map.styles).toHaveLength(1);
  });

  it('writes nothing after it is destroyed while loading', async () => {
    engine.setLoads([load('a')]);
    engine.setPlaces([{ id: 'p', latitude: 40, longitude: -100, count: 2 }], null);
    map.loadStyle();
    const source = map.of(LOADS);
    engine.destroy();
    await vi.dynamicImportSettled();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(map.removed).toBe(true);
    expect(source.diffs).toEqual([]);
    expect(map.sources.has(PLACES)).toBe(false);
  });
});

describe('loads on the map', () => {
  beforeEach(started);

  it('are written as differences', async () => {
    engine.setLoads([load('a'), load('b')]);
    await written(1);
    engine.applyDiff([load('c')], ['a']);
    await written(2);
    expect(map.of(LOADS).diffs[1]).toMatchObject({ add: [{ properties: { load_id: 'c' } }], remove: ['a'] });
  });

  it('are highlighted when selected or hovered elsewhere', async () => {
    engine.setLoads([load('a'), load('b')]);
    engine.setSelection('a');
    expect(map.of(FOCUS).shown()).toHaveLength(1);
    engine.setHover('b');
    expect(map.of(FOCUS).shown()).toHaveLength(2);
    expect(events.onHover).not.toHaveBeenCalled();
    engine.setSelection(null);
    engine.setHover(null);
    expect(map.of(FOCUS).shown()).toEqual([]);
  });

  it('step back in their rings while one is selected', () => {
    engine.setLoads([load('a'), load('b')]);
    engine.setSelection('a');
    expect(map.painted.get('load-clusters icon-opacity')).toBeLessThan(0.5);
    engine.setSelection(null);
    expect(map.painted.get('load-clusters icon-opacity')).toBe(1);
  });

  it('report clicks on a load, and on none', () => {
    map.under = [marker('a')];
    map.mouse('click', map.project([-100, 40]));
    map.under = [];
    map.mouse('click', { x: 5, y: 5 });
    expect(events.onSelect.mock.calls).toEqual([['a'], [null]]);
  });

  it('report pointer enter and leave once', async () => {
    engine.setLoads([load('a')]);
    const point = map.project([-100, 40]);
    map.under = [marker('a')];
    map.mouse('mousemove', point);
    await vi.waitFor(() => expect(events.onHover).toHaveBeenCalledWith('a'));
    map.mouse('mousemove', point);
    map.under = [];
    map.mouse('mousemove', { x: 5, y: 5 });
    await vi.waitFor(() => expect(events.onHover).toHaveBeenLastCalledWith(null));
    expect(events.onHover).toHaveBeenCalledTimes(2);
  });

  const cluster = (point_count: number) => ({
    geometry: { type: 'Point', coordinates: [-100, 40] },
    properties: { cluster: true, cluster_id: 1, point_count },
  });
  const onCluster = (type: 'click' | 'mousemove', loads: readonly MapLoad[]) => {
    engine.setLoads(loads);
    map.of(LOADS).members = loads.map(({ load_id }) => load_id);
    map.under = [cluster(loads.length)];
    map.mouse(type, map.project([-100, 40]));
  };

  it('of a clicked cluster are fitted', async () => {
    onCluster('click', [load('a', { longitude: -110 }), load('b', { latitude: 30 })]);
    await vi.waitFor(() => expect(map.calls).toEqual(['fitBounds -110.00 30.00 -100.00 40.00']));
    expect(events.onClusterOpen).not.toHaveBeenCalled();
  });

  it('of a cluster that no zoom separates open as a list', async () => {
    onCluster('click', [load('a'), load('b', { latitude: 40.0003 })]);
    await vi.waitFor(() => expect(events.onClusterOpen.mock.calls[0]?.[0]).toEqual(['a', 'b']));
    expect(map.calls).toEqual([]);
  });

  it('of a hovered cluster are reported once, until the pointer leaves', async () => {
    const loads = [load('a', { longitude: -110 }), load('b', { latitude: 30 })];
    onCluster('mousemove', loads);
    await vi.waitFor(() =>
      expect(events.onClusterHover.mock.lastCall?.[0]).toMatchObject({ load_ids: ['a', 'b'] }),
    );
    const calls = events.onClusterHover.mock.calls.length;
    onCluster('mousemove', loads);
    map.under = [];
    map.mouse('mousemove', { x: 5, y: 5 });
    await vi.waitFor(() => expect(events.onClusterHover.mock.lastCall).toEqual([null]));
    expect(events.onClusterHover.mock.calls.length).toBe(calls + 1);
  });

  it('are fitted; without loads, the continent is', async () => {
    engine.fitAll();
    engine.setLoads([load('a', { longitude: -110 }), load('b', { latitude: 30 })]);
    engine.fitAll();
    expect(map.calls).toEqual([
      'fitBounds -125.00 18.00 -65.00 52.00',
      'fitBounds -110.00 30.00 -100.00 40.00',
    ]);
  });

  it('are moved to only when selected and known', () => {
    engine.setSelection('a');
    engine.fitSelection();
    engine.showSelection();
    expect(map.calls).toEqual([]);
    engine.setLoads([load('a', { longitude: -60 })]);
    engine.fitSelection();
    expect(map.getCenter()).toMatchObject({ lat: 40, lng: -60 });
    expect(map.getZoom()).toBe(8);
  });

  it('are fitted with the stops ahead of the selected one', () => {
    engine.setLoads([load('a')]);
    engine.setSelection('a');
    engine.setAhead([{ latitude: 41, longitude: -98, label: 'Denver DC' }]);
    engine.fitSelection();
    expect(map.calls).toEqual(['fitBounds -100.00 40.00 -98.00 41.00']);
    engine.centerSelection();
    expect(map.getCenter()).toMatchObject({ lat: 40, lng: -100 });
  });

  it('are opened together with the stops ahead, unless both are well in view', () => {
    engine.setLoads([load('a')]);
    engine.setSelection('a');
    const open = (longitude: number) => {
      map.calls.length = 0;
      engine.setAhead([{ latitude: 40, longitude, label: 'Denver DC' }]);
      engine.openSelection();
      return map.calls;
    };
    expect(open(-95)).toEqual([]);
    // Out of view, under the panel, and too close to be told apart.
    expect(open(-60)).toEqual(['fitBounds -100.00 40.00 -60.00 40.00']);
    engine.setCamera({ latitude: 40, longitude: -100, zoom: 5 });
    expect(open(-99)).toEqual(['fitBounds -100.00 40.00 -99.00 40.00']);
    engine.setCamera({ latitude: 40, longitude: -100, zoom: 5 });
    engine.setPadding({ top: 0, right: 400, bottom: 0, left: 0 });
    engine.setCamera({ latitude: 40, longitude: -100, zoom: 5 });
    expect(open(-95)).toEqual(['fitBounds -100.00 40.00 -95.00 40.00']);
  });
});

describe('an existing map', () => {
  it('changes its theme by property values instead of another style, also while the style is loading', async () => {
    engine.setTheme('dark');
    expect(map.values.size).toBe(0);
    await started();
    const first = map.values.size;
    expect(first).toBeGreaterThan(0);
    map.values.clear();
    engine.setTheme('dark');
    expect(map.values.size).toBe(0);
    engine.setTheme('light');
    expect(map.values.size).toBe(first);
    expect(map.styles).toHaveLength(1);
  });

  it('fetches close-zoom files once, at close zoom, and only for the built-in basemap', async () => {
    await started();
    engine.setCamera({ latitude: 40, longitude: -100, zoom: CLOSE_ZOOM + 1 });
    engine.destroy();
    open({ map_style_url: null });
    map.loadStyle();
    const close = Object.keys(CLOSE_FILES);
    const writeCounts = () => close.map((id) => map.of(id).written.length);
    expect(writeCounts()).toEqual(close.map(() => 0));
    engine.setCamera({ latitude: 40, longitude: -100, zoom: CLOSE_ZOOM });
    engine.setCamera({ latitude: 40, longitude: -100, zoom: CLOSE_ZOOM + 1 });
    expect(writeCounts()).toEqual(close.map(() => 1));
  });

  it('loads streets at close zoom, and only on the built-in basemap', async () => {
    engine.setStreets('/map-tiles/1.pmtiles', false);
    await started();
    engine.setCamera({ latitude: 40, longitude: -100, zoom: CLOSE_ZOOM + 1 });
    engine.destroy();
    open({ map_style_url: null });
    engine.setStreets('/map-tiles/1.pmtiles', false);
    map.loadStyle();
    await vi.dynamicImportSettled();
    expect(map.added).toEqual([]);
    engine.setCamera({ latitude: 40, longitude: -100, zoom: CLOSE_ZOOM });
    await vi.waitFor(() => expect(map.added).not.toEqual([]));
    const { length } = map.added;
    engine.setCamera({ latitude: 40, longitude: -100, zoom: CLOSE_ZOOM + 1 });
    expect(map.added).toHaveLength(length);
    expect(map.added.every((id) => id.startsWith('street-'))).toBe(true);
  });

  it('attributes streets to OpenStreetMap, unless they are simulated', async () => {
    for (const [simulated, source] of [
      [true, /^Simulated streets$/],
      [false, /OpenStreetMap/],
    ] as const) {
      engine.destroy();
      open({ map_style_url: null });
      engine.setStreets('/map-tiles/1.pmtiles', simulated);
      map.loadStyle();
      engine.setCamera({ latitude: 40, longitude: -100, zoom: CLOSE_ZOOM });
      await vi.waitFor(() => expect(map.attributions).toEqual([expect.stringMatching(source)]));
    }
  });

  it('says that streets cannot be loaded, keeps what is drawn, and tries again', async () => {
    const answers: (number | null)[] = [null, 503, 206];
    const ask = vi.fn(async () => {
      const status = answers.shift();
      if (!status) throw new TypeError('Failed to fetch');
      return new Response(null, { status });
    });
    engine.destroy();
    open({ map_style_url: null });
    engine.setStreets('https://tiles.example/1.pmtiles', false);
    map.loadStyle();
    engine.setCamera({ latitude: 40, longitude: -100, zoom: CLOSE_ZOOM });
    await vi.waitFor(() => expect(map.added).not.toEqual([]));
    const { length } = map.added;
    vi.useFakeTimers();
    vi.stubGlobal('fetch', ask);
    try {
      const fail = (sourceId: string) => map.fire(new MapError(new Error('503'), { sourceId }));
      fail('base-close');
      expect(events.onStreetsProblem).not.toHaveBeenCalled();
      fail(STREETS);
      fail(STREETS);
      expect(events.onStreetsProblem.mock.calls).toEqual([["Streets can't be loaded. Trying again."]]);
      expect(map.added).toHaveLength(length);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(events.onStreetsProblem).not.toHaveBeenCalledWith(null);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(ask).toHaveBeenCalledTimes(3);
      expect(events.onStreetsProblem).toHaveBeenLastCalledWith(null);
      expect(map.added).toHaveLength(length);
    } finally {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    }
  });

  describe('following the selected load', () => {
    async function follow() {
      await started();
      engine.setLoads([load('a'), load('b')]);
      engine.setSelection('a');
      engine.setFollow(true);
      map.calls.length = 0;
    }
    const drive = (load_id: string, longitude: number) =>
      engine.applyDiff([load(load_id, { longitude })], []);
    const pan = () => map.fire(new MapEvent('movestart', { originalEvent: new MouseEvent('mousemove') }));

    it('keeps it in the middle, whatever other loads do', async () => {
      await follow();
      drive('b', -101);
      expect(map.calls).toEqual([]);
      drive('a', -99);
      expect(map.calls).toEqual(['easeTo']);
      expect(map.getCenter()).toMatchObject({ lng: -99, lat: 40 });
    });

    it.each([
      ['a person moves the map', pan],
      ['another load is selected', () => engine.setSelection('b')],
      ['all loads are shown', () => engine.fitAll()],
      ['a saved view is shown', () => engine.setCamera({ latitude: 1, longitude: 2, zoom: 3 })],
    ])('ends when %s', async (_name, act) => {
      await follow();
      act();
      expect(events.onFollowEnd).toHaveBeenCalledOnce();
      map.calls.length = 0;
      drive('a', -98);
      expect(map.calls).toEqual([]);
    });
  });

  describe('zooming while a load is open', () => {
    const at = (longitude: number) => map.project([longitude, 40]);
    const press = (key: string) =>
      map.canvas.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

    it.each([
      ['by button', () => engine.zoomBy(1)],
      ['by key', () => press('+')],
    ])('keeps its truck where it is on the screen, %s', async (_name, zoomIn) => {
      await started();
      engine.setLoads([load('a', { longitude: -97 })]);
      engine.setSelection('a');
      const before = at(-97);
      for (let steps = 0; steps < 6; steps++) zoomIn();
      expect(map.zoom).toBe(11);
      expect(at(-97).x).toBeCloseTo(before.x, 3);
    });

    it('keeps the middle if its truck is out of view', async () => {
      await started();
      engine.setLoads([load('a', { longitude: -30 })]);
      engine.setSelection('a');
      press('-');
      expect(map.zoom).toBe(4);
      expect(map.getCenter()).toMatchObject({ lng: -100, lat: 40 });
    });

    it('leaves the keys to the library without an open load', async () => {
      await started();
      expect(press('+')).toBe(true);
      expect(map.zoom).toBe(5);
    });
  });

  it('counts the loads outside of the view', async () => {
    await started();
    engine.setLoads([load('in'), load('out', { longitude: 100 }), load('far', { latitude: -60 })]);
    expect(engine.countOutside()).toBe(2);
  });

  it.each([
    ['loads are replaced', () => engine.setLoads([load('in')])],
    ['a load moves', () => engine.applyDiff([load('in', { longitude: 100 })], [])],
    ['the map moves or its size changes', () => map.fire(new MapEvent('moveend'))],
  ])('reports that they may be others when %s', async (_name, act) => {
    await started();
    act();
    await vi.waitFor(() => expect(events.onViewChange).toHaveBeenCalledOnce());
  });

  it('draws the way ahead from the marker of the selected load', async () => {
    await started();
    engine.setLoads([load('a')]);
    engine.setSelection('a');
    engine.setAhead([{ latitude: 41, longitude: -98, label: 'Denver DC' }]);
    await vi.waitFor(() =>
      expect(map.of(AHEAD).shown()).toMatchObject([{ kind: 'gap' }, { label: 'Denver DC' }]),
    );
    engine.applyDiff([load('a', { longitude: -99 })], []);
    expect(map.of(AHEAD).written.at(-1)).toMatchObject({
      features: [
        {
          geometry: {
            coordinates: [
              [-99, 40],
              [-98, 41],
            ],
          },
        },
        {},
      ],
    });
    // The panel opens beside it: the label no longer stands below the stop, where its right end would be covered.
    const { x } = map.project([-98, 41]);
    const offset = () => (map.of(AHEAD).shown()[1]?.offset ?? [0, 0]) as [number, number];
    const right = x + 10;
    map.padding = { right: map.getContainer().clientWidth - right };
    map.zoomTo(map.zoom);
    const half_width = ('Denver DC'.length * 12 * 0.5) / 2;
    expect(x + offset()[0] * 12 + half_width).toBeLessThan(right);
    engine.setAhead([]);
    expect(map.of(AHEAD).shown()).toEqual([]);
  });

  it('adds and removes imagery', async () => {
    await started();
    engine.setImagery({ url: 'https://imagery.example/{z}/{x}/{y}.jpg', attribution: '© <Example>' });
    await vi.waitFor(() => expect(map.added).toEqual(['imagery']));
    engine.setImagery(null);
    await vi.waitFor(() => expect(map.added).toEqual([]));
  });

  it('draws places, which load on demand, before moving to them', async () => {
    await started();
    const place = { id: 'p', latitude: 35, longitude: -90, count: 2 };
    engine.setPlaces([place], null);
    engine.fitPlaces();
    engine.showPlace('p');
    await vi.waitFor(() => expect(map.calls).toHaveLength(2));
    expect(map.of(PLACES).shown()).toHaveLength(1);
    expect(map.calls[0]).toMatch(/^fitBounds -90\.00 35\.00/);
    expect(map.getCenter()).toMatchObject({ lat: 35, lng: -90 });
  });
});
