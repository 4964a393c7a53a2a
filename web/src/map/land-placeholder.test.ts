import { MercatorCoordinate } from 'maplibre-gl';
import { describe, expect, it } from 'vitest';
import { firstView, WORLD_UNITS, worldPoint } from './land-placeholder.ts';

const numbers = (box: string | undefined) => (box ?? '').split(' ').map(Number);

describe('land placeholder', () => {
  it.each([
    [85.05, -180],
    [47.6, -122.3],
    [0, 0],
    [-33.9, 151.2],
  ])('projects %f, %f like the map', (latitude, longitude) => {
    const map = MercatorCoordinate.fromLngLat([longitude, latitude]);
    const { x, y } = worldPoint({ latitude, longitude });
    expect(x / WORLD_UNITS).toBeCloseTo(map.x, 9);
    expect(y / WORLD_UNITS).toBeCloseTo(map.y, 9);
  });

  it("shows a camera's view: at zoom 3 the world has 4096 pixels", () => {
    const view = firstView({ latitude: 0, longitude: 0, zoom: 3 });
    expect(view?.square).toBe(100);
    const [x, y, width, height] = numbers(view?.view_box);
    const units = (100 / 4096) * WORLD_UNITS;
    expect([width, height]).toEqual([units, units]);
    expect([x, y]).toEqual([WORLD_UNITS / 2 - units / 2, WORLD_UNITS / 2 - units / 2]);
  });

  it('shows the bounds that the map will fit', () => {
    const view = firstView({ west: -120, south: 30, east: -80, north: 45 });
    expect(view?.square).toBeNull();
    const [x = 0, y = 0, width = 0, height = 0] = numbers(view?.view_box);
    const from = worldPoint({ latitude: 45, longitude: -120 });
    const to = worldPoint({ latitude: 30, longitude: -80 });
    expect([x, y, x + width, y + height].map((n) => n.toFixed(1))).toEqual(
      [from.x, from.y, to.x, to.y].map((n) => n.toFixed(1)),
    );
  });

  it('is null at close zoom and for small bounds, where its coarse outline would mislead', () => {
    expect(firstView({ latitude: 40, longitude: -90, zoom: 7 })).toBeNull();
    expect(firstView({ west: -90.1, south: 40, east: -90, north: 40.1 })).toBeNull();
    expect(firstView({ west: -90, south: 40, east: -90, north: 40 })).toBeNull();
  });
});
