/** Requests and responses of the machine API. Loads have the same fields as on the board (board.ts). */
import { z } from 'zod';
import { dateTime, filterList, pageSize, uuid } from '../common.ts';
import { boardLoad, identifiersRequest, loadFleet } from './board.ts';
import { loadTriage } from './load-triage.ts';
import { boardMonitorDetail } from './monitors.ts';
import { ARCHIVE_REASONS } from './url-enums.ts';

export const MACHINE_PAGE_SIZE = 100;

/** Filters are combined with AND. */
export const machineLoadsQuery = z.strictObject({
  /** One or more `tracking_health` values. */
  health: filterList(z.string().min(1).max(64)),
  /** Fleets of the assigned trucks. */
  fleet_id: filterList(uuid),
  /** Exact match. */
  load_ref: z.string().min(1).max(500).optional(),
  /** Part of the reference or of the vehicle's name, VIN or plate; ignores case. */
  q: z.string().trim().min(1).max(100).optional(),
  /** Team lists with these loads. */
  list_id: filterList(uuid),
  /** Only loads changed after this `version` from an earlier response. */
  changed_after: z.coerce.number().int().min(0).optional(),
  /** `next_page` of the previous response. */
  cursor: z
    .string()
    .regex(/^[0-9a-f-]{36}(\.\d{1,15})?$/i, { error: 'must be the next_page of an earlier response' })
    .optional(),
  size: pageSize.default(MACHINE_PAGE_SIZE),
});
export type MachineLoadsQuery = z.output<typeof machineLoadsQuery>;

/** Ordered by `load_id`, so that loads added or removed between two pages do not shift others. */
export const machineLoads = z.object({
  items: z.array(boardLoad),
  next_page: z.string().nullable(),
  /** Pass it as `changed_after` to miss no change since the first page: the same on every page. */
  version: z.number().int(),
  /** With `changed_after`, on the first page: loads that have left the board since, whatever the other filters are. */
  removed: z.array(
    z.object({
      load_id: uuid,
      load_ref: z.string().nullable(),
      reason: z.enum(ARCHIVE_REASONS),
      archived_at: dateTime.nullable(),
    }),
  ),
  /**
   * With `changed_after`, for a key that is limited to lists or fleets: all loads that it may see now, because a load can come to them and
   * leave them without a change of its own. Otherwise null.
   */
  visible: z.array(uuid).nullable(),
});
export type MachineLoads = z.infer<typeof machineLoads>;

/** Of its monitor; null without one. Times at a stop with `city_center` are no evidence. */
export const stopTimes = z.object({
  load_id: uuid,
  load_ref: z.string().nullable(),
  monitor: boardMonitorDetail
    .pick({ id: true, status: true, starts_at: true, expires_at: true, stops: true, history: true })
    .nullable(),
});

/** `open`: needs attention. `snoozed`: by a person, or until the ETA that one was told by phone. */
export const EXCEPTION_STATES = ['open', 'snoozed', 'closed'] as const;

/** Filters are combined with AND. */
export const machineExceptionsQuery = z.strictObject({
  state: filterList(z.enum(EXCEPTION_STATES)),
  /** Such as `stale` or `late`. */
  cause: filterList(z.string().min(1).max(64)),
  fleet_id: filterList(uuid),
  /** Team lists with these loads. */
  list_id: filterList(uuid),
  load_ref: z.string().min(1).max(500).optional(),
  /** `worst`: as on the board; an exception that moves between two pages may be missing or listed twice. `load_id`: stable. */
  sort: z.enum(['worst', 'load_id']).default('worst'),
  /** `next_page` of the previous response. */
  cursor: uuid.optional(),
  size: pageSize.default(MACHINE_PAGE_SIZE),
});
export type MachineExceptionsQuery = z.output<typeof machineExceptionsQuery>;

/** A watched load's current exception. */
export const machineException = loadTriage.extend({
  load_id: uuid,
  load_ref: z.string().nullable(),
  fleet: loadFleet.nullable(),
  state: z.enum(EXCEPTION_STATES),
});
export type MachineException = z.infer<typeof machineException>;

/** A load has at most one exception. Resolved ones are not included. */
export const machineExceptions = z.object({
  items: z.array(machineException),
  next_page: uuid.nullable(),
});

/** Outcome for each load, in request order. */
export const machineWatchResult = z.object({
  items: z.array(z.object({ load_id: uuid, outcome: z.enum(['added', 'already_watched']) })),
  added: z.number().int(),
  already_watched: z.number().int(),
});

export const machineLoadUpdate = z.strictObject({
  identifiers_sent: identifiersRequest.shape.sent,
});
