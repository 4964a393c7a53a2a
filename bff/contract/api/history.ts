/**
 * Where a load's truck has been, from our own records because the service keeps no history; and the evidence for and against the
 * truck that the service names. Our own API.
 */
import { z } from 'zod';
import { dateTime, latitude, longitude, uuid } from '../common.ts';
import { place } from './board.ts';

/** Maximum positions per response; the newest ones of the period are returned. */
export const MAX_POSITIONS = 50_000;

export const historyQuery = z.strictObject({
  from: dateTime,
  /** Default: now. */
  to: dateTime.optional(),
  /** `previous`: the truck assigned before the current one. */
  truck: z.enum(['current', 'previous']).default('current'),
});

/** A period in one place, from the first to the last position seen there. */
export const stay = z.object({
  from: dateTime,
  to: dateTime,
  latitude,
  longitude,
  place: place.nullable(),
  /** Longest gap between positions; the truck may have been elsewhere meanwhile. */
  silent_seconds: z.number().int().min(0),
});
export type Stay = z.infer<typeof stay>;

const truck = z.object({
  vehicle_id: uuid,
  /** Unit number, plate or VIN, if a watched load names it. */
  name: z.string().nullable(),
});

export const loadHistory = z.object({
  /** Null when the load has no such truck. */
  truck: truck.nullable(),
  from: dateTime,
  to: dateTime,
  /** Milliseconds since 1970, latitude, longitude; oldest first, without duplicates. */
  positions: z.array(z.tuple([z.number().int(), latitude, longitude])),
  /** The period has older positions than the response includes. */
  truncated: z.boolean(),
  /** Time of the truck's oldest stored position; null when there is none. */
  first_at: dateTime.nullable(),
  /** Positions are deleted after this many days. */
  kept_days: z.number(),
  /** Oldest first. */
  stays: z.array(stay),
});
export type LoadHistory = z.infer<typeof loadHistory>;

const point = z.object({ latitude, longitude });

/** Evidence on whether it is the right truck. Each part is null when unknown. */
export const truckEvidence = z.object({
  /** Last position of the truck. All other evidence refers to its time. */
  position: point.extend({ occurred_at: dateTime, place: place.nullable() }).nullable(),
  /** Where the load should have been by plan. */
  planned: point
    .extend({
      place: place.nullable(),
      /** Names of the stops that it should have been between; both equal: at that stop. */
      from_stop: z.string().nullable(),
      to_stop: z.string().nullable(),
      /** Distance by which a truck on schedule may deviate. */
      unsure_meters: z.number(),
      /** To the truck's position. */
      distance_meters: z.number(),
    })
    .nullable(),
  /** Stops of the load whose places are known, in travel order; `unsure_meters`: how far from there they may be. */
  stops: z.array(point.extend({ stop: z.string().nullable(), unsure_meters: z.number() })).default([]),
  /** Movement relative to the next stop. */
  approach: z
    .object({
      stop: z.string().nullable(),
      /** Distances to the stop at `since` and at the last position. */
      since: dateTime,
      meters_before: z.number(),
      meters_after: z.number(),
      /** Heading of the truck and direction to the stop, degrees clockwise from north. */
      course_degrees: z.number().nullable(),
      stop_degrees: z.number(),
    })
    .nullable(),
  /** Whether our records show the truck at the origin. */
  origin: z
    .object({
      stop: z.string().nullable(),
      /** Null when it was not there although our records cover the pickup time. */
      seen_at: dateTime.nullable(),
      within_meters: z.number(),
    })
    .nullable(),
  /** The previously assigned truck. */
  previous: truck
    .extend({
      position: point.extend({ occurred_at: dateTime, place: place.nullable() }).nullable(),
      /** Distance to the planned place at the time of that position. */
      planned_distance_meters: z.number().nullable(),
    })
    .nullable(),
});
export type TruckEvidence = z.infer<typeof truckEvidence>;
