import { expect, test } from 'vitest';
import { confirmationOf, confirmed } from './agreements.ts';

const id = '00000000-0000-4000-8000-000000000001';
const fleet_id = '00000000-0000-4000-8000-000000000002';

test('a reference that can be typed is the confirmation text', () => {
  expect(confirmationOf({ id, fleet_id, fleet_ref: 'CARRIER 1000 / Ñ' })).toBe('CARRIER 1000 / Ñ');
});

test.each([
  ['is 609 characters long', 'R'.repeat(609)],
  ['has a space at its end', 'CARRIER-1 '],
  ['has two lines', 'CARRIER\n1'],
  ['has two spaces in a row', 'CARRIER  1'],
  ['turns the direction of text', 'CARRIER\u202e1'],
])('a reference that %s is not: the id takes its place', (_, fleet_ref) => {
  const wanted = confirmationOf({ id, fleet_id, fleet_ref });
  expect(wanted).toBe(fleet_id);
  expect(confirmed.safeParse({ confirm: wanted }).success).toBe(true);
  expect(confirmationOf({ id, fleet_id: null, fleet_ref })).toBe(id);
});
