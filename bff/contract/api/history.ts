/**
 * Where a load's truck has been, from our own record of its positions: the service keeps no history. And what speaks for and against
 * the truck that the service names. Our own API.
 */
import { z } from 'zod';
import { dateTime, latitude, longitude, uuid } from '../common.ts';
import { place } from './board.ts';

/** Most positions of one answer: the newest ones of the period. */
export const MOST_POSITIONS = 50_000;

/** `GET /api/loads/{load_id}/history` */
export const historyQuery = z.strictObject({
  from: dateTime,
  /** Left out: until now. */
  to: dateTime.optional(),
  /** `previous`: the truck that the load had before its present one. */
  truck: z.enum(['current', 'previous']).default('current'),
});

/** It was in one place: from the first to the last position seen there. */
export const stay = z.object({
  from: dateTime,
  to: dateTime,
  latitude,
  longitude,
  place: place.nullable(),
  /** Longest time without a position between the two: nobody knows whether it was there all of it. */
  silent_seconds: z.number().int().min(0),
});
export type Stay = z.infer<typeof stay>;

const truck = z.object({
  vehicle_id: uuid,
  /** Unit, plate or VIN, as far as a watched load names it. */
  name: z.string().nullable(),
});

export const loadHistory = z.object({
  /** Null: the load has no such truck. */
  truck: truck.nullable(),
  from: dateTime,
  to: dateTime,
  /** Milliseconds since 1970, latitude, longitude; oldest first, each position once. */
  positions: z.array(z.tuple([z.number().int(), latitude, longitude])),
  /** The period has older positions than the answer holds. */
  truncated: z.boolean(),
  /** The oldest position that is kept of this truck; null: there is none. */
  first_at: dateTime.nullable(),
  /** Positions are deleted after so many days. */
  kept_days: z.number(),
  /** Oldest first. */
  stays: z.array(stay),
});
export type LoadHistory = z.infer<typeof loadHistory>;

const point = z.object({ latitude, longitude });

/** `GET /api/loads/{load_id}/evidence`: whether it is the right truck. Each part is null where it is not known. */
export const truckEvidence = z.object({
  /** Last position of the truck; what follows is of this time. */
  position: point.extend({ occurred_at: dateTime, place: place.nullable() }).nullable(),
  /** Where the plan had the load at that time. */
  planned: point
    .extend({
      place: place.nullable(),
      /** Names of the stops between which it was to be; one name twice: at that stop. */
      from_stop: z.string().nullable(),
      to_stop: z.string().nullable(),
      /** A truck that keeps to its plan may be so far from there. */
      unsure_meters: z.number(),
      /** From the truck's position. */
      distance_meters: z.number(),
    })
    .nullable(),
  /** How it moved against the stop that was next. */
  approach: z
    .object({
      stop: z.string().nullable(),
      /** Distance to the stop at `since`, and at the last position. */
      since: dateTime,
      meters_before: z.number(),
      meters_after: z.number(),
      /** Course of the truck and direction of the stop, degrees clockwise from north. */
      course_degrees: z.number().nullable(),
      stop_degrees: z.number(),
    })
    .nullable(),
  /** Whether our record has seen the truck at the origin. */
  origin: z
    .object({
      stop: z.string().nullable(),
      /** Null: not there, although our record covers the time of pickup. */
      seen_at: dateTime.nullable(),
      within_meters: z.number(),
    })
    .nullable(),
  /** The truck that the load had before. */
  previous: truck
    .extend({
      position: point.extend({ occurred_at: dateTime, place: place.nullable() }).nullable(),
      /** From where the plan had the load when that position was reported. */
      planned_distance_meters: z.number().nullable(),
    })
    .nullable(),
});
export type TruckEvidence = z.infer<typeof truckEvidence>;
