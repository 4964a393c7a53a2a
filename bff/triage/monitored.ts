/**
 * Joins a load's stops with the times observed by its monitor. Without a monitor, or for stops without a circle, only the plan is
 * known.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadMonitor } from '@waypost/contract/api/load-monitor';
import type { LoadStop } from '@waypost/contract/loads';
import { type Journey, journeyOf, lateBy } from './journey.ts';
import { graceOf, type Limited } from './late-limits.ts';
import { type PassedOrigin, passedOrigin } from './passed-origin.ts';

export type LoadMonitorStop = LoadMonitor['stops'][number];
/** Position and truck are unknown where a load is known only by its stops. */
export type Monitored = Pick<BoardLoad, 'monitor'> &
  Partial<Pick<BoardLoad, 'last_position' | 'vehicle_assignment'>>;

/** Null without a monitor, and with one that waits at a passed origin: it tells nothing about the journey. */
export function journeyOfLoad(load: Partial<Monitored>): Journey<LoadMonitorStop> | null {
  return load.monitor && !passedOriginOfLoad(load) ? journeyOf(load.monitor) : null;
}

/**
 * The monitor's data for this stop; null when the monitor does not include it, knows only the center of its city, or waits at a passed
 * origin.
 */
export function monitorStopOf(load: Partial<Monitored>, stop: LoadStop): LoadMonitorStop | null {
  if (passedOriginOfLoad(load)) return null;
  const watched = load.monitor?.stops.find(({ load_stop_sequence }) => load_stop_sequence === stop.sequence);
  return watched && !watched.city_center ? watched : null;
}

/** How long the next arrival is overdue, in milliseconds; null when it is not, or unknown. */
export function lateOfLoad(load: Partial<Monitored> & Limited, now: number): number | null {
  const journey = journeyOfLoad(load);
  return journey && lateBy(journey, now, load.monitor?.starts_at ?? null, graceOf(load));
}

/** Where the truck is if the load's monitor waits for it at an origin that it has already left; null otherwise. */
export function passedOriginOfLoad(load: Partial<Monitored>): PassedOrigin | null {
  const { monitor, last_position, vehicle_assignment } = load;
  if (!monitor?.waits_at_origin || !last_position) return null;
  // The monitor of an earlier truck says nothing about this one.
  if (monitor.vehicle_id && vehicle_assignment?.vehicle.id !== monitor.vehicle_id) return null;
  return passedOrigin(monitor.stops, last_position);
}

/** States of a journey that is still monitored. */
export type MonitoredState = 'at_stop' | 'on_the_way' | 'not_begun';

/** Null when no monitor is active. */
export function monitoredState(load: Partial<Monitored>): MonitoredState | null {
  const kind = journeyOfLoad(load)?.kind;
  return kind === undefined || kind === 'done' || kind === 'ended' ? null : kind;
}
