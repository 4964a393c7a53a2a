/** What the address of the outgoing webhooks holds. Malformed values fall back, field by field. */
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';

export const outgoingWebhooksSearch = z.object({
  /** The webhook that is open. */
  webhook: uuid.optional().catch(undefined),
  /** The delivery of it that is open. */
  delivery: uuid.optional().catch(undefined),
  /** A webhook is being added, or the open one is being changed. */
  form: z.enum(['new', 'edit']).optional().catch(undefined),
});
export type OutgoingWebhooksSearch = z.output<typeof outgoingWebhooksSearch>;
