import { expect, it } from 'vitest';
import { attemptOf, failedOf, idOf, operationOf } from '../../testing/drivers.ts';
import { tableCsv } from '../../ui/resource-list/columns.ts';
import { CSV_COLUMNS } from './columns.tsx';
import { driversSearch } from './search.ts';
import { mergeOperations } from './use-operations.ts';
import {
  attemptText,
  countsOf,
  matches,
  operationTypeText,
  placeText,
  sortOperations,
  statusText,
  subjectText,
} from './words.ts';

it('names a user by an email as it was typed', () => {
  expect(subjectText({ subject: 'ops@xn--mller-kva.de' })).toBe('ops@müller.de');
});

it('a failed operation that was sent again needs no attention; an unknown status is shown in quotes', () => {
  const all = [
    operationOf(1),
    operationOf(2, { status: 'pending' }),
    failedOf(3),
    failedOf(4, { repeated_as: idOf(9) }),
    operationOf(5, { status: 'half_done' }),
    operationOf(6, { status: null }),
  ];
  expect(countsOf(all)).toEqual({ failed: 1, pending: 2, success: 1, again: 1, other: 1 });
  expect(all.map(statusText)).toEqual([
    'Success',
    'Pending',
    'Failed',
    'Sent again',
    '“half_done”',
    'Pending',
  ]);
});

it('every word must match names, emails, places or errors', () => {
  const user_email = 'j@xn--mller-kva.de';
  const one = failedOf(1, {
    subject: 'jdoe',
    user_email,
    last_attempt: attemptOf({ error_type: 'duplicate' }),
  });
  for (const q of [
    'JDOE',
    'j@müller.de',
    user_email,
    'jdoe milemarker',
    'duplicate carrier-1000',
    'failed ortiz',
    undefined,
  ])
    expect(matches(one, q)).toBe(true);
  expect(matches(one, 'jdoe axleline')).toBe(false);
});

it('lists what failed first, or sorts by the chosen column, then newest first', () => {
  const [a, b, c] = [
    operationOf(1, { subject: 'b' }),
    operationOf(2, { subject: 'a' }),
    failedOf(3, { subject: 'b' }),
  ];
  const ids = (sort: Parameters<typeof sortOperations>[1]) =>
    sortOperations([a, b, c], sort).map(({ id }) => id);
  expect(ids(undefined)).toEqual([c.id, a.id, b.id]);
  expect(ids('created')).toEqual([c.id, b.id, a.id]);
  expect(ids('-subject')).toEqual([a.id, c.id, b.id]);
  expect(ids('subject')).toEqual([b.id, a.id, c.id]);
  expect(ids('status')).toEqual([c.id, a.id, b.id]);
});

it('keeps the newer version of response and stream', () => {
  const before = [operationOf(1, { version: 5, status: 'success' })];
  const received = [operationOf(1, { version: 4, status: 'pending' }), operationOf(2)];
  expect(mergeOperations(before, received).map(({ id, status }) => [id, status])).toEqual([
    [idOf(1), 'success'],
    [idOf(2), 'success'],
  ]);
});

it('is shown in words and exported as CSV', () => {
  const one = failedOf(1);
  expect(operationTypeText(one)).toBe('Create user');
  expect(placeText(one)).toBe('Blue Mesa Haulage · CARRIER-1000 · Milemarker');
  expect(placeText({ ...one, fleet_name: null, fleet_ref: null, source_name: null })).toBe(idOf(900));
  expect(attemptText(attemptOf())).toBe('Provider rejected, 400');
  expect(attemptText(attemptOf({ error_type: null, response_status_code: null }))).toBe('Failed');
  const [head, row] = tableCsv(CSV_COLUMNS, [one], 0).split('\r\n');
  expect(head).toContain('operation_id,subject,partner_ref');
  expect(row).toContain('The provider rejected the data.');
});

it('falls back field by field for a malformed URL', () => {
  const search = { show: 'failed', q: 'jdoe', sort: 'fleet', operation: idOf(1) };
  expect(driversSearch.parse(search)).toEqual(search);
  expect(driversSearch.parse({ show: 'x', q: ' ', sort: {}, operation: '7' })).toEqual({});
});
