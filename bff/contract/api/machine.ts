/** What machines are answered and may send. The loads are those of the board (board.ts). */
import { z } from 'zod';
import { filterList, pageSize, uuid } from '../common.ts';
import { boardLoad, identifiersRequest, loadFleet } from './board.ts';
import { loadTriage } from './load-triage.ts';

export const MACHINE_PAGE_SIZE = 100;

/** `GET /machine/v1/loads`: every filter that is given must hold. */
export const machineLoadsQuery = z.strictObject({
  /** `tracking_health`, one or several. */
  health: filterList(z.string().min(1).max(64)),
  /** On trucks of these fleets, one or several. */
  fleet_id: filterList(uuid),
  /** Exactly this reference. */
  load_ref: z.string().min(1).max(500).optional(),
  /** Part of the reference or of the vehicle's name, VIN or plate, whatever its case. */
  q: z.string().trim().min(1).max(100).optional(),
  /** Only loads that changed after this `version` of an earlier answer. */
  changed_after: z.coerce.number().int().min(0).optional(),
  /** `next_page` of the answer before. */
  cursor: uuid.optional(),
  size: pageSize.default(MACHINE_PAGE_SIZE),
});
export type MachineLoadsQuery = z.output<typeof machineLoadsQuery>;

/** By `load_id`, so that loads that come and go between two pages move no others. */
export const machineLoads = z.object({
  items: z.array(boardLoad),
  next_page: uuid.nullable(),
  /** Goes into `changed_after` of the next question. Loads that left the board are left out. */
  version: z.number().int(),
});

/** `open`: it waits for somebody. */
export const EXCEPTION_STATES = ['open', 'snoozed', 'closed'] as const;

/** `GET /machine/v1/exceptions`: every filter that is given must hold. */
export const machineExceptionsQuery = z.strictObject({
  state: filterList(z.enum(EXCEPTION_STATES)),
  /** What is wrong: `stale`, `late`; one or several. */
  cause: filterList(z.string().min(1).max(64)),
  fleet_id: filterList(uuid),
  load_ref: z.string().min(1).max(500).optional(),
  /** `next_page` of the answer before. */
  cursor: uuid.optional(),
  size: pageSize.default(MACHINE_PAGE_SIZE),
});
export type MachineExceptionsQuery = z.output<typeof machineExceptionsQuery>;

/** The exception that a watched load has now. */
export const machineException = loadTriage.extend({
  load_id: uuid,
  load_ref: z.string().nullable(),
  fleet: loadFleet.nullable(),
  state: z.enum(EXCEPTION_STATES),
});
export type MachineException = z.infer<typeof machineException>;

/** By `load_id`: a load has one exception at most. One that is over is in no answer. */
export const machineExceptions = z.object({
  items: z.array(machineException),
  next_page: uuid.nullable(),
});

/** Answer of `POST /machine/v1/loads`: what became of each, in the order of the request. */
export const machineWatchResult = z.object({
  items: z.array(z.object({ load_id: uuid, outcome: z.enum(['added', 'already_watched']) })),
  added: z.number().int(),
  already_watched: z.number().int(),
});

/** `PATCH /machine/v1/loads/{load_id}` */
export const machineLoadUpdate = z.strictObject({
  /** Whether truck identifiers were sent with the load. */
  identifiers_sent: identifiersRequest.shape.sent,
});
