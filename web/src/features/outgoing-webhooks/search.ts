import { z } from 'zod';
import { openId } from '../../ui/search-fields.ts';

export const outgoingWebhooksSearch = z.object({
  webhook: openId,
  delivery: openId,
  /** Creates a webhook or edits the open one. */
  form: z.enum(['new', 'edit']).optional().catch(undefined),
});
export type OutgoingWebhooksSearch = z.output<typeof outgoingWebhooksSearch>;
