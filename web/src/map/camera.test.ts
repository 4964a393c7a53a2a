// @vitest-environment happy-dom
import type { Map as LibraryMap } from 'maplibre-gl';
import { describe, expect, it, vi } from 'vitest';
import { MapCamera } from './camera.ts';
import { FakeMaplibreMap } from './testing/maplibre.fake.ts';
import type { Camera } from './types.ts';

const NONE = { top: 0, right: 0, bottom: 0, left: 0 };
const PANEL = { ...NONE, right: 400 };
const BOX = { west: -120, south: 30, east: -80, north: 48 };

/** The parts of the MapLibre map that the camera uses: 1000 x 600 pixels, every position at the center by default. */
function stub() {
  const listeners = new Map<string, (event: { originalEvent?: unknown }) => void>();
  let center = { lng: -100, lat: 40 };
  let moving = false;
  let on_screen = { x: 500, y: 300 };
  const calls: [string, Record<string, unknown>][] = [];
  const map = {
    on: (name: string, listener: () => void) => listeners.set(name, listener),
    getCenter: () => ({ ...center, wrap: () => center }),
    getZoom: () => 5,
    getContainer: () => ({ clientWidth: 1000, clientHeight: 600 }),
    project: () => on_screen,
    unproject: ([x, y]: [number, number]) => `place at ${x} ${y}`,
    isMoving: () => moving,
    setPadding: (padding: object) => calls.push(['setPadding', { padding }]),
    easeTo: (options: Record<string, unknown>) => calls.push(['easeTo', options]),
    jumpTo: (options: Record<string, unknown>) => calls.push(['jumpTo', options]),
    fitBounds: (bounds: number[], options: object) => calls.push(['fitBounds', { bounds, ...options }]),
  };
  return {
    map: map as unknown as LibraryMap,
    calls,
    names: () => calls.map(([name]) => name),
    fire: (name: string, event = {}) => listeners.get(name)?.(event),
    place: (lng: number, lat: number) => {
      center = { lng, lat };
    },
    move: (now: boolean) => {
      moving = now;
    },
    show: (x: number, y: number) => {
      on_screen = { x, y };
    },
  };
}

describe('MapCamera', () => {
  it('reports each new position once, when the movement ends', () => {
    const { map, fire, place } = stub();
    const onMove = vi.fn<(camera: Camera) => void>();
    new MapCamera(map, onMove);
    fire('moveend');
    fire('moveend');
    place(-90, 40);
    fire('moveend');
    expect(onMove.mock.calls.map(([{ longitude }]) => longitude)).toEqual([-100, -90]);
  });

  it('says of each position whether a person has placed it, or a fit', () => {
    const { map, fire, place } = stub();
    const onMove = vi.fn<(camera: Camera, placed: boolean) => void>();
    const camera = new MapCamera(map, onMove);
    const stopAt = (longitude: number) => {
      place(longitude, 40);
      fire('moveend');
      return onMove.mock.calls.at(-1)?.[1];
    };
    expect(stopAt(-100)).toBe(false);
    fire('movestart', { originalEvent: {} });
    expect(stopAt(-90)).toBe(true);
    camera.runFit(() => camera.fit(BOX, true));
    expect(stopAt(-99)).toBe(false);
    camera.zoomBy(1, null);
    expect(stopAt(-98)).toBe(true);
  });

  it('shows what a fit has brought to the edge of a narrow uncovered area', () => {
    const { map, show } = stub();
    const camera = new MapCamera(map, vi.fn());
    const place = { latitude: 40, longitude: -100 };
    show(22, 300);
    expect(camera.shows(place)).toBe(false);
    camera.setPadding({ ...NONE, right: 700 }, null);
    expect(camera.shows(place)).toBe(true);
    show(18, 300);
    expect(camera.shows(place)).toBe(false);
  });

  it.each([
    { center: [-97, 38], zoom: 4, left: 0, right: 0 },
    { center: [-97.3, 38.1], zoom: 5.3, left: 300, right: 0 },
    { center: [178, -41], zoom: 3, left: 20, right: 390 },
    { center: [-179.5, 65], zoom: 2.2, left: 0, right: 100 },
  ] as const)('counts as outside what it does not show: around $center at $zoom', (at) => {
    const degrees = (from: number, to: number) =>
      Array.from({ length: 72 }, (_, n) => from + (n * (to - from)) / 71);
    const places = degrees(-80, 80).flatMap((latitude) =>
      degrees(-180, 180).map((longitude) => ({ latitude, longitude })),
    );
    const map = new FakeMaplibreMap();
    map.jumpTo({ center: [...at.center], zoom: at.zoom });
    const camera = new MapCamera(map as unknown as LibraryMap, () => undefined);
    camera.setPadding({ ...NONE, left: at.left, right: at.right }, null);
    const outside = places.filter((place) => !camera.shows(place)).length;
    expect(outside).toBeGreaterThan(0);
    expect(outside).toBeLessThan(places.length);
    expect(camera.countOutside(places)).toBe(outside);
  });

  it('leaves a narrow uncovered area to the loads, not to margins', () => {
    const { map, calls } = stub();
    const camera = new MapCamera(map, () => undefined);
    const marginOf = (right: number) => {
      camera.setPadding({ ...NONE, right }, null);
      camera.fit(BOX, false);
      return calls.at(-1)?.[1].padding;
    };
    // Of 1000 x 600 pixels, 700 are covered.
    expect(marginOf(700)).toMatchObject({ left: expect.closeTo(21), right: expect.closeTo(21) });
    expect(marginOf(0)).toMatchObject({ left: expect.closeTo(42), right: expect.closeTo(42) });
  });

  it('repeats a fit of which a new padding covers what is to be kept in view', () => {
    const { map, names, show } = stub();
    const camera = new MapCamera(map, vi.fn());
    camera.runFit(() => camera.fit(BOX, true));
    camera.setPadding({ ...NONE, right: 100 }, { latitude: 35, longitude: -101 });
    expect(names().filter((name) => name === 'fitBounds')).toHaveLength(1);
    show(900, 300);
    camera.setPadding(PANEL, { latitude: 35, longitude: -101 });
    expect(names().filter((name) => name === 'fitBounds')).toHaveLength(2);
  });

  it('leaves room for the buttons beside what has labels', () => {
    const { map, calls } = stub();
    const camera = new MapCamera(map, () => undefined);
    camera.setPadding(PANEL, null);
    camera.fit(BOX, false, 11, 0.1);
    expect(calls.at(-1)?.[1].padding).toMatchObject({ left: 60, right: 64 });
  });

  it('fits into the uncovered area, even while the padding is changing', () => {
    const { map, calls } = stub();
    const camera = new MapCamera(map, vi.fn());
    camera.setPadding(PANEL, null);
    camera.fit(BOX, true);
    expect(calls.at(-2)).toEqual(['setPadding', { padding: PANEL }]);
    expect(calls.at(-1)?.[0]).toBe('fitBounds');
  });

  it('repeats a fit interrupted by a padding change', () => {
    const { map, names, move } = stub();
    const camera = new MapCamera(map, vi.fn());
    camera.runFit(() => camera.fit(BOX, true));
    move(true);
    camera.setPadding(PANEL, null);
    expect(names().filter((name) => name === 'fitBounds')).toHaveLength(2);
    expect(names()).not.toContain('easeTo');
  });

  it('fits again into another size, unless a person has moved the map', () => {
    const { map, names, fire } = stub();
    const camera = new MapCamera(map, vi.fn());
    const fits = () => names().filter((name) => name === 'fitBounds').length;
    camera.runFit(() => camera.fit(BOX, true));
    fire('resize');
    expect(fits()).toBe(2);
    fire('movestart', { originalEvent: {} });
    fire('resize');
    expect(fits()).toBe(2);
  });

  it('does not repeat a fit after the person moved the map', () => {
    const { map, names, fire, move } = stub();
    const camera = new MapCamera(map, vi.fn());
    camera.runFit(() => camera.fit(BOX, true));
    fire('movestart', { originalEvent: {} });
    move(true);
    camera.setPadding(PANEL, null);
    expect(names().filter((name) => name === 'fitBounds')).toHaveLength(1);
    expect(names()).toContain('easeTo');
  });

  it('uncovers the selected load, and otherwise keeps the visible area in place', () => {
    const { map, calls, show } = stub();
    const camera = new MapCamera(map, vi.fn());
    const truck = { latitude: 35, longitude: -101 };
    camera.setPadding(NONE, null);
    show(100, 300);
    camera.setPadding(PANEL, truck);
    // The center becomes the position in the middle of the uncovered area, so nothing moves on the screen.
    expect(calls.at(-1)?.[1]).toMatchObject({ center: 'place at 300 300', padding: PANEL });
    camera.setPadding(NONE, truck);
    expect(calls.at(-1)?.[1]).toMatchObject({ center: 'place at 500 300', padding: NONE });
    show(700, 300);
    camera.setPadding(PANEL, truck);
    expect(calls.at(-1)?.[1]).toMatchObject({ center: [-101, 35], padding: PANEL });
  });

  it('starts with its center in the uncovered area', () => {
    const { map, calls } = stub();
    new MapCamera(map, vi.fn()).setPadding(PANEL, null);
    expect(calls.at(-1)?.[1]).not.toHaveProperty('center');
  });

  it('ignores an unchanged padding', () => {
    const { map, calls } = stub();
    new MapCamera(map, vi.fn()).setPadding({ ...NONE }, null);
    expect(calls).toEqual([]);
  });
});
