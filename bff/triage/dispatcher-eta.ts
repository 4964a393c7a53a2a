/**
 * A dispatcher's own ETA at a stop. Until its time has passed it outranks our estimate for that stop, and the lateness there is known:
 * it is no exception.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { DispatcherEta } from '@waypost/contract/api/load-triage';
import type { LoadStop } from '@waypost/contract/loads';
import { hasObservedTime } from './journey.ts';

type WithEta = Pick<BoardLoad, 'dispatcher_eta'>;

/** True when the stop is reached, passed or gone, or the truck was replaced after the call. */
export function isEtaOver(
  { stop_sequence, set_at }: Pick<DispatcherEta, 'stop_sequence' | 'set_at'>,
  { stops, monitor, vehicle_changed_at }: Pick<BoardLoad, 'stops' | 'monitor' | 'vehicle_changed_at'>,
): boolean {
  // Not read yet, or not readable now.
  if (stops.length === 0) return false;
  const stop = stops.find(({ sequence }) => sequence === stop_sequence);
  if (!stop || hasObservedTime(stop)) return true;
  if (vehicle_changed_at !== null && vehicle_changed_at > set_at) return true;
  const watched = monitor?.stops ?? [];
  const at = watched.findIndex(({ load_stop_sequence }) => load_stop_sequence === stop_sequence);
  // A city's center is not the dock, but a stop after it shows that the truck has left both.
  return at >= 0 && watched.slice(watched[at]?.city_center ? at + 1 : at).some(hasObservedTime);
}

interface StopEta {
  readonly eta: DispatcherEta;
  readonly stop: LoadStop;
}

/** The dispatcher's ETA while it is ahead; null otherwise. @param now the server's clock, milliseconds since 1970 */
export function etaAhead(load: WithEta & Pick<BoardLoad, 'stops'>, now: number): StopEta | null {
  const { dispatcher_eta: eta } = load;
  const stop = load.stops.find(({ sequence }) => sequence === eta?.stop_sequence);
  return eta && stop && Date.parse(eta.at) > now ? { eta, stop } : null;
}

/** Whether the dispatcher's ETA, still ahead, is for this stop. `stop_sequence` null or undefined: none of the load's stops. */
export const hasEtaAhead = (
  { dispatcher_eta: eta }: WithEta,
  stop_sequence: number | null | undefined,
  now: number,
): boolean => eta != null && eta.stop_sequence === stop_sequence && Date.parse(eta.at) > now;

/** The dispatcher's ETA at this stop if its time has passed without an arrival; null otherwise. */
export const etaPassed = (
  { dispatcher_eta: eta }: WithEta,
  stop_sequence: number | null | undefined,
  now: number,
): DispatcherEta | null =>
  eta != null && eta.stop_sequence === stop_sequence && Date.parse(eta.at) <= now ? eta : null;
