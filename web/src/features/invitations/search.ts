import { INVITATION_STAGES } from '@waypost/contract/api/url-enums';
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';
import { openId, shortText } from '../../ui/search-fields.ts';

/** `chase`: due for a follow-up today; the others are stages. */
export const INVITATION_SHOWS = ['chase', ...INVITATION_STAGES] as const;
export type InvitationShow = (typeof INVITATION_SHOWS)[number];

export const invitationsSearch = z.object({
  tab: z.enum(['tms', 'conversion']).optional().catch(undefined),
  /** Of the conversion; left out: by week. */
  by: z.enum(['month']).optional().catch(undefined),
  show: z.enum(INVITATION_SHOWS).optional().catch(undefined),
  q: shortText,
  sort: shortText,
  /** Key of the open invitation, or `new` for the form. */
  invitation: z
    .union([z.literal('new'), uuid])
    .optional()
    .catch(undefined),
  fleet_ref: shortText,
  /** Only the invitations of this bulk job. */
  job: openId,
  /** Prefills the form from this invitation, to renew it. */
  from: openId,
});
export type InvitationsSearch = z.output<typeof invitationsSearch>;
