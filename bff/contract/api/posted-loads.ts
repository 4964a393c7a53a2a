/** Loads that people post to the tracking service and correct there. Our own API. */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { loadStopInput, loadVehicleIdentifiers, postedLoad } from '../loads.ts';
import { vin } from '../vin.ts';
import { boardLoad } from './board.ts';
import { created } from './intents.ts';

/** More stops than any truckload has: it only bounds the form. */
export const MAX_STOPS = 50;
export const MAX_LOAD_REF = 255;
const MAX_PLATE_NUMBER = 255;

const PLATE = ['license_plate_number', 'license_plate_region', 'license_plate_country'] as const;

/** How a truck is named: by at least one of its id, its VIN, and its plate, which is whole. */
export const truckIdentifiers = loadVehicleIdentifiers
  .extend({
    vin: vin.optional(),
    license_plate_number: z
      .string()
      .trim()
      .min(1, { error: 'must not be empty' })
      .max(MAX_PLATE_NUMBER)
      .optional(),
    license_plate_region: z
      .string()
      .regex(/^[A-Za-z]{2}$/, { error: 'must be a two-letter state or province, such as TX' })
      .optional(),
    license_plate_country: z
      .string()
      .regex(/^[A-Z]{3}$/, { error: 'must be a three-letter country code, such as USA' })
      .optional(),
  })
  .check(({ value, issues }) => {
    const missing = PLATE.filter((field) => value[field] === undefined);
    if (missing.length > 0 && missing.length < PLATE.length)
      for (const field of missing)
        issues.push({
          code: 'custom',
          input: value,
          path: [field],
          message: 'is required: a plate needs its number, region and country',
        });
    if (missing.length === PLATE.length && value.vehicle_id === undefined && value.vin === undefined)
      issues.push({
        code: 'custom',
        input: value,
        path: ['vin'],
        message: 'is required unless you choose a known truck or enter a plate',
      });
  });
export type TruckIdentifiers = z.infer<typeof truckIdentifiers>;

const loadRef = z.string().trim().min(1, { error: 'must not be empty' }).max(MAX_LOAD_REF);

const plannedStop = loadStopInput.check(({ value, issues }) => {
  const { estimated_arrival_at, estimated_departure_at } = value;
  if (!estimated_arrival_at || !estimated_departure_at) return;
  if (Date.parse(estimated_departure_at) < Date.parse(estimated_arrival_at))
    issues.push({
      code: 'custom',
      input: value,
      path: ['estimated_departure_at'],
      message: 'must not be before the arrival',
    });
});
export type PlannedStop = z.infer<typeof plannedStop>;

const plannedStops = z
  .array(plannedStop)
  .min(2, { error: 'must have an origin and a destination' })
  .max(MAX_STOPS);

/** `POST /api/posted-loads` */
export const postLoadRequest = z.strictObject({
  load_ref: loadRef,
  vehicle: truckIdentifiers.optional(),
  stops: plannedStops,
});
export type PostLoadRequest = z.infer<typeof postLoadRequest>;

/** `PATCH /api/posted-loads/{load_id}`: what is left out stays as it is at the tracking service. */
export const correctLoadRequest = z
  .strictObject({
    /** As it was read: a correction that somebody else has made meanwhile is not overwritten unseen. */
    version: z.number().int().min(0),
    load_ref: loadRef.optional(),
    /** Null takes the identifiers back. */
    vehicle: truckIdentifiers.nullable().optional(),
    stops: plannedStops.optional(),
  })
  .refine(
    ({ load_ref, vehicle, stops }) => load_ref !== undefined || vehicle !== undefined || stops !== undefined,
    { error: 'must change at least one field' },
  );
export type CorrectLoadRequest = z.infer<typeof correctLoadRequest>;

/** What was sent with a load as far as Waypost sent it: the tracking service does not report it. */
export const sentLoad = z.object({
  load_id: uuid,
  /** Counts what Waypost sent; 0: nothing yet. */
  version: z.number().int().min(0),
  load_ref: z.string().nullable(),
  /** Whether it is known what identifiers were sent last. */
  vehicle_known: z.boolean(),
  /** Null: none were sent, or it is not known. */
  vehicle: loadVehicleIdentifiers.nullable(),
  /** Null: Waypost has sent none, so their places are not known. */
  stops: z.array(loadStopInput).nullable(),
  sent_by_name: z.string().nullable(),
  sent_at: dateTime.nullable(),
});
export type SentLoad = z.infer<typeof sentLoad>;

export const correctedLoad = z.object({ item: boardLoad, sent: sentLoad });

export const createdLoad = created(z.object(postedLoad.shape));
export type CreatedLoad = z.infer<typeof createdLoad>;

/** Whether the tracking service takes it: its interface does not promise either. `unknown`: nobody has tried. */
export const POSTING_STATES = ['yes', 'no', 'unknown'] as const;
export const loadPosting = z.object({
  post: z.enum(POSTING_STATES),
  correct: z.enum(POSTING_STATES),
});
export type LoadPosting = z.infer<typeof loadPosting>;
