import { type LoadTracking, loadTracking } from '@waypost/contract/loads';
import { pino } from 'pino';

export const silentLog = pino({ level: 'silent' });

export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export interface TrackingOptions {
  readonly load?: number;
  readonly health?: string;
  readonly vehicle?: number | null;
  readonly at?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly agreement?: string | null;
  readonly stops?: LoadTracking['stops'];
}

/** By default a load on I-40 near Amarillo. */
export function tracking(options: TrackingOptions = {}): LoadTracking {
  const load = options.load ?? 1;
  const vehicle = options.vehicle === undefined ? load : options.vehicle;
  return loadTracking.parse({
    load_id: id(load),
    load_ref: `LD-${load}`,
    tracking_health: options.health ?? 'live',
    vehicle_assignment:
      vehicle === null
        ? null
        : {
            source: 'declared',
            agreement: options.agreement === undefined ? 'agree' : options.agreement,
            vehicle: { id: id(100_000 + vehicle) },
          },
    last_position:
      vehicle === null
        ? null
        : {
            latitude: options.latitude ?? 35.19,
            longitude: options.longitude ?? -102.05,
            occurred_at: options.at ?? '2026-11-20T10:00:00.000Z',
          },
    stops: options.stops ?? [],
  });
}
