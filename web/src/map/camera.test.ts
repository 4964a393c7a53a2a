import type { Map as LibraryMap } from 'maplibre-gl';
import { describe, expect, it, vi } from 'vitest';
import { MapCamera } from './camera.ts';
import type { Camera } from './types.ts';

const NONE = { top: 0, right: 0, bottom: 0, left: 0 };
const PANEL = { ...NONE, right: 400 };
const BOX = { west: -120, south: 30, east: -80, north: 48 };

/** The library's map as far as the camera uses it: 1000 by 600, every place in the middle by default. */
function stub() {
  const listeners = new Map<string, (event: { originalEvent?: unknown }) => void>();
  let center = { lng: -100, lat: 40 };
  let moving = false;
  let on_screen = { x: 500, y: 300 };
  const acts: [string, Record<string, unknown>][] = [];
  const map = {
    on: (name: string, listener: () => void) => listeners.set(name, listener),
    getCenter: () => ({ ...center, wrap: () => center }),
    getZoom: () => 5,
    getContainer: () => ({ clientWidth: 1000, clientHeight: 600 }),
    project: () => on_screen,
    unproject: ([x, y]: [number, number]) => `place at ${x} ${y}`,
    isMoving: () => moving,
    setPadding: (padding: object) => acts.push(['setPadding', { padding }]),
    easeTo: (options: Record<string, unknown>) => acts.push(['easeTo', options]),
    jumpTo: (options: Record<string, unknown>) => acts.push(['jumpTo', options]),
    zoomTo: (zoom: number) => acts.push(['zoomTo', { zoom }]),
    fitBounds: (bounds: number[], options: object) => acts.push(['fitBounds', { bounds, ...options }]),
  };
  return {
    map: map as unknown as LibraryMap,
    acts,
    names: () => acts.map(([name]) => name),
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
  it('reports a place once, when the camera has come to rest there', () => {
    const { map, fire, place } = stub();
    const onMove = vi.fn<(camera: Camera) => void>();
    new MapCamera(map, onMove);
    fire('moveend');
    fire('moveend');
    place(-90, 40);
    fire('moveend');
    expect(onMove.mock.calls.map(([{ longitude }]) => longitude)).toEqual([-100, -90]);
  });

  it('fits into what a panel leaves free, also while the panel is still coming', () => {
    const { map, acts } = stub();
    const camera = new MapCamera(map, vi.fn());
    camera.setPadding(PANEL, null);
    camera.fit(BOX, true);
    expect(acts.at(-2)).toEqual(['setPadding', { padding: PANEL }]);
    expect(acts.at(-1)?.[0]).toBe('fitBounds');
  });

  it('goes on with a fit that a panel interrupts', () => {
    const { map, names, move } = stub();
    const camera = new MapCamera(map, vi.fn());
    camera.pursue(() => camera.fit(BOX, true));
    move(true);
    camera.setPadding(PANEL, null);
    expect(names().filter((name) => name === 'fitBounds')).toHaveLength(2);
    expect(names()).not.toContain('easeTo');
  });

  it('does not go back to a fit after a hand moved the map', () => {
    const { map, names, fire, move } = stub();
    const camera = new MapCamera(map, vi.fn());
    camera.pursue(() => camera.fit(BOX, true));
    fire('movestart', { originalEvent: {} });
    move(true);
    camera.setPadding(PANEL, null);
    expect(names().filter((name) => name === 'fitBounds')).toHaveLength(1);
    expect(names()).toContain('easeTo');
  });

  it('brings the selected load out from under a panel, and leaves the view alone when it is seen', () => {
    const { map, acts, show } = stub();
    const camera = new MapCamera(map, vi.fn());
    const truck = { latitude: 35, longitude: -101 };
    camera.setPadding(NONE, null);
    show(100, 300);
    camera.setPadding(PANEL, truck);
    // The place in the middle of what stays uncovered becomes the center: nothing moves, and no marker leaves the map.
    expect(acts.at(-1)?.[1]).toMatchObject({ center: 'place at 300 300', padding: PANEL });
    camera.setPadding(NONE, truck);
    expect(acts.at(-1)?.[1]).toMatchObject({ center: 'place at 500 300', padding: NONE });
    show(700, 300);
    camera.setPadding(PANEL, truck);
    expect(acts.at(-1)?.[1]).toMatchObject({ center: [-101, 35], padding: PANEL });
  });

  it('begins with its center in the uncovered part', () => {
    const { map, acts } = stub();
    new MapCamera(map, vi.fn()).setPadding(PANEL, null);
    expect(acts.at(-1)?.[1]).not.toHaveProperty('center');
  });

  it('does nothing for a padding that it has', () => {
    const { map, acts } = stub();
    new MapCamera(map, vi.fn()).setPadding({ ...NONE }, null);
    expect(acts).toEqual([]);
  });
});
