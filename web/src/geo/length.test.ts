import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import {
  KEY_RADIUS,
  LENGTH_UNITS,
  lengthNumber,
  lengthText,
  METERS_PER,
  niceRadius,
  parseLength,
  roundLengthText,
  stepRadius,
} from './length.ts';

const meters = (text: string) => {
  const parsed = parseLength(text, 'm');
  return parsed.ok ? Number(parsed.meters.toFixed(4)) : parsed.reason;
};

describe('parseLength', () => {
  it.each([
    ['800', 800],
    ['800 m', 800],
    ['800m.', 800],
    ['1.5 km', 1500],
    ['1,5 km', 1500],
    ['1,500 m', 1500],
    ['1 500 metres', 1500],
    ['12,500.5 m', 12500.5],
    ['.5 mi', 804.672],
    ['5 280 ft', 1609.344],
    ["30'", 9.144],
    ['0.5mi', 804.672],
    ['1/2 mile', 804.672],
    ['½ mi', 804.672],
    ['1 ½ miles', 2414.016],
    ['  2 KM ', 2000],
    ['1 foot', 0.3048],
  ])('%s is %d m', (text, expected) => {
    expect(meters(text)).toBe(expected);
  });

  it('uses the default unit when none is written, and returns the unit used', () => {
    expect(parseLength('2', 'mi')).toEqual({ ok: true, meters: 3218.688, value: 2, unit: 'mi' });
    expect(parseLength('2 km', 'mi')).toMatchObject({ unit: 'km', value: 2 });
  });

  it.each([
    ['', 'must not be empty'],
    ['0', 'more than 0'],
    ['-5 m', 'more than 0'],
    ['5 yd', 'not in “yd”'],
    ['wide', 'such as 800 m'],
    ['1/0 mi', 'must start with a number'],
    ['1,2,3 m', 'must start with a number'],
    ['1.2.3', 'must start with a number'],
    ['5 m 3', 'such as 800 m'],
  ])('rejects %j with a reason', (text, reason) => {
    expect(meters(text)).toContain(reason);
  });

  it('never throws, and returns only positive finite numbers', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseLength(text, 'm');
        expect(parsed.ok ? parsed.meters > 0 && Number.isFinite(parsed.meters) : parsed.reason !== '').toBe(
          true,
        );
      }),
    );
  });

  it('parses the output of lengthText, within its rounding', () => {
    const length = fc.double({ min: 10, max: 200_000, noNaN: true });
    fc.assert(
      fc.property(length, fc.constantFrom(...LENGTH_UNITS), (given, unit) => {
        const parsed = parseLength(lengthText(given, unit), 'm');
        expect(parsed.ok && parsed.unit).toBe(unit);
        // Half of the last decimal: 0.5 m or ft, 5 m, 8 m; less when more decimals are written.
        expect(Math.abs((parsed.ok ? parsed.meters : 0) - given)).toBeLessThanOrEqual(
          0.5 * METERS_PER[unit] * (unit === 'm' || unit === 'ft' ? 1 : 0.01) + 1e-6,
        );
      }),
    );
  });
});

describe('roundLengthText', () => {
  it('says an estimate as a person would, in miles or kilometers', () => {
    expect([79_400, 96_561, 3218.7, 900, 10].map((length) => roundLengthText(length, 'mi'))).toEqual([
      '50 mi',
      '60 mi',
      '2 mi',
      '0.6 mi',
      '0.1 mi',
    ]);
    expect(roundLengthText(79_400, 'ft')).toBe('50 mi');
    expect(roundLengthText(79_400, 'm')).toBe('80 km');
  });
});

describe('lengthNumber', () => {
  it('never rounds a positive length to 0', () => {
    expect(lengthNumber(10, 'mi')).toBe('0.0062');
    expect(lengthNumber(0, 'km')).toBe('0');
  });
  it('rounds to the decimals that a person would write', () => {
    expect([
      lengthText(1500, 'm'),
      lengthText(1500, 'km'),
      lengthText(1500, 'ft'),
      lengthText(1500, 'mi'),
    ]).toEqual(['1,500 m', '1.5 km', '4,921 ft', '0.93 mi']);
  });
});

const miles = (value: number) => value * METERS_PER.mi;

describe('stepRadius', () => {
  it('steps through the same round numbers of the unit up and down', () => {
    const up = [];
    for (let at = 1.8; at < 2.6; up.push(at))
      at = Number((stepRadius(miles(at), 'mi', 1) / METERS_PER.mi).toFixed(4));
    expect(up).toEqual([1.9, 2, 2.25, 2.5, 2.75]);
    const down = [];
    for (let at = 2.5; at > 1.8; down.push(at))
      at = Number((stepRadius(miles(at), 'mi', -1) / METERS_PER.mi).toFixed(4));
    expect(down).toEqual([2.25, 2, 1.9, 1.8]);
  });

  it('steps from any size to the next round one', () => {
    expect(stepRadius(1234, 'm', 1)).toBeCloseTo(1300);
    expect(stepRadius(1234, 'm', -1)).toBeCloseTo(1200);
    expect(stepRadius(1234, 'm', 1, true)).toBeCloseTo(1240);
  });

  it('stops at the minimum and the maximum', () => {
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
  it('returns the nearest round number', () => {
    expect(niceRadius(1234, 'm')).toBeCloseTo(1200);
    expect(niceRadius(miles(0.517), 'mi')).toBeCloseTo(miles(0.5));
    expect(niceRadius(1, 'ft')).toBeCloseTo(10, 0);
  });
});
