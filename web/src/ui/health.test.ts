import { TRACKING_HEALTH } from '@waypost/contract/loads';
import { describe, expect, it } from 'vitest';
import { contrast, oklabDistance, SIGHTS, simulate } from '../testing/color.ts';
import { HEALTH_ICONS } from './HealthBadge.tsx';
import { HEALTH, HEALTH_ORDER, type HealthKey, healthKey, SURFACES, type Theme } from './health.ts';

const KEYS = Object.keys(HEALTH) as HealthKey[];
const THEMES: Theme[] = ['light', 'dark'];
/** Distance in OKLab; 0.02 is barely visible side by side, 0.08 is distinguishable at a glance. */
const MIN_DISTANCE = 0.08;

describe('health tokens', () => {
  it('cover every tracking health and "check"', () => {
    expect(KEYS.toSorted()).toEqual([...TRACKING_HEALTH, 'check'].toSorted());
    expect(HEALTH_ORDER.toSorted()).toEqual(KEYS.toSorted());
  });

  it('have distinct words and icons, because color alone is not accessible', () => {
    expect(new Set(KEYS.map((key) => HEALTH[key].word)).size).toBe(KEYS.length);
    expect(new Set(KEYS.map((key) => HEALTH_ICONS[key])).size).toBe(KEYS.length);
  });

  describe.each(THEMES)('%s theme', (theme) => {
    it.each(KEYS)('%s has enough contrast on every surface: text 4.5:1, shape 3:1', (key) => {
      for (const surface of SURFACES[theme]) {
        expect(contrast(HEALTH[key][theme].text, surface)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(HEALTH[key][theme].shape, surface)).toBeGreaterThanOrEqual(3);
      }
    });

    it.each(SIGHTS)('shapes are distinguishable with %s sight', (sight) => {
      const tooClose = KEYS.flatMap((a, i) =>
        KEYS.slice(i + 1).flatMap((b) => {
          const distance = oklabDistance(
            simulate(HEALTH[a][theme].shape, sight),
            simulate(HEALTH[b][theme].shape, sight),
          );
          return distance < MIN_DISTANCE ? [`${a} and ${b}: ${distance.toFixed(3)}`] : [];
        }),
      );
      expect(tooClose).toEqual([]);
    });
  });
});

describe('healthKey', () => {
  it('returns known values unchanged', () => {
    for (const value of TRACKING_HEALTH) expect(healthKey(value)).toBe(value);
  });
  it.each(['degraded', 'LIVE', '', 'toString', 'check', null])('returns unknown for %j', (value) => {
    expect(healthKey(value)).toBe('unknown');
  });
});
