/** What the address of the API keys holds. Malformed values fall back, field by field. */
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';

export const apiKeysSearch = z.object({
  /** The key that is open. */
  key: uuid.optional().catch(undefined),
  /** A new one is being made. */
  add: z.literal('1').optional().catch(undefined),
});
export type ApiKeysSearch = z.output<typeof apiKeysSearch>;
