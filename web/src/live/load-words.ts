/** Texts about a load that the board shows at once: its short name, and the state of its journey. Those of outcomes are in outcome-words.ts. */
import type { Journey, JourneyStop } from '@waypost/triage/journey';
import { minutesBetween } from '@waypost/triage/minutes';
import { isolated } from '../ui/bidi.ts';
import { shorten } from '../ui/MonoId.tsx';
import { agoText, fromNowText, minutesText } from '../ui/time.ts';

/** Letters of a load's number for which a row has room. */
const MAX_NUMBER = 40;

/**
 * The load's number, or `7d4e2fde…8f31`: the start and end of its id identify a load without one where there is no room for it. A long
 * number is shortened in the middle, too: what tells one from the next is often at its end.
 */
export const shortLoadName = ({ load_ref, load_id }: { load_ref: string | null; load_id: string }): string =>
  load_ref === null ? shorten(load_id, 13) : shorten(load_ref, MAX_NUMBER);

/** `At Pueblo yard for 25 min`, `On the way to Denver DC 1`. @param now the server's clock @param starts_at start of the monitor, when known: nothing is tracked before it */
export function journeyText(
  { kind, stop, next }: Journey<JourneyStop>,
  stops: readonly JourneyStop[],
  now: number,
  starts_at: string | null = null,
): string {
  const name = (of: JourneyStop | null) => (of ? isolated(stopName(of, stops)) : 'a stop');
  switch (kind) {
    case 'not_begun':
      if (starts_at !== null && Date.parse(starts_at) > now) return `Starts ${fromNowText(starts_at, now)}`;
      return next ? `Not seen at ${name(next)} yet` : 'Nothing seen yet';
    case 'at_stop': {
      if (stop?.arrived_at_start) return `At ${name(stop)} since before tracking started`;
      const stay = stop?.arrived_at ? minutesText(minutesBetween(stop.arrived_at, now)) : '';
      return `At ${name(stop)} for ${stay}`;
    }
    case 'on_the_way':
      return `On the way to ${name(next)}`;
    case 'done':
      return stop?.departed_at ? `Completed at ${name(stop)} ${agoText(stop.departed_at, now)}` : 'Completed';
    case 'ended':
      if (!stop || stop.around_truck) return 'No arrival recorded';
      return stop.departed_at ? `Had left ${name(stop)}` : `Was at ${name(stop)}`;
  }
}

/** The stop's name, else its position: `Origin`, `Destination`, `Stop 2`. A circle that is no dock is named `…, city center`. */
export function stopName(
  stop: Pick<JourneyStop, 'name' | 'sequence' | 'city_center'>,
  stops: readonly Pick<JourneyStop, 'sequence'>[],
): string {
  if (stop.city_center) return `${stopName({ ...stop, city_center: null }, stops)}, city center`;
  if (stop.name) return stop.name;
  if (stop.sequence === stops[0]?.sequence) return 'Origin';
  return stop.sequence === stops.at(-1)?.sequence ? 'Destination' : `Stop ${stop.sequence + 1}`;
}

/** `Origin`, `Stop 2`, `Destination` */
export function roleOf(at: number, count: number): string {
  if (at === 0) return 'Origin';
  return at === count - 1 ? 'Destination' : `Stop ${at + 1}`;
}
