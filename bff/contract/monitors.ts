/** Geofence monitors. The read, list and cancel endpoints are assumed and may not exist. */
import { z } from 'zod';
import type { Assumptions } from './assumptions.ts';
import {
  countryCode,
  DAY_MS,
  dateTime,
  dateTimeWithOffset,
  displayText,
  latitude,
  longitude,
  MAX_REQUEST_ITEMS,
  openEnum,
  page,
  pageQuery,
  point,
  receivedReference,
  requestText,
  uuid,
} from './common.ts';
import { COMMON_ERRORS, COMMON_ERRORS_AND_501, endpoint } from './endpoint.ts';
import { vin } from './vin.ts';

export const MONITOR_STATUSES = ['active', 'completed', 'expired', 'cancelled'] as const;
export const monitorStatus = openEnum(MONITOR_STATUSES);
export type MonitorStatus = z.infer<typeof monitorStatus>;

export const MONITOR_NAME_MAX = 255;
export const MONITOR_DEFAULT_WINDOW_MS = 3 * DAY_MS;
/** Maximum of `expires_at` minus `starts_at`, inclusive. */
export const MONITOR_MAX_WINDOW_MS = 14 * DAY_MS;

const radiusMeters = z.number().positive({ error: 'must be more than 0 meters' });

export const circle = z.strictObject({ latitude, longitude, radius_meters: radiusMeters });
export type Circle = z.infer<typeof circle>;

/** Planned stop between origin and destination. Fields assumed. */
export const plannedStop = z.strictObject({
  name: z.string().max(MONITOR_NAME_MAX).optional(),
  latitude,
  longitude,
  radius_meters: radiusMeters,
});
export type PlannedStop = z.infer<typeof plannedStop>;

const PLATE_FIELDS = ['license_plate_number', 'license_plate_region', 'license_plate_country'] as const;

interface Identification {
  readonly vehicle_id?: string | undefined;
  readonly vin?: string | undefined;
  readonly license_plate_number?: string | undefined;
  readonly license_plate_region?: string | undefined;
  readonly license_plate_country?: string | undefined;
}

/** Requires exactly one of vehicle_id, vin and the full plate. */
function checkIdentification(body: Identification, ctx: z.RefinementCtx): void {
  const issue = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  const plate = PLATE_FIELDS.filter((field) => body[field] !== undefined);
  const first = body.vehicle_id !== undefined ? 'vehicle_id' : body.vin !== undefined ? 'vin' : plate[0];
  if (first === undefined) {
    issue('vehicle_id', 'must be given, or else vin, or else the full license plate');
    return;
  }
  if (body.vin !== undefined && first !== 'vin') issue('vin', `must be left out when ${first} is given`);
  if (plate.length === 0) return;
  if (first === 'vehicle_id' || first === 'vin') {
    for (const field of plate) issue(field, `must be left out when ${first} is given`);
    return;
  }
  for (const field of PLATE_FIELDS)
    if (body[field] === undefined)
      issue(field, 'must be given too: number, region and country of a plate go together');
}

/** `expires_at` must be after `starts_at`, by at most 14 days. */
function checkWindow(
  body: { starts_at: string; expires_at?: string | undefined },
  ctx: z.RefinementCtx,
): void {
  if (body.expires_at === undefined) return;
  const length = Date.parse(body.expires_at) - Date.parse(body.starts_at);
  if (length <= 0) ctx.addIssue({ code: 'custom', path: ['expires_at'], message: 'must be after starts_at' });
  if (length > MONITOR_MAX_WINDOW_MS)
    ctx.addIssue({
      code: 'custom',
      path: ['expires_at'],
      message: 'must be at most 14 days after starts_at',
    });
}

export const monitorCreate = z
  .strictObject({
    origin: circle,
    destination: circle,
    /** Earlier pings are ignored. */
    starts_at: dateTimeWithOffset,
    /** Subscription that receives the events. The request sample includes it, but the text does not require it. */
    webhook_group_id: uuid.optional(),
    /** Echoed on every event. */
    name: z
      .string()
      .max(MONITOR_NAME_MAX, { error: `must be at most ${MONITOR_NAME_MAX} characters` })
      .optional(),
    vehicle_id: uuid.optional(),
    vin: vin.optional(),
    license_plate_number: requestText.min(1, { error: 'must not be empty' }).optional(),
    license_plate_region: z
      .string()
      .regex(/^[A-Za-z]{2}$/, { error: 'must be a two-letter state or province, such as TX' })
      .optional(),
    license_plate_country: countryCode.optional(),
    /** In travel order. */
    stops: z.array(plannedStop).max(MAX_REQUEST_ITEMS).optional(),
    expires_at: dateTimeWithOffset.optional(),
  })
  .superRefine(checkIdentification)
  .superRefine(checkWindow);
export type MonitorCreate = z.infer<typeof monitorCreate>;

/** The service's default `expires_at`, UTC. Throws RangeError when `starts_at` is not a date. */
export function defaultExpiresAt(starts_at: string): string {
  return new Date(Date.parse(starts_at) + MONITOR_DEFAULT_WINDOW_MS).toISOString();
}

/** Stop of a monitor's journey. The interface guarantees no field. */
export const monitorStop = z.object({
  id: uuid.nullish(),
  sequence: z.number().int().nullish(),
  point: point.nullish(),
  radius_meters: z.number().nullish(),
  name: displayText.nullish(),
  arrived_at: dateTime.nullish(),
  departed_at: dateTime.nullish(),
});
export type MonitorStop = z.infer<typeof monitorStop>;

/** Read model. Only `id` is required. */
export const monitor = z.object({
  id: uuid,
  webhook_group_id: uuid.nullish(),
  fleet_id: uuid.nullish(),
  vehicle_id: uuid.nullish(),
  status: monitorStatus.nullish(),
  /** The stop being watched now. */
  current_stop_sequence: z.number().int().nullish(),
  starts_at: dateTime.nullish(),
  expires_at: dateTime.nullish(),
  created_at: dateTime.nullish(),
  updated_at: dateTime.nullish(),
  name: receivedReference.nullish(),
  fleet_ref: receivedReference.nullish(),
  vin: receivedReference.nullish(),
  license_plate_number: receivedReference.nullish(),
  license_plate_region: receivedReference.nullish(),
  license_plate_country: receivedReference.nullish(),
  stops: z.array(monitorStop).nullish(),
  cancelled_at: dateTime.nullish(),
  completed_at: dateTime.nullish(),
});
export type Monitor = z.infer<typeof monitor>;

export const monitorParams = z.strictObject({ geofence_monitor_id: uuid });
export const monitorListQuery = z.strictObject({ status: z.enum(MONITOR_STATUSES).optional(), ...pageQuery });

export function monitorEndpoints(a: Assumptions) {
  return {
    createMonitor: endpoint({
      name: 'createMonitor',
      method: 'POST',
      path: '/v2/notifications/geofence-monitors',
      body: monitorCreate,
      response: monitor,
      success: [201, 200],
      errors: COMMON_ERRORS,
    }),
    listMonitors: endpoint({
      name: 'listMonitors',
      assumed: true,
      method: 'GET',
      path: a.paths.geofence_monitors,
      query: monitorListQuery,
      queryNames: { ...a.query.pagination, ...a.query.geofence_monitors },
      response: page(monitor),
      success: [200],
      errors: COMMON_ERRORS_AND_501,
      optional: true,
    }),
    getMonitor: endpoint({
      name: 'getMonitor',
      assumed: true,
      method: 'GET',
      path: a.paths.geofence_monitor,
      params: monitorParams,
      response: monitor,
      about: { param: 'geofence_monitor_id', field: 'id' },
      success: [200],
      errors: COMMON_ERRORS_AND_501,
      optional: true,
    }),
    cancelMonitor: endpoint({
      name: 'cancelMonitor',
      assumed: true,
      method: 'POST',
      path: a.paths.geofence_monitor_cancel,
      params: monitorParams,
      response: monitor,
      about: { param: 'geofence_monitor_id', field: 'id' },
      success: [200],
      errors: COMMON_ERRORS_AND_501,
      optional: true,
    }),
  } as const;
}
