import { describe, expect, it } from 'vitest';
import { contrast } from '../testing/color.ts';
import { isOneYard } from './images.ts';
import { focusFeatures, loadProperties, overlayLayers } from './overlay.ts';
import { PALETTE } from './palette.ts';
import { placeFeatures } from './place-layers.ts';
import type { MapLoad } from './types.ts';

const LABELS = { place: () => [] };

const truck: MapLoad = {
  load_id: 'a',
  label: 'LD-1',
  latitude: 35.2,
  longitude: -101.8,
  marker: 'live',
  health: 'live',
  age_fade: 0.9,
  bearing_degrees: 272,
};

describe('loadProperties', () => {
  it('rotates only moving trucks', () => {
    expect(loadProperties(truck).bearing).toBe(270);
    expect(loadProperties({ ...truck, marker: 'stale' }).bearing).toBe(0);
    expect(loadProperties({ ...truck, bearing_degrees: null }).bearing).toBe(0);
  });
  it('fades only stale markers', () => {
    expect(loadProperties(truck).icon).toBe('live');
    expect(loadProperties({ ...truck, marker: 'stale' }).icon).toBe('stale-3');
  });
  it('ranks worse health higher', () => {
    const rank = (marker: MapLoad['marker']) => loadProperties({ ...truck, marker }).rank;
    expect(rank('check')).toBeGreaterThan(rank('stale'));
    expect(rank('stale')).toBeGreaterThan(rank('live'));
  });
});

describe('focusFeatures', () => {
  const roles = (selected: MapLoad | null, hovered: MapLoad | null) =>
    focusFeatures(selected, hovered, LABELS).features.map(({ properties }) => properties?.role);
  it('shows the selected and the hovered load', () => {
    expect(roles(truck, { ...truck, load_id: 'b' })).toEqual(['selected', 'hovered']);
  });
  it('shows a load that is both as selected only', () => {
    expect(roles(truck, truck)).toEqual(['selected']);
  });
  it('shows nothing without either', () => {
    expect(roles(null, null)).toEqual([]);
  });
});

it('labels of loads, moving or not, give way to those of layers above, and leave their markers', () => {
  for (const { layout } of overlayLayers('light').filter(({ id }) =>
    ['load-markers', 'load-gliding'].includes(id),
  ))
    expect(layout).toMatchObject({ 'icon-allow-overlap': true, 'text-optional': true });
  expect(overlayLayers('light').find(({ id }) => id === 'load-gliding')?.layout).not.toHaveProperty(
    'text-allow-overlap',
  );
});

describe('focus layers', () => {
  it('draw the selected load above the hovered one', () => {
    const layers = overlayLayers('light').filter(({ id }) => id === 'focus-markers' || id === 'focus-labels');
    expect(layers).toHaveLength(2);
    // MapLibre draws greater sort keys on top.
    for (const { layout } of layers)
      expect(layout).toMatchObject({
        'symbol-sort-key': ['case', ['==', ['get', 'role'], 'selected'], 1, 0],
      });
  });
});

describe('isOneYard', () => {
  const north = (meters: number) => ({ latitude: 35.2 + meters / 111_000, longitude: -101.8 });
  it('is true within one yard, and false across the road', () => {
    expect(isOneYard([north(0), north(20), north(55)])).toBe(true);
    expect(isOneYard([north(0), north(20), north(70)])).toBe(false);
  });
  it('is false without points', () => {
    expect(isOneYard([])).toBe(false);
  });
});

it('placeFeatures returns points with counts', () => {
  expect(placeFeatures([{ id: 'a', latitude: 35, longitude: -101, count: 7 }]).features).toEqual([
    {
      type: 'Feature',
      properties: { id: 'a', count: 7 },
      geometry: { type: 'Point', coordinates: [-101, 35] },
    },
  ]);
});

it.each(['light', 'dark'] as const)('place counts have enough contrast on their points, %s', (theme) => {
  expect(contrast(PALETTE[theme].casing, PALETTE[theme].trail)).toBeGreaterThanOrEqual(4.5);
});
