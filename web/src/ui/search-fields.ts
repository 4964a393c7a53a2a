/** Search parameters that many pages share. Invalid values fall back per field. */
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';

/** The router may parse values that look like numbers or booleans. */
export const anyText = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const MAX_TEXT = 200;

/** Search text or reference, truncated to 200 characters; blank means none. */
export const shortText = anyText
  .transform((value) => (value.trim() === '' ? undefined : value.slice(0, MAX_TEXT)))
  .optional()
  .catch(undefined);

/** Sort column, with a leading `-` for descending. Lists ignore unknown columns. */
export const sortText = anyText.optional().catch(undefined);

export const openId = uuid.optional().catch(undefined);
