/** What the addresses of driver users and operations hold. Malformed values fall back, field by field. */
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';

/** `again`: failed, and sent again since. `other`: a status that nobody knows. */
export const SHOWS = ['failed', 'pending', 'success', 'again', 'other'] as const;
export type Show = (typeof SHOWS)[number];
export const SORTS = ['created', 'subject', 'fleet', 'status'] as const;
export type Sort = (typeof SORTS)[number];

const id = uuid.optional().catch(undefined);

export const driversSearch = z.object({
  show: z.enum(SHOWS).optional().catch(undefined),
  q: z.string().trim().min(1).max(200).optional().catch(undefined),
  /** Column, `-` before it for the other way round. Absent: newest first. */
  sort: z
    .string()
    .refine((text) => SORTS.some((sort) => sort === text.replace(/^-/, '')))
    .optional()
    .catch(undefined),
  /** The operation that is open. */
  operation: id,
});
export type DriversSearch = z.output<typeof driversSearch>;

export const newDriverSearch = z.object({
  /** Chosen in the form at the beginning. */
  connection: id,
  /** Operation whose data it begins from. */
  from: id,
});
export type NewDriverSearch = z.output<typeof newDriverSearch>;
