/** Whether a truck can drive from stop to stop in the time given, by the estimate that also predicts arrivals. */
import { RoadDistanceFinder } from '@waypost/geo/road-distance';
import { usualDrive } from '@waypost/triage/predict';
import { METERS_PER } from '../../geo/length.ts';
import { distanceText } from '../../ui/quantities.ts';
import { lengthUnit } from '../../ui/units.ts';
import type { StopDraft } from './draft.ts';

const roads = new RoadDistanceFinder();
const MINUTE = 60_000;
/** Stops this close are one place. */
const SAME_PLACE_METERS = 1_000;

/** Null while a place is missing. */
export function roadMeters(a: StopDraft, b: StopDraft): number | null {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return null;
  const from = { latitude: a.latitude, longitude: a.longitude };
  return roads.between(from, { latitude: b.latitude, longitude: b.longitude }).meters;
}

/** `About 790 mi by road`: the roads are those of our corridors, so the last digit is not known. */
export function byRoad(meters: number): string {
  const tens = 10 * METERS_PER[lengthUnit()];
  return `About ${distanceText(meters < 10 * tens ? meters : Math.round(meters / tens) * tens)} by road`;
}

/** Null: it can be driven, or the time is negative. @param given_ms time from stop to stop */
export function driveWarning(way_meters: number, given_ms: number): string | null {
  if (way_meters < SAME_PLACE_METERS || given_ms < 0) return null;
  const { least, likely, rest, rests } = usualDrive({ meters: way_meters, by: 'corridors' });
  if (given_ms >= least) return null;
  const resting = {
    none: '',
    perhaps: ', perhaps with a 10 h rest',
    before: rests > 1 ? ` with ${rests} rests of 10 h` : ' with a 10 h rest',
  }[rest];
  const needed = hoursText(likely, likely < 180 * MINUTE ? 10 : 60);
  return `${byRoad(way_meters)} in ${hoursText(given_ms, 1)}: one driver needs about ${needed}${resting}, by our estimate. Check the times and time zones.`;
}

/** `26 h`, `1 h 20 min`: hours, not days, as drivers count. @param step rounded to so many minutes, and at least that long */
function hoursText(ms: number, step: number): string {
  const minutes = Math.max(step > 1 ? step : 0, Math.round(ms / MINUTE / step) * step);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ');
}
