/** Reported vehicle positions: one of the "further telematics read endpoints", assumed and optional. */
import { z } from 'zod';
import type { Assumptions } from './assumptions.ts';
import {
  dateTime,
  dateTimeWithOffset,
  filterList,
  page,
  pageQuery,
  point,
  receivedReference,
  uuid,
} from './common.ts';
import { COMMON_ERRORS_AND_501, endpoint } from './endpoint.ts';

/** Fields are our assumption, modeled on the fuel transaction. */
export const vehicleLocation = z.object({
  id: uuid.nullish(),
  vehicle_id: uuid.nullish(),
  fleet_id: uuid.nullish(),
  fleet_ref: receivedReference.nullish(),
  connection_id: uuid.nullish(),
  occurred_at: dateTime.nullish(),
  location: point.nullish(),
});
export type VehicleLocation = z.infer<typeof vehicleLocation>;

export const vehicleLocationQuery = z.strictObject({
  vehicle_ids: filterList(uuid),
  from_datetime: dateTimeWithOffset.optional(),
  to_datetime: dateTimeWithOffset.optional(),
  ...pageQuery,
});

export function vehicleLocationEndpoints(a: Assumptions) {
  return {
    listVehicleLocations: endpoint({
      name: 'listVehicleLocations',
      assumed: true,
      method: 'GET',
      path: a.paths.vehicle_locations,
      query: vehicleLocationQuery,
      queryNames: { ...a.query.pagination, ...a.query.vehicle_locations },
      response: page(vehicleLocation),
      success: [200],
      errors: COMMON_ERRORS_AND_501,
      optional: true,
    }),
  } as const;
}
