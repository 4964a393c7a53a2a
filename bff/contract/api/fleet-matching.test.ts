import { expect, test } from 'vitest';
import { companyForMatch, matchKeysOf, normalizeForMatch } from './fleet-matching.ts';

test.each([
  ['UXB-002', 'uxb-002'],
  ['UXB-002', ' uxb 002 '],
  ['UXB-002', 'UXB_002'],
  ['Mesa Haulage, Inc.', 'MESA HAULAGE INC'],
  ['Transportes Ibáñez', 'transportes ibanez'],
  ['ＵＸＢ－００２', 'UXB-002'],
])('%s looks like %s', (one, other) => expect(normalizeForMatch(one)).toBe(normalizeForMatch(other)));

test.each([
  ['UXB-002', 'UXB-020'],
  ['Mesa Haulage', 'Mesa Haulage 2'],
])('%s does not look like %s', (one, other) =>
  expect(normalizeForMatch(one)).not.toBe(normalizeForMatch(other)),
);

test.each(['MESA HAULAGE LLC', 'Mesa Haulage, L.L.C.', 'Mesa Haulage Co., Inc.', 'Mesa Haulage corp'])(
  '%s may be Mesa Haulage',
  (name) => expect(companyForMatch(name)).toBe(companyForMatch('Mesa Haulage')),
);

test.each([
  ['DOT', '1234567', ['usdot_number', '1234567']],
  ['DOT', 'USDOT 1234567', ['usdot_number', '1234567']],
  ['usdot', ' 1,234,567 ', ['usdot_number', '1234567']],
  ['US DOT', '01234567', ['usdot_number', '1234567']],
  ['MC', 'MC-456', ['mc_number', '456']],
  ['DOT', 'MC-456', ['mc_number', '456']],
  ['RFC', 'abc-12', ['regulatory_id', 'rfcabc12']],
])(
  'a regulatory ID is compared by its digits: %s %j',
  (fleet_regulatory_id_type, fleet_regulatory_id, key) => {
    expect(matchKeysOf({ fleet_regulatory_id_type, fleet_regulatory_id })).toEqual([key]);
  },
);

test('a regulatory ID without its type matches nothing', () => {
  expect(matchKeysOf({ fleet_regulatory_id: '1234567', fleet_regulatory_id_type: null })).toEqual([]);
});

test('an email address is compared with its punctuation, and empty values match nothing', () => {
  expect(matchKeysOf({ fleet_email: ' Ops@Mesa.Example ' })).toEqual([['fleet_email', 'ops@mesa.example']]);
  expect(matchKeysOf({ fleet_email: 'o.ps@mesa.example' })).toEqual([['fleet_email', 'o.ps@mesa.example']]);
  expect(matchKeysOf({ fleet_ref: '--', fleet_name: '', fleet_email: null })).toEqual([]);
});
