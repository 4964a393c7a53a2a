/** The archive: loads that left the board. They are no longer updated, but can be searched and restored. Our own API. */
import { z } from 'zod';
import { dateTime, dateTimeWithOffset, pageSize, uuid } from '../common.ts';
import { boardLoad } from './board.ts';
import { ARCHIVE_REASONS } from './url-enums.ts';

export const archivedLoad = z.object({
  load_id: uuid,
  load_ref: z.string().nullable(),
  reason: z.enum(ARCHIVE_REASONS),
  /**
   * Time that the reason is based on: when the truck left, when the plan ended, or when the service first returned 404 for the load.
   * Null when a person archived it.
   */
  since: dateTime.nullable(),
  archived_at: dateTime,
  /** Null when Waypost archived it. */
  archived_by_name: z.string().nullable(),
  watched_at: dateTime,
  /** Names of the first and last stop. */
  origin: z.string().nullable(),
  destination: z.string().nullable(),
  vehicle_id: uuid.nullable(),
  /** Unit number, plate or VIN, whichever is known first. */
  vehicle_name: z.string().nullable(),
  fleet_id: uuid.nullable(),
  /** The fleet's name, otherwise its `fleet_ref`. */
  fleet_name: z.string().nullable(),
});
export type ArchivedLoad = z.infer<typeof archivedLoad>;

/** Newest first. Pass `next_page` as `cursor`. */
export const archivedLoads = z.object({ items: z.array(archivedLoad), next_page: z.string().nullable() });

/** With the load as the board last showed it. */
export const archivedLoadDetail = archivedLoad.extend({ load: boardLoad });
export type ArchivedLoadDetail = z.infer<typeof archivedLoadDetail>;

export const archiveFilter = z.strictObject({
  /** Each word must be a prefix of a word of the load: reference, ids, stops, unit, plate, VIN (also its end), fleet. */
  q: z.string().trim().min(1).max(200).optional(),
  reason: z.enum(ARCHIVE_REASONS).optional(),
  fleet_id: uuid.optional(),
  /** Archived at or after `since` and before `until`. */
  since: dateTimeWithOffset.optional(),
  until: dateTimeWithOffset.optional(),
});
export const archiveQuery = archiveFilter.extend({
  /** `next_page` of the previous response. */
  cursor: z.string().min(1).max(100).optional(),
  size: pageSize.default(100),
});

export const MAX_RESTORED_LOADS = 1000;
export const restoreRequest = z.strictObject({ load_ids: z.array(uuid).min(1).max(MAX_RESTORED_LOADS) });
export const restoreResult = z.object({
  restored: z.array(uuid),
  /** Already on the board, or not in the archive. */
  skipped: z.array(uuid),
});

/** Stream event `archived`: loads that were archived automatically. */
export const archivedEvent = z.object({
  items: z.array(archivedLoad.pick({ load_id: true, load_ref: true, reason: true, since: true })),
});
