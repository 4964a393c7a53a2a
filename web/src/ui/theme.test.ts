import { describe, expect, it } from 'vitest';
import { contrast, oklabDistance, SIGHTS, type Sight, simulate } from '../testing/color.ts';
import { HEALTH, HEALTH_ORDER, SURFACES, type Theme } from './health.ts';
import { CHROME } from './theme.ts';

const THEMES: Theme[] = ['light', 'dark'];
/** Distances in OKLab. The accent never stands as a mark among the healths, but it draws charts. */
const ACCENT_APART = 0.06;
const DANGER_APART = 0.08;

describe.each(THEMES)('%s theme', (theme) => {
  const { accent, danger } = CHROME[theme];
  const shapes = HEALTH_ORDER.map((key) => HEALTH[key][theme].shape);
  const nearest = (color: string, others: readonly string[], sight: Sight) =>
    Math.min(...others.map((other) => oklabDistance(simulate(color, sight), simulate(other, sight))));

  it('the accent of charts reads on every surface', () => {
    for (const surface of SURFACES[theme]) expect(contrast(accent, surface)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SIGHTS)('the accent of charts is distinct from health and danger with %s sight', (sight) => {
    expect(nearest(accent, [danger, ...shapes], sight)).toBeGreaterThanOrEqual(ACCENT_APART);
  });

  it('the hue of danger carries white letters and stands out on every surface', () => {
    expect(contrast(danger, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    for (const surface of SURFACES[theme]) expect(contrast(danger, surface)).toBeGreaterThanOrEqual(3);
  });

  it.each(SIGHTS)('the hue of danger is distinct from every health color with %s sight', (sight) => {
    expect(nearest(danger, shapes, sight)).toBeGreaterThanOrEqual(DANGER_APART);
  });
});
