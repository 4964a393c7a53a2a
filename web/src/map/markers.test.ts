import { describe, expect, it } from 'vitest';
import { contrast } from '../testing/color.ts';
import { type MarkerKind, SURFACES, type Theme } from '../ui/health.ts';
import { FADE_STEPS, fadeStep, markerIcon, markerStrokes, parseMarkerIcon, staleColor } from './markers.ts';

const KINDS: MarkerKind[] = ['live', 'live-parked', 'stale', 'unknown', 'check'];
const THEMES: Theme[] = ['light', 'dark'];

describe('markers', () => {
  it('have distinct silhouettes, so that they differ without color', () => {
    const outlines = KINDS.map((kind) =>
      markerStrokes(kind, 'light')
        .map(({ path, fill, stroke, dash }) => `${path}|${!!fill}|${!!stroke}|${dash ?? ''}`)
        .join(),
    );
    expect(new Set(outlines).size).toBe(KINDS.length);
  });

  it.each(KINDS)('%s survives a round trip through its image name', (kind) => {
    expect(parseMarkerIcon(markerIcon(kind, 0.6))?.kind).toBe(kind);
  });

  it('other image names are not markers', () => {
    for (const name of ['', 'stale', 'stale-4', 'airport', 'constructor'])
      expect(parseMarkerIcon(name)).toBeNull();
  });
});

describe('a stale marker', () => {
  it.each([
    [-1, 0],
    [0, 0],
    [0.24, 0],
    [0.25, 1],
    [0.99, 3],
    [1, 3],
    [7, 3],
    [Number.NaN, 0],
  ])('of age %d is at step %d', (age, step) => {
    expect(fadeStep(age)).toBe(step);
  });

  it.each(THEMES)('fades with age in the %s theme, always with a contrast of 3:1', (theme) => {
    const colors = Array.from({ length: FADE_STEPS }, (_, step) => staleColor(step, theme));
    expect(new Set(colors).size).toBe(FADE_STEPS);
    for (const color of colors) {
      for (const surface of SURFACES[theme]) expect(contrast(color, surface)).toBeGreaterThanOrEqual(3);
    }
  });
});
