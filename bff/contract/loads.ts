/** Loads: tracking, and the assumed endpoints that post and update them. */
import { z } from 'zod';
import type { Assumptions } from './assumptions.ts';
import {
  dateTime,
  dateTimeWithOffset,
  displayText,
  latitude,
  longitude,
  openEnum,
  receivedReference,
  uuid,
} from './common.ts';
import { COMMON_ERRORS, COMMON_ERRORS_AND_501, endpoint } from './endpoint.ts';
import { TELEMATICS_READ } from './token.ts';

export const TRACKING_HEALTH = ['live', 'stale', 'no_signal', 'not_shared', 'unassigned', 'unknown'] as const;
export const trackingHealth = openEnum(TRACKING_HEALTH);
export type TrackingHealth = z.infer<typeof trackingHealth>;

export const ASSIGNMENT_SOURCES = ['declared', 'inferred'] as const;
export const ASSIGNMENT_AGREEMENTS = ['agree', 'disagree'] as const;

/** Only `id` is required; any other field may be null or missing. */
export const embeddedVehicle = z.object({
  id: uuid,
  vehicle_name: displayText.nullish(),
  oem: displayText.nullish(),
  model_type: displayText.nullish(),
  model_year: z.number().int().nullish(),
  vin: receivedReference.nullish(),
  license_plate_region: receivedReference.nullish(),
  license_plate_country: receivedReference.nullish(),
  license_plate_number: receivedReference.nullish(),
  is_active: z.boolean().nullish(),
  status: displayText.nullish(),
  eld_id: receivedReference.nullish(),
  eld_serial_number: receivedReference.nullish(),
  source_id: receivedReference.nullish(),
  external_id: receivedReference.nullish(),
});
export type EmbeddedVehicle = z.infer<typeof embeddedVehicle>;

export const vehicleAssignment = z.object({
  source: openEnum(ASSIGNMENT_SOURCES),
  /** Null means "cannot be determined", not `agree`. */
  agreement: openEnum(ASSIGNMENT_AGREEMENTS).nullable(),
  vehicle: embeddedVehicle,
});
export type VehicleAssignment = z.infer<typeof vehicleAssignment>;

/** The last reported position, however old. */
export const lastPosition = z.object({
  latitude,
  longitude,
  occurred_at: dateTime,
});
export type LastPosition = z.infer<typeof lastPosition>;

export const STOP_TYPES = ['origin', 'intermediate', 'destination', 'fuel', 'rest'] as const;

export const loadStop = z.object({
  id: uuid,
  sequence: z.number().int().min(0),
  stop_type: openEnum(STOP_TYPES).nullable(),
  name: displayText.nullable(),
  estimated_arrival_at: dateTime.nullable(),
  estimated_departure_at: dateTime.nullable(),
  /** Currently always null, like `departed_at`: the service records no actual times on a load. */
  arrived_at: dateTime.nullable(),
  departed_at: dateTime.nullable(),
});
export type LoadStop = z.infer<typeof loadStop>;

export const loadTracking = z.object({
  load_id: uuid,
  /** The interface says it is always present. If it is missing, the position must still be shown. */
  load_ref: receivedReference.nullable(),
  tracking_health: trackingHealth.default('unknown'),
  vehicle_assignment: vehicleAssignment.nullable(),
  last_position: lastPosition.nullable(),
  stops: z.array(loadStop),
});
export type LoadTracking = z.infer<typeof loadTracking>;

/** Vehicle identifiers of a posted load. Shape assumed. */
export const loadVehicleIdentifiers = z.strictObject({
  vehicle_id: uuid.optional(),
  vin: z.string().min(1).max(255).optional(),
  license_plate_number: z.string().min(1).max(255).optional(),
  license_plate_region: z.string().min(1).max(255).optional(),
  license_plate_country: z.string().min(1).max(255).optional(),
});
export type LoadVehicleIdentifiers = z.infer<typeof loadVehicleIdentifiers>;

export const loadStopInput = z.strictObject({
  name: z.string().max(255).optional(),
  stop_type: z.enum(STOP_TYPES).optional(),
  latitude,
  longitude,
  estimated_arrival_at: dateTimeWithOffset.optional(),
  estimated_departure_at: dateTimeWithOffset.optional(),
});
export type LoadStopInput = z.infer<typeof loadStopInput>;

/** Request body (assumed). Needs at least an origin and a destination. */
export const loadCreate = z.strictObject({
  load_ref: z.string().min(1).max(255),
  vehicle: loadVehicleIdentifiers.optional(),
  stops: z.array(loadStopInput).min(2, { error: 'needs an origin and a destination' }),
});
export type LoadCreate = z.infer<typeof loadCreate>;

/** Request body (assumed). `vehicle: null` removes the identifiers. */
export const loadUpdate = z.strictObject({
  load_ref: loadCreate.shape.load_ref.optional(),
  vehicle: loadVehicleIdentifiers.nullable().optional(),
  stops: loadCreate.shape.stops.optional(),
});
export type LoadUpdate = z.infer<typeof loadUpdate>;

/** Response to posting or updating (assumed). */
export const postedLoad = z.object({ load_id: uuid, load_ref: receivedReference.nullish() });

export const loadParams = z.strictObject({ load_id: uuid });

export function loadEndpoints(a: Assumptions) {
  return {
    getLoadTracking: endpoint({
      name: 'getLoadTracking',
      method: 'GET',
      path: '/v2/visibility/loads/{load_id}/tracking',
      params: loadParams,
      response: loadTracking,
      /** Null would wrongly mean that no vehicle is assigned. */
      essential: ['vehicle_assignment'],
      about: { param: 'load_id', field: 'load_id' },
      success: [200],
      errors: COMMON_ERRORS_AND_501,
      scope: TELEMATICS_READ,
      provisional: true,
    }),
    createLoad: endpoint({
      name: 'createLoad',
      assumed: true,
      method: 'POST',
      path: a.paths.loads,
      body: loadCreate,
      response: postedLoad,
      success: [201, 200],
      errors: COMMON_ERRORS,
    }),
    updateLoad: endpoint({
      name: 'updateLoad',
      assumed: true,
      method: 'PATCH',
      path: a.paths.load,
      params: loadParams,
      body: loadUpdate,
      response: postedLoad,
      about: { param: 'load_id', field: 'load_id' },
      success: [200],
      errors: COMMON_ERRORS,
    }),
  } as const;
}
