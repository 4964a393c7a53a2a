import { z } from 'zod';
import { openId, shortText, sortText } from '../../ui/search-fields.ts';

export const sitesSearch = z.object({
  q: shortText,
  sort: sortText,
  site: openId,
  add: z.literal('1').optional().catch(undefined),
});
export type SitesSearch = z.output<typeof sitesSearch>;
