/** Fields that the addresses of many pages have. Malformed values fall back, field by field. */
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';

/** What looks like a number or a truth value comes as one. */
export const anyText = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const MAX_TEXT = 200;

/** What is searched, or a reference: cut off at 200 characters; blank is none. */
export const shortText = anyText
  .transform((value) => (value.trim() === '' ? undefined : value.slice(0, MAX_TEXT)))
  .optional()
  .catch(undefined);

/** A column that a list is sorted by, `-` before it for the other way round. One that the list does not know is as none. */
export const sortText = anyText.optional().catch(undefined);

/** What is open. */
export const openId = uuid.optional().catch(undefined);
