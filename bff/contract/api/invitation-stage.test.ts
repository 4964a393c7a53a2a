import { describe, expect, test } from 'vitest';
import type { InvitationCreate } from '../invitations.ts';
import { defaultPermissions } from '../resources.ts';
import { chaseReason, invitationStage, refreshChanges } from './invitation-stage.ts';
import type { BoardInvitation } from './invitations.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const at = (hours: number) => new Date(NOW + hours * 3600_000).toISOString();

type Given = Parameters<typeof chaseReason>[0];
const given = (more: Partial<Given> = {}): Given => ({
  status: 'active',
  created_at: at(-10),
  valid_from: at(-10),
  expires_at: at(62),
  viewed_at: null,
  shared_at: at(-9),
  created_by_name: 'Kim',
  follow_up_at: null,
  chased_at: null,
  unsubscribed_at: null,
  ...more,
});

describe('invitation stage', () => {
  test.each([
    [{}, 'shared'],
    [{ shared_at: null }, 'not_shared'],
    [{ shared_at: null, viewed_at: at(-1) }, 'viewed'],
    [{ shared_at: null, expires_at: at(0) }, 'expired'],
    [{ viewed_at: at(-1) }, 'viewed'],
    [{ expires_at: at(0) }, 'expired'],
    [{ viewed_at: at(-1), expires_at: at(-1) }, 'expired'],
    [{ status: 'accepted', expires_at: at(-1) }, 'accepted'],
    [{ status: 'declined' }, 'declined'],
    [{ status: 'deleted' }, 'deleted'],
    [{ status: 'under_review' }, 'other'],
    [{ status: null }, 'shared'],
  ] as const)('of %j is %s', (more, stage) => {
    expect(invitationStage(given(more), NOW)).toBe(stage);
  });
});

describe('follow-up reason', () => {
  test.each([
    ['young and unseen: nobody', {}, null],
    ['unseen for two days since it was shared', { valid_from: at(-72), shared_at: at(-48) }, 'not_viewed'],
    ['created two days ago and shared today: nobody', { valid_from: at(-48), expires_at: at(48) }, null],
    ['not shared: at once', { shared_at: null }, 'not_shared'],
    [
      'created elsewhere, so it is unknown whether it was shared: none',
      { shared_at: null, created_by_name: null },
      null,
    ],
    [
      'created elsewhere and not viewed for two days',
      { shared_at: null, created_by_name: null, valid_from: at(-48), expires_at: at(48) },
      'not_viewed',
    ],
    ['not shared, and followed up today: nobody', { shared_at: null, chased_at: at(-1) }, null],
    ['viewed a day ago and not answered', { valid_from: at(-30), viewed_at: at(-24) }, 'viewed_not_answered'],
    ['viewed just now: nobody', { viewed_at: at(-1) }, null],
    [
      'postponed to a time after its end: its last day',
      { valid_from: at(-60), expires_at: at(12), follow_up_at: at(20) },
      'ends_soon',
    ],
    [
      'reached today, and planned for a time after its end: nobody',
      { valid_from: at(-60), expires_at: at(12), follow_up_at: at(20), chased_at: at(-1) },
      null,
    ],
    [
      'postponed to a time before its end: nobody',
      { valid_from: at(-60), expires_at: at(12), follow_up_at: at(4) },
      null,
    ],
    ['its last day', { valid_from: at(-60), expires_at: at(12) }, 'ends_soon'],
    ['a link for four hours, in its first hour: nobody', { valid_from: at(-1), expires_at: at(3) }, null],
    ['a link for four hours, in its last', { valid_from: at(-3), expires_at: at(1) }, 'ends_soon'],
    ['expired yesterday', { expires_at: at(-24) }, 'expired'],
    ['expired long ago: nobody', { expires_at: at(-24 * 15) }, null],
    ['chased today: nobody', { valid_from: at(-60), expires_at: at(12), chased_at: at(-2) }, null],
    ['unsubscribed, so that only a call reaches it', { unsubscribed_at: at(-1) }, 'unsubscribed'],
    [
      'unsubscribed after it was followed up today',
      { chased_at: at(-2), unsubscribed_at: at(-1) },
      'unsubscribed',
    ],
    ['followed up since it unsubscribed: nobody', { chased_at: at(-1), unsubscribed_at: at(-2) }, null],
    [
      'unsubscribed, in its last day',
      { valid_from: at(-60), expires_at: at(12), unsubscribed_at: at(-2) },
      'ends_soon',
    ],
    [
      'unsubscribed and postponed: nobody',
      { valid_from: at(-30), follow_up_at: at(4), unsubscribed_at: at(-2) },
      null,
    ],
    ['unsubscribed and accepted: nobody', { status: 'accepted', unsubscribed_at: at(-2) }, null],
    ['accepted: nobody', { status: 'accepted' }, null],
    ['declined: nobody', { status: 'declined' }, null],
  ] as const)('%s', (_, more, reason) => {
    expect(chaseReason(given(more), NOW)).toBe(reason);
  });
});

describe('changes made by a refresh', () => {
  const there = {
    expires_at: at(5),
    fleet_name: 'Old',
    fleet_phone: '555',
    limit_tsps: ['b', 'a'],
    exclude_tsps: null,
    permissions: { vehicle: 'read' },
  } as unknown as BoardInvitation;
  const changes = (body: object) =>
    Object.fromEntries(
      refreshChanges(there, { fleet_ref: 'F', expires_in_hours: 72, ...body }, NOW).map((one) => [
        one.field,
        one.effect,
      ]),
    );

  test('expires_at always changes; omitted fields are reported, and omitted provider lists are kept', () => {
    expect(changes({})).toEqual({
      expires_at: 'set',
      fleet_name: 'left_out',
      fleet_phone: 'left_out',
      permissions: 'set',
      limit_tsps: 'kept',
    });
  });

  test('an empty list clears, null clears a field, unchanged fields are not listed', () => {
    const body = { fleet_name: 'New', fleet_phone: null, limit_tsps: [], permissions: { vehicle: 'read' } };
    expect(changes(body)).toEqual({
      expires_at: 'set',
      fleet_name: 'set',
      fleet_phone: 'cleared',
      limit_tsps: 'cleared',
    });
    expect(changes({ ...body, limit_tsps: ['a', 'b'] })).not.toHaveProperty('limit_tsps');
  });

  test.each([
    [{}, defaultPermissions([])],
    [{ permissions: null }, defaultPermissions([])],
    [{ write_permissions: ['user'] }, defaultPermissions(['user'])],
  ])('without permissions, it asks to read everything: %j', (body, after) => {
    const found = refreshChanges(there, { fleet_ref: 'F', ...body } as InvitationCreate, NOW);
    expect(found.filter(({ field }) => field.includes('permissions'))).toEqual([
      { field: 'permissions', before: { vehicle: 'read' }, after, effect: 'set' },
    ]);
    const asked = { ...there, permissions: after } as BoardInvitation;
    expect(refreshChanges(asked, { fleet_ref: 'F', ...body } as InvitationCreate, NOW)).not.toContainEqual(
      expect.objectContaining({ field: 'permissions' }),
    );
  });
});
