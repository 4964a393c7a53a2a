/** Answers of the tracking endpoint for tests, whole and valid. */
import { type LoadTracking, loadTracking } from '@waypost/contract/loads';
import { pino } from 'pino';

export const silentLog = pino({ level: 'silent' });

export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export interface TrackingWish {
  readonly load?: number;
  readonly health?: string;
  readonly vehicle?: number | null;
  readonly at?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly agreement?: string | null;
}

/** A load on I-40 near Amarillo unless wished otherwise. */
export function tracking(wish: TrackingWish = {}): LoadTracking {
  const load = wish.load ?? 1;
  const vehicle = wish.vehicle === undefined ? load : wish.vehicle;
  return loadTracking.parse({
    load_id: id(load),
    load_ref: `LD-${load}`,
    tracking_health: wish.health ?? 'live',
    vehicle_assignment:
      vehicle === null
        ? null
        : {
            source: 'declared',
            agreement: wish.agreement === undefined ? 'agree' : wish.agreement,
            vehicle: { id: id(100_000 + vehicle) },
          },
    last_position:
      vehicle === null
        ? null
        : {
            latitude: wish.latitude ?? 35.19,
            longitude: wish.longitude ?? -102.05,
            occurred_at: wish.at ?? '2026-11-20T10:00:00.000Z',
          },
    stops: [],
  });
}
