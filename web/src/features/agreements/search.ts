/** What the address of `/agreements` holds. Malformed values fall back, field by field. */
import { z } from 'zod';
import { openId, shortText, sortText } from '../../ui/search-fields.ts';

export const AGREEMENT_SHOWS = ['attention', 'active', 'scheduled', 'ended', 'off', 'no_location'] as const;
export type AgreementShow = (typeof AGREEMENT_SHOWS)[number];

export const agreementsSearch = z.object({
  /** Absent: the agreements themselves. */
  tab: z.literal('connections').optional().catch(undefined),
  /** Absent: all. */
  show: z.enum(AGREEMENT_SHOWS).optional().catch(undefined),
  q: shortText,
  sort: sortText,
  /** The one that is open. */
  agreement: openId,
  /** load_id: the agreement of its fleet is looked for, and opened. */
  load: openId,
});
export type AgreementsSearch = z.output<typeof agreementsSearch>;
