import { expect, test } from 'vitest';
import { ASSUMPTIONS, withOverrides } from './assumptions.ts';
import { describeResponse, id } from './testing/responses.ts';
import { tmsInvitation, tmsInvitationEndpoints } from './tms-invitations.ts';

describeResponse('TMS invitation', tmsInvitation, {
  full: {
    id: id(1),
    status: 'active',
    created_at: '2026-11-20T06:00:00Z',
    expires_at: '2026-11-23T06:00:00Z',
  },
  minimal: { id: id(1) },
  enums: ['status'],
});

test('the deletion keeps its documented path when the assumed list path changes', () => {
  const shown = '/v2/orgs/tms-invitations/{tms_invitation_id}';
  const moved = tmsInvitationEndpoints(withOverrides({ paths: { tms_invitations: '/v2/tms' } }));
  expect(tmsInvitationEndpoints(ASSUMPTIONS).deleteTmsInvitation.path).toBe(shown);
  expect(moved.deleteTmsInvitation.path).toBe(shown);
  expect(moved.listTmsInvitations.path).toBe('/v2/tms');
});
