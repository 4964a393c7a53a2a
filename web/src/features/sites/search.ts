/** What the address of the site book holds. Malformed values fall back, field by field. */
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

export const sitesSearch = z.object({
  q: text
    .transform((value) => value.slice(0, 200) || undefined)
    .optional()
    .catch(undefined),
  /** Site that is open. */
  site: uuid.optional().catch(undefined),
});
export type SitesSearch = z.output<typeof sitesSearch>;
