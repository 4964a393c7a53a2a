import { describe, expect, it } from 'vitest';
import { contrast, oklabDistance, SIGHTS, type Sight, simulate } from '../testing/color.ts';
import { HEALTH, HEALTH_ORDER, SURFACES, type Theme } from './health.ts';
import { CHROME } from './theme.ts';

const THEMES: Theme[] = ['light', 'dark'];
/** Distances in OKLab. The accent never marks a health, but it is used in charts. */
const MIN_ACCENT_DISTANCE = 0.06;
const MIN_DANGER_DISTANCE = 0.08;

describe.each(THEMES)('%s theme', (theme) => {
  const { accent, danger } = CHROME[theme];
  const shapes = HEALTH_ORDER.map((key) => HEALTH[key][theme].shape);
  const nearest = (color: string, others: readonly string[], sight: Sight) =>
    Math.min(...others.map((other) => oklabDistance(simulate(color, sight), simulate(other, sight))));

  it('the accent has enough contrast on every surface', () => {
    for (const surface of SURFACES[theme]) expect(contrast(accent, surface)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SIGHTS)('the accent is distinct from health and danger with %s sight', (sight) => {
    expect(nearest(accent, [danger, ...shapes], sight)).toBeGreaterThanOrEqual(MIN_ACCENT_DISTANCE);
  });

  it('the danger color has enough contrast with white text and every surface', () => {
    expect(contrast(danger, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    for (const surface of SURFACES[theme]) expect(contrast(danger, surface)).toBeGreaterThanOrEqual(3);
  });

  it.each(SIGHTS)('the danger color is distinct from every health color with %s sight', (sight) => {
    expect(nearest(danger, shapes, sight)).toBeGreaterThanOrEqual(MIN_DANGER_DISTANCE);
  });
});
