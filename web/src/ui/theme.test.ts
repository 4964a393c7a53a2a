import { describe, expect, it } from 'vitest';
import { contrast, oklabDistance, simulate } from './color.ts';
import { DANGER, HEALTH, HEALTH_ORDER, SURFACES, type Theme } from './health.ts';
import { CHROME } from './theme.ts';

const THEMES: Theme[] = ['light', 'dark'];
/** Distance in OKLab. Less than between two healths: the accent never stands as a mark among them, but it draws charts. */
const APART = 0.06;

describe.each(THEMES)('the accent of charts, %s theme', (theme) => {
  const { accent } = CHROME[theme];

  it('reads on every surface', () => {
    for (const surface of SURFACES[theme]) expect(contrast(accent, surface)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['normal', 'deuteranopia', 'protanopia'] as const)(
    'is distinct from health and danger with %s sight',
    (sight) => {
      const others = [DANGER, ...HEALTH_ORDER.map((key) => HEALTH[key][theme].shape)];
      const tooClose = others.filter(
        (other) => oklabDistance(simulate(accent, sight), simulate(other, sight)) < APART,
      );
      expect(tooClose).toEqual([]);
    },
  );
});
