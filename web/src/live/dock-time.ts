import {
  dockTime,
  fullDateTime,
  isOwnTime,
  ownTime,
  type PlaceZone,
  personZone,
  zoneName,
} from '../ui/time.ts';
import { useNow } from './context.ts';

/** A time in that of the dock, with the tooltip that has the person's own; both empty without one. @param at ISO 8601 */
export function useDockTime(at: string | null | undefined, zone: PlaceZone) {
  const text = useNow((now) => (at ? dockTime(at, now, zone) : ''));
  const title = useNow((now) => (at ? fullDockTime(at, now, zone) : ''));
  return { text, title };
}

/** What the times of several stops are in, for their heading: `CST`, or `dock time` where some are in another zone. */
export const useTimesIn = (zones: readonly PlaceZone[]): string =>
  useNow((now) => {
    if (zones.every((zone) => isOwnTime(now, zone))) return zoneName(now);
    return `dock time${zones.every(Boolean) ? '' : ', or yours where that is unknown'}`;
  });

/** `Nov 20, 2026, 14:30:05 PST (16:30 CST your time)` */
export function fullDockTime(at: string | number, now: number, zone: PlaceZone): string {
  const own = ownTime(at, now, zone);
  return fullDateTime(at, zone ?? personZone()) + (own && ` (${own})`);
}
