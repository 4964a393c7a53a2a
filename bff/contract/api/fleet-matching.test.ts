import { expect, test } from 'vitest';
import { matchKeysOf, normalizeForMatch } from './fleet-matching.ts';

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

test('an email address is compared with its punctuation, and empty values match nothing', () => {
  expect(matchKeysOf({ fleet_email: ' Ops@Mesa.Example ' })).toEqual([['fleet_email', 'ops@mesa.example']]);
  expect(matchKeysOf({ fleet_email: 'o.ps@mesa.example' })).toEqual([['fleet_email', 'o.ps@mesa.example']]);
  expect(matchKeysOf({ fleet_ref: '--', fleet_name: '', fleet_email: null })).toEqual([]);
});
