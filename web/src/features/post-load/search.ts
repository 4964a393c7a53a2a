import { z } from 'zod';
import { openId } from '../../ui/search-fields.ts';

export const newLoadSearch = z.object({
  /** The load to correct; absent: post a new one. */
  load: openId,
});
export type NewLoadSearch = z.output<typeof newLoadSearch>;
