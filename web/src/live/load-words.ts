/** Texts about a load that several pages share: the state of its journey, and why it leaves the board. */

import type { Leaving } from '@waypost/contract/api/board';
import type { CallOutcome, CloseReason } from '@waypost/contract/api/load-triage';
import { ARCHIVE_REASONS, type ArchiveReason } from '@waypost/contract/api/url-enums';
import type { Journey, JourneyStop } from '@waypost/triage/journey';
import { minutesBetween } from '@waypost/triage/minutes';
import type { PassedOrigin } from '@waypost/triage/passed-origin';
import { isolated } from '../ui/bidi.ts';
import { shorten } from '../ui/MonoId.tsx';
import { agoText, durationText, fromNowText, shortDateTime } from '../ui/time.ts';
import { distanceText } from '../ui/units.ts';

/** The load's number, or `7d4e2fde…8f31`: the start and end of its id identify a load without one where there is no room for it. */
export const shortLoadName = ({ load_ref, load_id }: { load_ref: string | null; load_id: string }): string =>
  load_ref ?? shorten(load_id, 13);

/** Why a load leaves the board. Observed reasons are stated as facts, inferred ones as presumed. */
export const ARCHIVE_WORDS: Readonly<Record<ArchiveReason, string>> = {
  monitor_completed: 'Delivered, by monitor',
  left_destination: 'Delivered, by positions',
  next_load: 'Presumed delivered: on its next load',
  overdue: 'Appointment passed, no delivery recorded',
  not_found: 'Not found at the tracking service',
  removed: 'Removed by a person',
};

/** `LD-48213: monitor_completed`, as the activity log names an archived load, or its reason alone: the reason in words. */
export const archivedText = (logged: string): string =>
  ARCHIVE_REASONS.map((reason) => (logged.endsWith(reason) ? ARCHIVE_WORDS[reason] : '')).join('');

export const CLOSE_WORDS: Readonly<Record<CloseReason, string>> = {
  fixed: 'Fixed',
  carrier_confirmed: 'Carrier confirmed it is fine',
  known: 'Known, no action needed',
  false_alarm: 'False alarm',
  other: 'Other reason',
};

export const CALL_WORDS: Readonly<Record<CallOutcome, string>> = {
  reached: 'Reached',
  left_message: 'Left message',
  eta: 'ETA',
  will_call_back: 'Will call back',
};

/** The evidence for the reason, in one sentence; null when a person removed the load. */
export function evidenceText(
  {
    reason,
    since,
    next_load,
  }: {
    readonly reason: ArchiveReason;
    readonly since: string | null;
    readonly next_load?: Leaving['next_load'];
  },
  now: number,
): string | null {
  const at = since === null ? 'at an unknown time' : shortDateTime(since, now);
  switch (reason) {
    case 'monitor_completed':
      return `Its monitor recorded the departure from the last stop, ${at}.`;
    case 'left_destination':
      return `The truck was at the destination until ${at} and has left, by its positions.`;
    case 'next_load': {
      const name = next_load ? ` ${isolated(next_load.load_ref ?? next_load.load_id)}` : '';
      return `The plan ended, and its truck has started its next load${name}. Inferred: no one recorded the delivery.`;
    }
    case 'overdue':
      return `The plan has ended and the truck has been elsewhere since ${at}. No delivery was recorded.`;
    case 'not_found':
      return `The tracking service has had no record of this load since ${at}.`;
    case 'removed':
      return null;
  }
}

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
      const stay = stop?.arrived_at ? durationText(minutesBetween(stop.arrived_at, now)) : '';
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

/** `Waits for the truck at Amarillo DC 4, but it is already 390 mi away, and the planned departure has passed` */
export function passedOriginText(
  { stops }: { readonly stops: readonly JourneyStop[] },
  passed: PassedOrigin,
): string {
  const [origin] = stops;
  const at = passed.at_stop === null ? undefined : stops[passed.at_stop];
  const where = at
    ? `at ${isolated(stopName(at, stops))}`
    : `${distanceText(passed.meters_away)} away, and the planned departure has passed`;
  return `Waits for the truck at ${origin ? isolated(stopName(origin, stops)) : 'its origin'}, but it is already ${where}`;
}
