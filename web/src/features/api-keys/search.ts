import { z } from 'zod';
import { openId } from '../../ui/search-fields.ts';

export const apiKeysSearch = z.object({
  key: openId,
  add: z.literal('1').optional().catch(undefined),
});
export type ApiKeysSearch = z.output<typeof apiKeysSearch>;
