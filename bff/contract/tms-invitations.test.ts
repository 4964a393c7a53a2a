import { expect, test } from 'vitest';
import { ASSUMPTIONS, withOverrides } from './assumptions.ts';
import { describeAnswer, id } from './testing/answers.ts';
import { tmsInvitation, tmsInvitationEndpoints } from './tms-invitations.ts';

describeAnswer('TMS invitation', tmsInvitation, {
  full: {
    id: id(1),
    status: 'active',
    created_at: '2026-11-20T06:00:00Z',
    expires_at: '2026-11-23T06:00:00Z',
  },
  minimal: { id: id(1) },
  enums: ['status'],
});

test('deleting keeps the path that the interface shows when the assumed list moves', () => {
  const shown = '/v2/orgs/tms-invitations/{tms_invitation_id}';
  const moved = tmsInvitationEndpoints(withOverrides({ paths: { tms_invitations: '/v2/tms' } }));
  expect(tmsInvitationEndpoints(ASSUMPTIONS).deleteTmsInvitation.path).toBe(shown);
  expect(moved.deleteTmsInvitation.path).toBe(shown);
  expect(moved.listTmsInvitations.path).toBe('/v2/tms');
});
