import { describe, expect, it } from 'vitest';
import { invitation } from '../../testing/invitations.ts';
import { ago, HOUR, NOW } from '../../testing/loads.ts';
import { tableCsv } from '../../ui/resource-list/columns.ts';
import { CSV_COLUMNS } from './columns.tsx';
import { declineReasons, invitationOf, select } from './query.ts';
import { mergeInvitations } from './use-invitations.ts';

const DAY = 24 * HOUR;
const ends_soon = invitation(1, { expires_at: ago(-3 * HOUR), valid_from: ago(69 * HOUR) });
const viewed = invitation(2, { viewed_at: ago(30 * HOUR), expires_at: ago(-40 * HOUR) });
const fresh = invitation(3);
const accepted = invitation(4, { status: 'accepted', accepted_at: ago(DAY), fleet_name: 'Blue Mesa' });
const declined = invitation(5, { status: 'declined', declined_at: ago(DAY), decline_reason: 'Wrong number' });
const lapsed = invitation(6, { expires_at: ago(20 * DAY), valid_from: ago(23 * DAY) });
const chased = invitation(7, {
  ...ends_soon,
  key: invitation(7).key,
  fleet_ref: 'CARRIER-7',
  chased_at: ago(HOUR),
});
const odd = invitation(8, { status: 'paused_by_service' });
const ALL = [odd, accepted, fresh, chased, lapsed, declined, viewed, ends_soon];
const refs = (query: Parameters<typeof select>[1]) =>
  select(ALL, query, NOW).items.map(({ fleet_ref }) => fleet_ref);

describe('the list', () => {
  it('starts with due follow-ups, most urgent first, then those waiting for an answer', () => {
    expect(refs({}).slice(0, 4)).toEqual(['CARRIER-1', 'CARRIER-2', 'CARRIER-7', 'CARRIER-3']);
    expect(refs({ show: 'chase' })).toEqual(['CARRIER-1', 'CARRIER-2']);
  });

  it('ends with those that ended without an answer, and last those that were withdrawn', () => {
    const withdrawn = invitation(9, { status: 'deleted', valid_from: ago(HOUR) });
    const ended = select([withdrawn, lapsed, declined, accepted], {}, NOW).items;
    expect(ended.map(({ key }) => key)).toEqual(
      [accepted, declined, lapsed, withdrawn].map(({ key }) => key),
    );
  });

  it('counts by current state: past its expiry an invitation is expired, whatever the last event was', () => {
    expect(select(ALL, { q: 'nobody' }, NOW).counts).toEqual({
      all: 8,
      chase: 2,
      not_shared: 0,
      shared: 3,
      viewed: 1,
      accepted: 1,
      declined: 1,
      expired: 1,
      deleted: 0,
      other: 1,
    });
    expect(select([ends_soon], {}, NOW + 4 * HOUR).counts).toMatchObject({ shared: 0, expired: 1 });
  });

  it.each([
    ['blue mesa', ['CARRIER-4']],
    ['wrong', ['CARRIER-5']],
    ['expired', ['CARRIER-6']],
    ['paused', ['CARRIER-8']],
    ['carrier-2', ['CARRIER-2']],
  ])('finds %s', (q, wanted) => expect(refs({ q })).toEqual(wanted));

  it('sorts references naturally, those without a value last in both directions', () => {
    const two = [invitation(10), invitation(9), invitation(11, { fleet_ref: null })];
    const by = (sort: string) => select(two, { sort }, NOW).items.map(({ fleet_ref }) => fleet_ref);
    expect(by('fleet')).toEqual(['CARRIER-9', 'CARRIER-10', null]);
    expect(by('-fleet')).toEqual(['CARRIER-10', 'CARRIER-9', null]);
  });
});

it('renews the latest invitation of the reference that was not withdrawn', () => {
  const withdrawn = invitation(1, { status: 'deleted' });
  const older = invitation(2, { fleet_ref: 'CARRIER-1' });
  expect(invitationOf([withdrawn, older], 'CARRIER-1')).toBe(older);
  expect(invitationOf([withdrawn], 'CARRIER-1')).toBeNull();
});

it('merges newer versions from the stream and ignores older ones', () => {
  const before = [invitation(1, { version: 3 }), invitation(2)];
  const newer = invitation(1, { version: 4, status: 'accepted' });
  const after = mergeInvitations(before, [
    newer,
    invitation(2, { version: 0, status: 'declined' }),
    invitation(3),
  ]);
  expect(after.map(({ fleet_ref, status }) => [fleet_ref, status])).toEqual([
    ['CARRIER-3', 'active'],
    ['CARRIER-1', 'accepted'],
    ['CARRIER-2', 'active'],
  ]);
});

it('exports a table without anything that could open an invitation', () => {
  const text = tableCsv(CSV_COLUMNS, [ends_soon, declined], NOW);
  const [head, first, second] = text.trim().split('\r\n');
  expect(head).toContain('fleet_ref,fleet_name,stage');
  expect(first).toContain('CARRIER-1,,shared,active,ends_soon');
  expect(second).toContain('Wrong number');
  expect(text).not.toContain(ends_soon.key);
});

it('groups decline reasons by reading, showing the first spelling', () => {
  expect(declineReasons([null, 'sold  the fleet.', 'Too busy', ' Sold the fleet'])).toEqual([
    { reason: 'Sold the fleet', count: 2 },
    { reason: null, count: 1 },
    { reason: 'Too busy', count: 1 },
  ]);
});
