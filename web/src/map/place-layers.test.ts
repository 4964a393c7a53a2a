import { expect, it } from 'vitest';
import { contrast } from '../testing/color.ts';
import { PALETTE } from './palette.ts';
import { placeFeatures } from './place-layers.ts';

it('writes places as points with their count', () => {
  expect(placeFeatures([{ id: 'a', latitude: 35, longitude: -101, count: 7 }]).features).toEqual([
    {
      type: 'Feature',
      properties: { id: 'a', count: 7 },
      geometry: { type: 'Point', coordinates: [-101, 35] },
    },
  ]);
});

it.each(['light', 'dark'] as const)('has numbers that can be read on their points, %s', (theme) => {
  expect(contrast(PALETTE[theme].casing, PALETTE[theme].trail)).toBeGreaterThanOrEqual(4.5);
});
