/** Tells a monitor that waits in vain: the truck left the origin before tracking began. The same rule for monitors, loads and drafts. */
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import { type JourneyMonitor, type JourneyStop, journeyOf } from './journey.ts';

type Position = LatLon & { readonly occurred_at: string };

interface PlannedCircle {
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly radius_meters?: number | null | undefined;
  readonly planned_arrival_at: string | null;
  readonly planned_departure_at?: string | null | undefined;
}

export interface PassedOrigin {
  /** From the truck to the edge of the origin's circle. */
  readonly meters_away: number;
  /** Index of the later stop where the truck is; null when it is at none. */
  readonly at_stop: number | null;
}

/**
 * Whether a truck has probably left the origin before tracking: it is outside, and at a later stop or past the planned departure. Where
 * stops are tracked in order, the monitor would wait there in vain. Null when it has not, or nothing is known.
 */
export function passedOrigin(
  stops: readonly PlannedCircle[],
  position: Position | null,
): PassedOrigin | null {
  const beyond = ({ latitude, longitude, radius_meters }: PlannedCircle) =>
    latitude === null || longitude === null || radius_meters == null || position === null
      ? null
      : distanceMeters({ latitude, longitude }, position) - radius_meters;
  const [origin] = stops;
  const meters_away = origin ? beyond(origin) : null;
  if (!origin || position === null || meters_away === null || meters_away <= 0) return null;
  const later = stops.findIndex((stop, index) => index > 0 && (beyond(stop) ?? 1) <= 0);
  const planned = origin.planned_departure_at ?? origin.planned_arrival_at;
  const is_overdue = planned !== null && Date.parse(planned) < Date.parse(position.occurred_at);
  if (later === -1 && !is_overdue) return null;
  return { meters_away, at_stop: later === -1 ? null : later };
}

interface WaitingMonitor<S extends JourneyStop & PlannedCircle> extends JourneyMonitor<S> {
  readonly last_position: Position | null;
}

/** Of an active monitor that has seen nothing yet. */
export function waitsAtPassedOrigin<S extends JourneyStop & PlannedCircle>({
  last_position,
  ...monitor
}: WaitingMonitor<S>): PassedOrigin | null {
  return journeyOf(monitor).kind === 'not_begun' ? passedOrigin(monitor.stops, last_position) : null;
}
