import { expect, test } from 'vitest';
import { likenessesOf, likenessOf } from './likeness.ts';

test.each([
  ['UXB-002', 'uxb-002'],
  ['UXB-002', ' uxb 002 '],
  ['UXB-002', 'UXB_002'],
  ['Mesa Haulage, Inc.', 'MESA HAULAGE INC'],
  ['Transportes Ibáñez', 'transportes ibanez'],
  ['ＵＸＢ－００２', 'UXB-002'],
])('%s looks like %s', (one, other) => expect(likenessOf(one)).toBe(likenessOf(other)));

test.each([
  ['UXB-002', 'UXB-020'],
  ['Mesa Haulage', 'Mesa Haulage 2'],
])('%s does not look like %s', (one, other) => expect(likenessOf(one)).not.toBe(likenessOf(other)));

test('an address is compared with its signs, and what is empty with nothing', () => {
  expect(likenessesOf({ fleet_email: ' Ops@Mesa.Example ' })).toEqual([['fleet_email', 'ops@mesa.example']]);
  expect(likenessesOf({ fleet_email: 'o.ps@mesa.example' })).toEqual([['fleet_email', 'o.ps@mesa.example']]);
  expect(likenessesOf({ fleet_ref: '--', fleet_name: '', fleet_email: null })).toEqual([]);
});
