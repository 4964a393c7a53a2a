/** What the address of `/agreements` holds. Malformed values fall back, field by field. */
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

export const AGREEMENT_SHOWS = ['attention', 'active', 'scheduled', 'ended', 'off', 'no_location'] as const;
export type AgreementShow = (typeof AGREEMENT_SHOWS)[number];

export const agreementsSearch = z.object({
  /** Absent: the agreements themselves. */
  tab: z.literal('connections').optional().catch(undefined),
  /** Absent: all. */
  show: z.enum(AGREEMENT_SHOWS).optional().catch(undefined),
  q: text
    .transform((value) => value.slice(0, 200) || undefined)
    .optional()
    .catch(undefined),
  sort: text.optional().catch(undefined),
  /** The one that is open. */
  agreement: uuid.optional().catch(undefined),
  /** load_id: the agreement of its fleet is looked for, and opened. */
  load: uuid.optional().catch(undefined),
});
export type AgreementsSearch = z.output<typeof agreementsSearch>;
