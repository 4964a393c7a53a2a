import { z } from 'zod';
import { openId } from '../../ui/search-fields.ts';

export const wallScreensSearch = z.object({
  screen: openId,
  add: z.literal('1').optional().catch(undefined),
});
export type WallScreensSearch = z.output<typeof wallScreensSearch>;
