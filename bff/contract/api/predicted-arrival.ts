/** Predicted arrivals: our own estimates, part of each board load (board.ts). The service provides none. */
import { z } from 'zod';
import { dateTime, latitude, longitude } from '../common.ts';

/** The newest arrivals of the truck's fleet, or of all, compared with what was said before them. */
export const arrivalRecord = z.object({
  of: z.enum(['fleet', 'all']),
  arrivals: z.number().int(),
  /** Estimates before these arrivals, and how many of them were right; null: too few, so no rate is claimed. */
  cases: z.number().int(),
  hits: z.number().int().nullable(),
  /** What they have taught, and what is part of this estimate: the time that drives took as a multiple of the time expected. */
  time_factor: z.number(),
  /** Factor of the interval's width; above 1 when it held too few arrivals. */
  width_factor: z.number(),
});
export type ArrivalRecord = z.infer<typeof arrivalRecord>;

export const predictedArrival = z.object({
  stop_sequence: z.number().int(),
  /** Meant to hold four of five arrivals; `likely` is the median. How often it did is in `record`. */
  from: dateTime,
  likely: dateTime,
  to: dateTime,
  /** Source of the stop's coordinates: its monitor's circle, a site of that name, or the city in its name. */
  place_by: z.enum(['monitor', 'site', 'city']),
  /** These coordinates. */
  place: z.object({ latitude, longitude }).optional(),
  /** How the remaining distance was measured. */
  way_by: z.enum(['corridors', 'great_circle']),
  meters_to_go: z.number().min(0),
  /** Assumed from door to door without rests, meters per second. */
  speed_mps: z.number().min(0),
  /** Whether this truck's own positions, its fleet's earlier arrivals or only usual drives decide the speed. Missing in earlier versions. */
  speed_by: z.enum(['truck', 'fleet', 'usual']).optional(),
  /** Missing in earlier versions. */
  record: arrivalRecord.optional(),
  /** Whether hours of service require a long rest before the arrival. */
  rest: z.enum(['before', 'perhaps', 'none']),
  /** The estimate exceeds the appointment by more than the company's limit. */
  running_late: z.boolean().optional(),
});
export type PredictedArrival = z.infer<typeof predictedArrival>;

/**
 * Where the truck stopped around its last appointment before driving off: it may have delivered there. Our inference, because the
 * service records no arrivals.
 */
export const possibleDelivery = z.object({
  /** Null when it was already there at the start of our records. */
  from: dateTime.nullable(),
  to: dateTime,
  /** Null when the stop's location is unknown; the truck stopped longer than for a break. */
  place_by: predictedArrival.shape.place_by.nullable(),
});

/** Predictions from older positions are discarded. */
export const MAX_POSITION_AGE_MS = 4 * 3_600_000;
