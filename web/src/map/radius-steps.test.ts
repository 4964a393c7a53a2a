import { describe, expect, it } from 'vitest';
import { KEY_RADIUS, LENGTH_UNITS, METERS_PER, niceRadius, stepRadius } from '../geo/length.ts';

const miles = (value: number) => value * METERS_PER.mi;

describe('stepRadius', () => {
  it('goes through round figures of the unit, up and down alike', () => {
    const up = [];
    for (let at = 1.8; at < 2.6; up.push(at))
      at = Number((stepRadius(miles(at), 'mi', 1) / METERS_PER.mi).toFixed(4));
    expect(up).toEqual([1.9, 2, 2.25, 2.5, 2.75]);
    const down = [];
    for (let at = 2.5; at > 1.8; down.push(at))
      at = Number((stepRadius(miles(at), 'mi', -1) / METERS_PER.mi).toFixed(4));
    expect(down).toEqual([2.25, 2, 1.9, 1.8]);
  });

  it('goes from any size to the next round one', () => {
    expect(stepRadius(1234, 'm', 1)).toBeCloseTo(1300);
    expect(stepRadius(1234, 'm', -1)).toBeCloseTo(1200);
    expect(stepRadius(1234, 'm', 1, true)).toBeCloseTo(1240);
  });

  it('reaches each end and stays there', () => {
    for (const unit of LENGTH_UNITS) {
      let [low, high] = [5000, 5000];
      for (let i = 0; i < 200; i++) {
        low = stepRadius(low, unit, -1);
        high = stepRadius(high, unit, 1);
      }
      expect(low).toBe(KEY_RADIUS.min);
      expect(high).toBe(KEY_RADIUS.max);
    }
  });
});

describe('niceRadius', () => {
  it('is the nearest round figure', () => {
    expect(niceRadius(1234, 'm')).toBeCloseTo(1200);
    expect(niceRadius(miles(0.517), 'mi')).toBeCloseTo(miles(0.5));
    expect(niceRadius(1, 'ft')).toBeCloseTo(10, 0);
  });
});
