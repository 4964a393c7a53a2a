/** TMS invitations: a resource separate from fleet invitations, known by id. The list is assumed. */
import { z } from 'zod';
import type { Assumptions } from './assumptions.ts';
import { dateTime, displayText, page, pageQuery, uuid } from './common.ts';
import { COMMON_ERRORS, COMMON_ERRORS_AND_501, endpoint } from './endpoint.ts';

/** The interface shows no fields; only `id` is required. */
export const tmsInvitation = z.object({
  id: uuid,
  status: displayText.nullish(),
  created_at: dateTime.nullish(),
  expires_at: dateTime.nullish(),
});
export type TmsInvitation = z.infer<typeof tmsInvitation>;

export const tmsInvitationParams = z.strictObject({ tms_invitation_id: uuid });

export function tmsInvitationEndpoints(a: Assumptions) {
  return {
    /** Possible only until it is accepted; afterward the TMS share agreement endpoints manage the relationship. */
    deleteTmsInvitation: endpoint({
      name: 'deleteTmsInvitation',
      method: 'DELETE',
      path: '/v2/orgs/tms-invitations/{tms_invitation_id}',
      params: tmsInvitationParams,
      success: [204, 200],
      errors: COMMON_ERRORS,
    }),
    listTmsInvitations: endpoint({
      name: 'listTmsInvitations',
      assumed: true,
      method: 'GET',
      path: a.paths.tms_invitations,
      query: z.strictObject({ ...pageQuery }),
      queryNames: a.query.pagination,
      response: page(tmsInvitation),
      secrets: ['id'],
      success: [200],
      errors: COMMON_ERRORS_AND_501,
      optional: true,
    }),
  } as const;
}
