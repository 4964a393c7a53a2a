/** A draft as it is kept on this computer: with the key that makes sending twice safe, without the password. */
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';
import { SENT_STATES } from '../../../live/use-sending.ts';
import type { DriverDraft } from './draft.ts';
import { DRAFT_FIELDS } from './fields.ts';

const fields = z.object(Object.fromEntries(DRAFT_FIELDS.map((name) => [name, z.string()])));

export const keptDraft = z.object({
  /** `Idempotency-Key` of this wish: the same for every try, so that a retry never makes two. */
  intent_id: uuid,
  sent: z.enum(SENT_STATES).nullable(),
  /** True when a password stood in the form. */
  with_password: z.boolean(),
  /** Written at once, with the answer. */
  is_sync: z.boolean(),
  draft: fields as unknown as z.ZodType<DriverDraft>,
});
export type KeptDraft = z.output<typeof keptDraft>;
