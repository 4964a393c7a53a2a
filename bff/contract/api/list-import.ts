/**
 * Import of a long list from the service, page by page, shared by all users: usage rows or fuel transactions. Our own API. A
 * request for the same list joins the running import.
 */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';

/** After `cancelled` and `failed`, the rows read so far are available but partial. Only `complete` may be shown as complete. */
export const IMPORT_STATES = ['reading', 'complete', 'cancelled', 'failed'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** One month of usage, or one window of fuel transactions. */
export const importPart = z.object({
  /** Inclusive. */
  from_datetime: dateTime,
  /** Exclusive. */
  to_datetime: dateTime,
  state: z.enum(['waiting', 'reading', 'complete', 'kept', 'partial']),
  rows_read: z.number().int(),
  /** As reported by the service; null until it is known, or when the service gives no total. */
  rows_total: z.number().int().nullable(),
});
export type ImportPart = z.infer<typeof importPart>;

export const listImport = z.object({
  import_id: uuid,
  state: z.enum(IMPORT_STATES),
  rows_read: z.number().int(),
  /** Sum over all parts; null until every part has its own. */
  rows_total: z.number().int().nullable(),
  /** Earliest first. `kept`: imported before and final. */
  parts: z.array(importPart),
  started_at: dateTime,
  ended_at: dateTime.nullable(),
  /** Why it failed or what it is waiting for, as one sentence; otherwise null. */
  message: z.string().nullable(),
  /** People waiting for it, including the caller; it is cancelled only when the last one cancels. */
  people: z.number().int(),
});
export type ListImport = z.infer<typeof listImport>;
