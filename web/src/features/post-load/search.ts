/** What the address of the form holds: a load to correct, and where to begin. */
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';

export const newLoadSearch = z.object({
  /** The load to correct; absent: a new one is posted. */
  load: uuid.optional().catch(undefined),
});
export type NewLoadSearch = z.output<typeof newLoadSearch>;
