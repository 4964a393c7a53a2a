/** What the address of the site book holds. Malformed values fall back, field by field. */
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

export const SITE_SORTS = ['name', 'radius', 'free', 'rate'] as const;
export type SiteSort = (typeof SITE_SORTS)[number];

export const sitesSearch = z.object({
  q: text
    .transform((value) => value.slice(0, 200) || undefined)
    .optional()
    .catch(undefined),
  /** Column, `-` before it for the other way round. Absent: by name. */
  sort: text
    .refine((value) => SITE_SORTS.some((sort) => sort === value.replace(/^-/, '')))
    .optional()
    .catch(undefined),
  /** Site that is open. */
  site: uuid.optional().catch(undefined),
  /** A new one is being written. */
  add: z.literal('1').optional().catch(undefined),
});
export type SitesSearch = z.output<typeof sitesSearch>;
