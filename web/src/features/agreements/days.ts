/** How far away a day is, as people say it: "tomorrow", "2 days ago"; closer than half a day in hours. */
import { fromNowText, personZone } from '../../ui/time.ts';
import { toWall } from '../../ui/zoned.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @param at ISO 8601 or milliseconds */
export function dayText(at: string | number, now: number, zone = personZone()): string {
  const time = typeof at === 'number' ? at : Date.parse(at);
  const dayOf = (instant: number) => Date.parse(toWall(instant, zone).slice(0, 10)) / DAY;
  if (Math.abs(time - now) < MINUTE) return 'just now';
  const days = dayOf(time) - dayOf(now);
  if (days === 0 || Math.abs(time - now) < 12 * HOUR) return fromNowText(time, now);
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}
