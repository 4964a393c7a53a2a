import type { FuelFinding, FuelRow } from '@waypost/contract/api/fuel';
import { FUEL_CHECKS } from '@waypost/contract/api/url-enums';
import { describe, expect, it } from 'vitest';
import { CHECK_WORDS, costText, exactText, priceText, reasonOf, volumeWithUnit } from './words.ts';

describe('amounts', () => {
  it.each([
    ['1234567890123456.78', 2, '1,234,567,890,123,456.78'],
    ['0.1', 2, '0.10'],
    ['9007199254740993', 0, '9,007,199,254,740,993'],
    ['118.2345', 0, '118.2345'],
    ['-3', 2, '-3.00'],
    ['about 3', 2, 'about 3'],
  ])('%s keeps every digit', (decimal, decimals, text) => expect(exactText(decimal, decimals)).toBe(text));

  it('hide floating-point noise', () => {
    expect(volumeWithUnit('7964.99999999999978', 'L')).toBe('7,965 L');
    expect(volumeWithUnit('42317.804', 'gal')).toBe('42,317.8 gal');
    expect(volumeWithUnit('9007199254740993.25', 'gal')).toBe('9,007,199,254,740,993.3 gal');
    expect(volumeWithUnit('much', 'gal')).toBe('much gal');
    expect(exactText('265.49999999999994')).toBe('265.5');
  });

  it('always include currency and unit, or mark them as missing', () => {
    expect(costText('412.07', 'USD')).toBe('USD\u00a0412.07');
    expect(costText('1234567890123456.78', 'CAD')).toBe('CAD\u00a01,234,567,890,123,456.78');
    expect(costText('-3', 'USD')).toBe('-USD\u00a03.00');
    expect(costText('412.07', 'dollars')).toBe('412.07 dollars');
    expect(costText('412.07', null)).toBe('412.07 (no currency)');
    expect(volumeWithUnit('118.2', 'gal')).toBe('118.2 gal');
    expect(volumeWithUnit('118.2', null)).toBe('118.2 (no unit)');
    expect(priceText('3.4862', 'USD', 'gal')).toBe('USD\u00a03.4862 / gal');
    expect([costText(null, 'USD'), volumeWithUnit(null, 'L'), priceText(null, null, null)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

const finding = (over: Partial<FuelFinding>): FuelFinding => ({
  check: 'no_vehicle',
  transaction: { odometer: 1000, odometer_unit: 'mi', fuel_volume: 500, volume_unit: 'gal' } as FuelRow,
  distance_meters: null,
  seconds_apart: null,
  position: null,
  other: null,
  ...over,
});
const other = { id: 'x', occurred_at: '2026-11-19T10:00:00Z', odometer: 2000, odometer_unit: 'mi' };

describe('checks', () => {
  it('state their rule with its numbers', () => {
    for (const check of FUEL_CHECKS) expect(CHECK_WORDS[check].rule()).toMatch(/\w+\./);
    expect(CHECK_WORDS.above_tank.rule()).toContain('300 gal');
    expect(CHECK_WORDS.odometer_back.rule()).toContain('1 mi');
    expect(CHECK_WORDS.twice_at_once.rule()).toContain('20 min');
  });

  it.each([
    [
      finding({
        check: 'far_from_position',
        distance_meters: 160_934,
        seconds_apart: -600,
        position: { latitude: 1, longitude: 2, occurred_at: '2026-11-19T10:00:00Z' },
      }),
      /^Our recorded position was 100 mi away, at Nov 19, 2026.*, 10 min from the purchase\.$/,
    ],
    [
      finding({ check: 'odometer_back', other }),
      /^Odometer 1,000 mi, after 2,000 mi at the previous purchase, Nov 19/,
    ],
    [finding({ check: 'above_tank' }), /^500 gal in one purchase\.$/],
    [finding({ check: 'twice_at_once', seconds_apart: 120, other }), /same kind 2 min earlier, Nov 19/],
    [
      finding({ check: 'twice_at_once', seconds_apart: 120, distance_meters: 160_934 }),
      /2 min earlier, 100 mi away\.$/,
    ],
    [finding({}), /^Does not match a vehicle\.$/],
  ])('give a reason (%#)', (found, words) => expect(reasonOf(found)).toMatch(words));
});
