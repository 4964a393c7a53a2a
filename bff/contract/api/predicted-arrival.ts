/** Predicted arrivals: our own estimates, part of each board load (board.ts). The service predicts nothing. */
import { z } from 'zod';
import { dateTime } from '../common.ts';

export const predictedArrival = z.object({
  stop_sequence: z.number().int(),
  /** Four of five arrivals fall between `from` and `to`; `likely` is the middle. */
  from: dateTime,
  likely: dateTime,
  to: dateTime,
  /** What the place of the stop is known from: its monitor's circle, a site of that name, or the city in its name. */
  place_by: z.enum(['monitor', 'site', 'city']),
  /** How the way that is left was measured. */
  way_by: z.enum(['corridors', 'great_circle']),
  meters_to_go: z.number().min(0),
  /** Speed on the open road that was reckoned with, from this truck's own positions, meters per second. */
  speed_mps: z.number().min(0),
  /** Whether a long rest that the hours of service demand falls before the arrival. */
  rest: z.enum(['before', 'perhaps', 'none']),
  /** By our estimate it arrives later than the company's limit after the appointment. */
  running_late: z.boolean().optional(),
});
export type PredictedArrival = z.infer<typeof predictedArrival>;

/**
 * Where the truck stood, about the time of its last appointment, and has driven off again: it may have delivered there. Our inference:
 * the service records no arrivals.
 */
export const possibleDelivery = z.object({
  /** Null: it stood there already when our record of the truck began. */
  from: dateTime.nullable(),
  to: dateTime,
  /** Null: where the stop is, nobody knows; the truck stood longer than for a break. */
  place_by: predictedArrival.shape.place_by.nullable(),
});

/** A prediction from a position older than this is none any more, milliseconds. */
export const OLDEST_POSITION_MS = 4 * 3_600_000;
