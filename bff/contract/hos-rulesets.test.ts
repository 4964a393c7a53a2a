import { expect, expectTypeOf, test } from 'vitest';
import { HOS_RULESETS } from './hos-meanings.ts';
import { HOS_RULESET_CODES, type HosRulesetCode, hosRulesetCode } from './hos-rulesets.ts';
import { TIME_ZONES, timeZone } from './time-zones.ts';

// Counted by hand in the interface: 11 + 12 property, 4 x 8 oilfield, 18 other interstate, 43 intrastate, 18 Canada.
test('contains all 134 codes, each once', () => {
  expect(11 + 12 + 4 * 8 + 18 + 43 + 18).toBe(134);
  expect(HOS_RULESET_CODES).toHaveLength(134);
  expect(new Set(HOS_RULESET_CODES).size).toBe(134);
});

test('each family has as many codes as the interface lists', () => {
  const count = (pattern: RegExp) => HOS_RULESET_CODES.filter((code) => pattern.test(code)).length;
  expect(count(/^US_INT_OIL(TR|WL)_(60_7|70_8)(?!.*_SH)/)).toBe(32);
  expect(count(/^US_INT_PROP_60_7/)).toBe(11 + 1); // and the one with _SLPVAR
  expect(count(/^US_INT_PROP_70_8/)).toBe(12 + 1);
  expect(count(/^US_\w\w_INTRA_/)).toBe(43);
  expect(count(/^US_CA_INTRA_/)).toBe(12);
  expect(count(/^CA_/)).toBe(18);
});

test.each([
  'US_INT_PROP_60_7',
  'US_INT_PROP_60_7_SH_NORST',
  'US_INT_PROP_70_8_SH_14H',
  'US_INT_OILWL_70_8_NOBRK_BIG_SLP',
  'US_INT_SALESP_NCDL_SH',
  'US_CA_INTRA_FARM_112_8',
  'CA_N60_OIL_TEAM',
  'CA_OIL_TEAM',
])('%s is a code', (code) => {
  expect(hosRulesetCode.safeParse(code).success).toBe(true);
});

test.each([
  'US_INT_PROP_60_7_SH_14H',
  'US_INT_PROP_60_7_SLP',
  'US_INT_OILTR_60_7_NORST',
  'us_int_prop_60_7',
  '',
])('%j is none', (code) => {
  expect(hosRulesetCode.safeParse(code).success).toBe(false);
});

test('codes are literal types, suffixes included', () => {
  expectTypeOf<'US_INT_OILWL_60_7_NOBRK_BIG_SLP'>().toExtend<HosRulesetCode>();
  expectTypeOf<'US_INT_PROP_60_7_SH_14H'>().not.toExtend<HosRulesetCode>();
  expectTypeOf<string>().not.toExtend<HosRulesetCode>();
});

test('every code is explained, and no two of a jurisdiction read the same', () => {
  expect(HOS_RULESETS.map((ruleset) => ruleset.code)).toEqual([...HOS_RULESET_CODES]);
  expect(new Set(HOS_RULESETS.map((r) => `${r.jurisdiction}: ${r.meaning}`)).size).toBe(134);
});

test.each([
  [
    'US_INT_PROP_70_8_NOBRK_BIG_SLP',
    'US interstate',
    'Property, 70 hours in 8 days, no 30-minute break, 16-hour big day, sleeper berth',
  ],
  [
    'US_INT_SALESP_NCDL_SH',
    'US interstate',
    'Driver-salesperson, without commercial license (non-CDL), short haul',
  ],
  ['US_INT_NOHOS_7', 'US interstate', 'No hours-of-service limits, 7-day period'],
  ['US_CA_INTRA_FARM_112_8', 'California intrastate', 'Farm products, 112 hours in 8 days'],
  ['US_CA_INTRA_OILTR_PROP', 'California intrastate', 'Oilfield transport, property'],
  ['CA_N60_C2_120_14', 'Canada, north of 60°N', 'Cycle 2, 120 hours in 14 days'],
  ['CA_SK_PROV_FERT_EX', 'Saskatchewan', 'Fertilizer hauling exemption'],
  ['CA_OIL_TEAM', 'Canada', 'Oil and gas field, team driving'],
])('%s reads as a person would say it', (code, jurisdiction, meaning) => {
  expect(HOS_RULESETS.find((ruleset) => ruleset.code === code)).toEqual({ code, jurisdiction, meaning });
});

test("contains all 183 time zones, each once, in the interface's order", () => {
  expect(TIME_ZONES).toHaveLength(183);
  expect(new Set(TIME_ZONES).size).toBe(183);
  expect([TIME_ZONES[0], TIME_ZONES[1], TIME_ZONES[182]]).toEqual([
    'UTC',
    'Pacific/Honolulu',
    'Pacific/Auckland',
  ]);
  expect(timeZone.safeParse('Mars/Olympus').success).toBe(false);
});

test('the runtime knows every time zone, so its offset can be shown', () => {
  for (const zone of TIME_ZONES)
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zone }), zone).not.toThrow();
});
