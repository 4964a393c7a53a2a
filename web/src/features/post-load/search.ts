/** What the address of the form holds: a load to correct, and where to begin. */
import { z } from 'zod';
import { openId } from '../../ui/search-fields.ts';

export const newLoadSearch = z.object({
  /** The load to correct; absent: a new one is posted. */
  load: openId,
});
export type NewLoadSearch = z.output<typeof newLoadSearch>;
