/** What the address of the outgoing webhooks holds. Malformed values fall back, field by field. */
import { z } from 'zod';
import { openId } from '../../ui/search-fields.ts';

export const outgoingWebhooksSearch = z.object({
  /** The webhook that is open. */
  webhook: openId,
  /** The delivery of it that is open. */
  delivery: openId,
  /** A webhook is being added, or the open one is being changed. */
  form: z.enum(['new', 'edit']).optional().catch(undefined),
});
export type OutgoingWebhooksSearch = z.output<typeof outgoingWebhooksSearch>;
