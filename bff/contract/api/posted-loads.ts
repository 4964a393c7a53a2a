/** Loads that people post to the tracking service and correct there. Our own API. */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { loadStopInput, loadVehicleIdentifiers, postedLoad } from '../loads.ts';
import { vin } from '../vin.ts';
import { boardLoad } from './board.ts';
import { created } from './intents.ts';

/** More stops than any truckload has; only bounds the request. */
export const MAX_STOPS = 50;
export const MAX_LOAD_REF = 255;
const MAX_PLATE_NUMBER = 255;

const PLATE = ['license_plate_number', 'license_plate_region', 'license_plate_country'] as const;

/** Identifies a truck by at least one of id, VIN and full plate. */
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

export const postLoadRequest = z.strictObject({
  load_ref: loadRef,
  vehicle: truckIdentifiers.optional(),
  stops: plannedStops,
});
export type PostLoadRequest = z.infer<typeof postLoadRequest>;

/** Omitted fields stay unchanged at the tracking service. */
export const correctLoadRequest = z
  .strictObject({
    /** The version read before: prevents overwriting someone else's correction unseen. */
    version: z.number().int().min(0),
    load_ref: loadRef.optional(),
    /** Null removes the identifiers. */
    vehicle: truckIdentifiers.nullable().optional(),
    stops: plannedStops.optional(),
  })
  .refine(
    ({ load_ref, vehicle, stops }) => load_ref !== undefined || vehicle !== undefined || stops !== undefined,
    { error: 'must change at least one field' },
  );
export type CorrectLoadRequest = z.infer<typeof correctLoadRequest>;

/** What Waypost sent with a load; the tracking service does not report it. */
export const sentLoad = z.object({
  load_id: uuid,
  /** Number of updates sent by Waypost; 0 when none. */
  version: z.number().int().min(0),
  load_ref: z.string().nullable(),
  /** Whether the last sent identifiers are known. */
  vehicle_known: z.boolean(),
  /** Null when none were sent or they are unknown. */
  vehicle: loadVehicleIdentifiers.nullable(),
  /** Null when Waypost sent none, so their coordinates are unknown. */
  stops: z.array(loadStopInput).nullable(),
  /** By stop, the city whose center its coordinates are, such as `Denver, CO`: no dock. Null: another place. Servers before it leave it out. */
  city_centers: z.array(z.string().nullable()).default([]),
  sent_by_name: z.string().nullable(),
  sent_at: dateTime.nullable(),
});
export type SentLoad = z.infer<typeof sentLoad>;

export const correctedLoad = z.object({ item: boardLoad, sent: sentLoad });

export const createdLoad = created(z.object(postedLoad.shape));
export type CreatedLoad = z.infer<typeof createdLoad>;

/** Whether the tracking service supports it; its interface does not show either endpoint. `unknown`: not tried yet. */
export const POSTING_STATES = ['yes', 'no', 'unknown'] as const;
export const loadPosting = z.object({
  post: z.enum(POSTING_STATES),
  correct: z.enum(POSTING_STATES),
});
export type LoadPosting = z.infer<typeof loadPosting>;
