// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { CIRCLE_OVERLAY } from './circle-layers.ts';
import { ABOVE_BASEMAP, firstOf, joinStyle, type LazyOverlay } from './lazy-overlay.ts';
import { overlayLayers } from './overlay.ts';
import { FakeMaplibreMap } from './testing/maplibre.fake.ts';
import { TRAIL_OVERLAY } from './trail-control.ts';

const ORDER = [
  'circle-fill',
  'trail-ways',
  'load-markers',
  'load-clusters',
  'trail-ahead-labels',
  'truck-marker',
  'focus-halo',
];

function joined(...overlays: LazyOverlay[]) {
  const map = new FakeMaplibreMap();
  map.layers.push('basemap', ...overlayLayers('light').map(({ id }) => id));
  const already = new Set<LazyOverlay>();
  for (const overlay of overlays) joinStyle(map.library, overlay, 'light', already);
  return map;
}

it.each([
  ['circles before the trail', [CIRCLE_OVERLAY, TRAIL_OVERLAY]],
  ['the trail before circles', [TRAIL_OVERLAY, CIRCLE_OVERLAY]],
])('%s: circles are below the trail, the trail below the loads, the truck below the focus', (_, overlays) => {
  const { layers } = joined(...overlays);
  const over_clusters = [
    'trail-ahead-way',
    'trail-ahead-stops',
    'truck-marker',
    'circle-names',
    'circle-estimates',
  ];
  const labels = ['trail-ahead-labels', 'truck-marker'];
  expect(layers.filter((id) => ORDER.includes(id) && !labels.includes(id))).toEqual(
    ORDER.filter((id) => !labels.includes(id)),
  );
  for (const id of over_clusters) {
    expect(layers.indexOf(id)).toBeGreaterThan(layers.indexOf('load-clusters'));
    expect(layers.indexOf(id)).toBeLessThan(layers.indexOf('focus-halo'));
  }
  // The selected truck does not cover the names of its stops.
  expect(layers.indexOf('trail-ahead-labels')).toBeGreaterThan(layers.indexOf('focus-markers'));
  expect(layers.indexOf('trail-ahead-labels')).toBeLessThan(layers.indexOf('focus-labels'));
  expect(layers.indexOf('live-fill')).toBeGreaterThan(layers.indexOf('focus-labels'));
});

it('the basemap ends below the lowest of them, whatever has joined', () => {
  for (const overlays of [[], [TRAIL_OVERLAY], [TRAIL_OVERLAY, CIRCLE_OVERLAY]]) {
    const map = joined(...overlays);
    expect(firstOf(map.library, ABOVE_BASEMAP)).toBe(map.layers[1]);
  }
});

it('joins once', () => {
  const { layers } = joined(TRAIL_OVERLAY, TRAIL_OVERLAY);
  expect(new Set(layers).size).toBe(layers.length);
});
