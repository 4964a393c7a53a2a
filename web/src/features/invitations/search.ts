/** What the address of the page of invitations holds. Malformed values fall back, field by field. */
import { INVITATION_STAGES } from '@waypost/contract/api/url-enums';
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';
import { openId, shortText } from '../../ui/search-fields.ts';

/** `chase`: whom to chase today; the others are where an invitation stands. */
export const INVITATION_SHOWS = ['chase', ...INVITATION_STAGES] as const;
export type InvitationShow = (typeof INVITATION_SHOWS)[number];

export const invitationsSearch = z.object({
  /** TMS invitations are another resource. */
  tab: z.literal('tms').optional().catch(undefined),
  /** Absent: all. */
  show: z.enum(INVITATION_SHOWS).optional().catch(undefined),
  q: shortText,
  sort: shortText,
  /** The one that is open beside the list, by its key; or the form. */
  invitation: z
    .union([z.literal('new'), uuid])
    .optional()
    .catch(undefined),
  /** The form begins with this fleet. */
  fleet_ref: shortText,
  /** The form begins with what this invitation holds, to refresh it. */
  from: openId,
});
export type InvitationsSearch = z.output<typeof invitationsSearch>;
