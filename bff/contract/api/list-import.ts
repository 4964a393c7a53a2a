/**
 * A long list of the service that the server reads page by page for everybody: usage rows or fuel transactions.
 * Our own API. Whoever wants the same list joins the import that is under way.
 */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';

/**
 * `reading`; `complete`: everything is there; `cancelled` and `failed`: what was read so far is there, and is only a part.
 * Only `complete` may be drawn as the whole.
 */
export const IMPORT_STATES = ['reading', 'complete', 'cancelled', 'failed'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** One month of usage, or one window of fuel that the service allows. */
export const importPart = z.object({
  /** Included. */
  from_datetime: dateTime,
  /** Excluded. */
  to_datetime: dateTime,
  state: z.enum(['waiting', 'reading', 'complete', 'kept', 'partial']),
  rows_read: z.number().int(),
  /** As the service said it; null while it has not, or where it gives no total. */
  rows_total: z.number().int().nullable(),
});
export type ImportPart = z.infer<typeof importPart>;

export const listImport = z.object({
  import_id: uuid,
  state: z.enum(IMPORT_STATES),
  rows_read: z.number().int(),
  /** Of all parts; null until every part has its own. */
  rows_total: z.number().int().nullable(),
  /** Earliest first. `kept`: read before, and closed for good. */
  parts: z.array(importPart),
  started_at: dateTime,
  ended_at: dateTime.nullable(),
  /** Why it failed, or what it waits for; null otherwise. One sentence for a person. */
  message: z.string().nullable(),
  /** People who want it, this one included: it is only cancelled when the last of them cancels. */
  people: z.number().int(),
});
export type ListImport = z.infer<typeof listImport>;
