import { z } from 'zod';
import { openId, shortText, sortText } from '../../ui/search-fields.ts';

export const AGREEMENT_SHOWS = ['attention', 'active', 'scheduled', 'ended', 'off', 'no_location'] as const;
export type AgreementShow = (typeof AGREEMENT_SHOWS)[number];

export const agreementsSearch = z.object({
  /** Absent: the agreements tab. */
  tab: z.literal('connections').optional().catch(undefined),
  show: z.enum(AGREEMENT_SHOWS).optional().catch(undefined),
  q: shortText,
  sort: sortText,
  agreement: openId,
  /** A load_id; the page opens the agreement of its fleet. */
  load: openId,
});
export type AgreementsSearch = z.output<typeof agreementsSearch>;
