import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type AgreementUpdate,
  agreement,
  agreementListQuery,
  agreementUpdate,
  effectiveState,
} from './agreements.ts';
import { describeResponse, failures, id } from './testing/responses.ts';

describeResponse('share agreement', agreement, {
  full: {
    id: id(1),
    fleet_id: id(2),
    partner_id: id(3),
    fleet_ref: 'F-17',
    invitation_id: id(4),
    effective_date: '2026-01-01T00:00:00Z',
    expiration_date: '2027-01-01T00:00:00Z',
    scopes: { vehicle: 'read', vehicle_location: 'read_write', telepathy: 'all' },
    status: 'active',
  },
  minimal: { id: id(1) },
  enums: ['status'],
});

describe('updating an agreement', () => {
  test.each([
    ['nothing', {}],
    ['the start', { effective_date: '2026-12-01T00:00:00Z' }],
    ['the end', { expiration_date: '2026-12-01T00:00:00-06:00' }],
    ['no end any more', { expiration_date: null }],
  ])('%s', (_, body) => {
    expect(agreementUpdate.parse(body)).toEqual(body);
  });

  test.each([
    ['effective_date', null],
    ['effective_date', '2026-12-01'],
    ['expiration_date', '2026-12-01T00:00:00'],
    ['expiration_date', ''],
    ['status', 'paused'],
  ])('%s: %j is refused', (field, value) => {
    expect(failures(agreementUpdate, { [field]: value })).toEqual([field]);
  });
});

describe('effective state', () => {
  const from = '2026-11-01T00:00:00Z';
  const to = '2026-12-01T00:00:00Z';
  const at = (text: string) => Date.parse(text);
  const active = { status: 'active', effective_date: from, expiration_date: to };

  test.each([
    ['a millisecond before the start', at(from) - 1, { state: 'scheduled', shared: false, changes_at: from }],
    ['at the start', at(from), { state: 'active', shared: true, changes_at: to }],
    ['a millisecond before the end', at(to) - 1, { state: 'active', shared: true, changes_at: to }],
    ['at the end', at(to), { state: 'ended', shared: false, changes_at: null }],
    ['long after', at(to) + 1e10, { state: 'ended', shared: false, changes_at: null }],
  ])('%s', (_, now, expected) => {
    expect(effectiveState(active, now)).toEqual(expected);
  });

  test.each([null, undefined])('an expiration date of %s means no end', (expiration_date) => {
    expect(effectiveState({ ...active, expiration_date }, at(to) * 2)).toEqual({
      state: 'active',
      shared: true,
      changes_at: null,
    });
  });

  test('without an effective date, an active agreement has begun', () => {
    expect(effectiveState({ status: 'active' }, 0)).toEqual({
      state: 'active',
      shared: true,
      changes_at: null,
    });
  });

  test.each([at(from) - 1, at(from), at(to), at(to) + 1])(
    'nothing is shared when the end is before the start: %i',
    (now) => {
      const turned = { status: 'active', effective_date: to, expiration_date: from };
      expect(effectiveState(turned, now).shared).toBe(false);
    },
  );

  test.each(['paused', 'cancelled', 'deleted', 'expired', 'added_next_year'])(
    '%s shares nothing, whatever the dates say',
    (status) => {
      expect(effectiveState({ ...active, status }, at(from))).toEqual({
        state: status,
        shared: false,
        changes_at: null,
      });
    },
  );

  test('a missing status does not count as active', () => {
    expect(effectiveState({ effective_date: from }, at(from)).state).toBe('unknown');
    expect(effectiveState({ status: null }, at(from)).shared).toBe(false);
  });
});

test('the list filters by known statuses', () => {
  expect(failures(agreementListQuery, { share_agreement_status: 'expired', fleet_ref: 'F' })).toEqual([]);
  expect(failures(agreementListQuery, { share_agreement_status: 'over', fleet_id: '1' })).toEqual([
    'fleet_id',
    'share_agreement_status',
  ]);
});

test('types: the expiration date can be removed, the effective date cannot', () => {
  expectTypeOf<AgreementUpdate['expiration_date']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<AgreementUpdate['effective_date']>().toEqualTypeOf<string | undefined>();
});
