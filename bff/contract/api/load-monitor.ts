/** Summary of a load's monitor; separate from monitors.ts so that the board loads nothing else. */
import { z } from 'zod';
import { dateTime, latitude, longitude, uuid } from '../common.ts';

/** Part of each board load (board.ts). */
export const loadMonitor = z.object({
  monitor_id: uuid,
  /** A known status, or the service's own text. */
  status: z.string().nullable(),
  /** Null when unknown. Missing in cached lists from earlier versions, like the other optional fields. */
  vehicle_id: uuid.nullish(),
  /** Active, and has seen nothing yet: by our assumption about the service it tracks no other stop before the origin. */
  waits_at_origin: z.boolean().nullish(),
  /** Tracked from then on. */
  starts_at: dateTime.nullish(),
  /** In travel order. */
  stops: z.array(
    z.object({
      sequence: z.number().int(),
      name: z.string().nullable(),
      /** Center of its circle. */
      latitude: latitude.nullable(),
      longitude: longitude.nullable(),
      radius_meters: z.number().nullish(),
      load_stop_sequence: z.number().int().nullable(),
      planned_arrival_at: dateTime.nullable(),
      planned_departure_at: dateTime.nullish(),
      arrived_at: dateTime.nullable(),
      departed_at: dateTime.nullable(),
      /** Already at the origin when tracking started: not an observed arrival. */
      arrived_at_start: z.boolean(),
      /** City whose center the circle is: times at this stop are no evidence. Missing for the circle of a dock. */
      city_center: z.string().nullish(),
      /** The circle is around the truck where tracking began: no stop, and its times are no evidence. */
      around_truck: z.literal(true).optional(),
    }),
  ),
});
export type LoadMonitor = z.infer<typeof loadMonitor>;
