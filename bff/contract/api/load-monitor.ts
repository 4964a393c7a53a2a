/** A load's monitor in short; apart from monitors.ts, so that the board carries no more than this. */
import { z } from 'zod';
import { dateTime, latitude, longitude, uuid } from '../common.ts';

/** What a load's row on the board says of its monitor; part of each board load (board.ts). */
export const loadMonitor = z.object({
  monitor_id: uuid,
  /** A known status, or whatever the service said. */
  status: z.string().nullable(),
  /** In travel order. */
  stops: z.array(
    z.object({
      sequence: z.number().int(),
      name: z.string().nullable(),
      /** Middle of its circle. */
      latitude: latitude.nullable(),
      longitude: longitude.nullable(),
      load_stop_sequence: z.number().int().nullable(),
      planned_arrival_at: dateTime.nullable(),
      arrived_at: dateTime.nullable(),
      departed_at: dateTime.nullable(),
      /** At the origin when tracking started: no proved arrival. */
      arrived_at_start: z.boolean(),
    }),
  ),
});
export type LoadMonitor = z.infer<typeof loadMonitor>;
