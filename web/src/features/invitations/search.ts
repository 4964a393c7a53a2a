/** What the address of the page of invitations holds. Malformed values fall back, field by field. */
import { INVITATION_STAGES } from '@waypost/contract/api/words';
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const short = text
  .transform((value) => value.slice(0, 200) || undefined)
  .optional()
  .catch(undefined);

/** `chase`: whom to chase today; the others are where an invitation stands. */
export const INVITATION_SHOWS = ['chase', ...INVITATION_STAGES] as const;
export type InvitationShow = (typeof INVITATION_SHOWS)[number];

export const invitationsSearch = z.object({
  /** TMS invitations are another resource. */
  tab: z.literal('tms').optional().catch(undefined),
  /** Absent: all. */
  show: z.enum(INVITATION_SHOWS).optional().catch(undefined),
  q: short,
  sort: short,
  /** The one that is open beside the list, by its key; or the form. */
  invitation: z
    .union([z.literal('new'), uuid])
    .optional()
    .catch(undefined),
  /** The form begins with this fleet. */
  fleet_ref: short,
  /** The form begins with what this invitation holds, to refresh it. */
  from: uuid.optional().catch(undefined),
});
export type InvitationsSearch = z.output<typeof invitationsSearch>;
