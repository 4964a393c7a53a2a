/** The archive: loads that left the board. They are read no more, can be searched, and can be brought back. Our own API. */
import { z } from 'zod';
import { dateTime, dateTimeWithOffset, pageSize, uuid } from '../common.ts';
import { boardLoad } from './board.ts';
import { ARCHIVE_REASONS } from './words.ts';

export const archivedLoad = z.object({
  load_id: uuid,
  load_ref: z.string().nullable(),
  reason: z.enum(ARCHIVE_REASONS),
  /** What the reason rests on: when the truck left, when the plan had ended, since when the service does not know it; null: nothing but a person's word. */
  since: dateTime.nullable(),
  archived_at: dateTime,
  /** Null: Waypost itself. */
  archived_by_name: z.string().nullable(),
  watched_at: dateTime,
  /** Names of its first and last stop. */
  origin: z.string().nullable(),
  destination: z.string().nullable(),
  vehicle_id: uuid.nullable(),
  /** Unit, plate or VIN, whichever is known first. */
  vehicle_name: z.string().nullable(),
  fleet_id: uuid.nullable(),
  /** Its name, else our reference of it. */
  fleet_name: z.string().nullable(),
});
export type ArchivedLoad = z.infer<typeof archivedLoad>;

/** `GET /api/archive`, newest first; `next_page` goes into `cursor`. */
export const archivedLoads = z.object({ items: z.array(archivedLoad), next_page: z.string().nullable() });

/** `GET /api/archive/{load_id}`: with what the board last showed of it. */
export const archivedLoadDetail = archivedLoad.extend({ load: boardLoad });
export type ArchivedLoadDetail = z.infer<typeof archivedLoadDetail>;

export const archiveFilter = z.strictObject({
  /** Each word must begin a word of the load: reference, ids, stops, unit, plate, VIN or its end, fleet. */
  q: z.string().trim().min(1).max(200).optional(),
  reason: z.enum(ARCHIVE_REASONS).optional(),
  fleet_id: uuid.optional(),
  /** Archived from this instant, and before that one. */
  since: dateTimeWithOffset.optional(),
  until: dateTimeWithOffset.optional(),
});
export const archiveQuery = archiveFilter.extend({
  /** `next_page` of the answer before. */
  cursor: z.string().min(1).max(100).optional(),
  size: pageSize.default(100),
});

/** Most loads that one request may bring back. */
export const MAX_RESTORED_AT_ONCE = 1000;
export const restoreRequest = z.strictObject({ load_ids: z.array(uuid).min(1).max(MAX_RESTORED_AT_ONCE) });
export const restoreResult = z.object({
  restored: z.array(uuid),
  /** On the board already, or not in the archive. */
  skipped: z.array(uuid),
});

/** Event `archived` of the stream: loads that left the board by themselves. */
export const archivedEvent = z.object({
  items: z.array(archivedLoad.pick({ load_id: true, load_ref: true, reason: true, since: true })),
});
