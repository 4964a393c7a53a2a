/** What the address of the outgoing webhooks holds. Malformed values fall back, field by field. */
import { z } from 'zod';
import { openId } from '../../ui/search-fields.ts';

export const outgoingWebhooksSearch = z.object({
  webhook: openId,
  delivery: openId,
  /** A webhook is being added, or the open one is being changed. */
  form: z.enum(['new', 'edit']).optional().catch(undefined),
});
export type OutgoingWebhooksSearch = z.output<typeof outgoingWebhooksSearch>;
