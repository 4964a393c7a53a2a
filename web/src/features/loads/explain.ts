/**
 * The table "from state to sentence to action" in words: what happened, why, who acts, and one thing to do here and now.
 * Never says more than is known: the service reports no fleet name, no ping rate, and not what identifiers were sent.
 */

import type { BoardLoad } from '@waypost/contract/api/board';
import { journeyOfLoad, lateOfLoad } from '@waypost/triage/monitored';
import { inTravelOrder, overdueBy, plannedStart, runningLate } from '@waypost/triage/plan';
import type { Cause } from '@waypost/triage/score';
import { ARCHIVE_WORDS, evidenceText, stopName } from '../../live/load-words.ts';
import { isolated } from '../../ui/bidi.ts';
import { agoText, durationText, fromNowText, shortDateTime } from '../../ui/time.ts';
import { placePhrase } from '../../ui/units.ts';
import type { MessageKind } from './messages.ts';
import { predictedAt } from './predicted.ts';

/** Who must act. `none`: nobody. */
export type Owner = 'us' | 'fleet' | 'carrier' | 'provider' | 'wait' | 'none';

export const OWNER_WORD: Readonly<Record<Owner, string>> = {
  us: 'On us',
  fleet: 'Carrier to fix',
  carrier: 'Carrier to fix',
  provider: 'ELD provider to fix',
  wait: 'Wait',
  none: '',
};

export type Action =
  /** Puts a ready message on the clipboard. */
  | { readonly kind: 'message'; readonly label: string; readonly to: string; readonly message: MessageKind }
  | { readonly kind: 'read_now'; readonly label: string }
  | { readonly kind: 'remove'; readonly label: string };

export interface Sentence {
  readonly what: string;
  readonly why: string;
  readonly owner: Owner;
  readonly action: Action | null;
}

const copy = (to: string, message: MessageKind): Action => ({
  kind: 'message',
  label: 'Copy message',
  to,
  message,
});
const READ_NOW: Action = { kind: 'read_now', label: 'Refresh' };
const REMOVE: Action = { kind: 'remove', label: 'Remove' };

/** @param now the server's clock, milliseconds since 1970. */
export function sentenceOf(load: BoardLoad, cause: Cause, now: number): Sentence {
  const seen = load.last_position ? agoText(load.last_position.occurred_at, now) : null;
  const place = load.place ? placePhrase(load.place) : '';
  const known = load.read_at ? `Last updated ${agoText(load.read_at, now)}.` : 'No data yet.';
  switch (cause) {
    case 'read_forbidden':
      return {
        what: 'Tracking service denies us access to this load',
        why: `Our access, not the truck. ${known}`,
        owner: 'us',
        action: copy('your Waypost administrator', 'check_access'),
      };
    case 'read_not_found':
      return {
        what: 'Load not found at the tracking service',
        why: `Check the load ID; the load may have been deleted. ${known}`,
        owner: 'us',
        action: REMOVE,
      };
    case 'read_unauthorized':
      return {
        what: 'Tracking service rejects our credentials',
        why: `Our access, not the truck. ${known}`,
        owner: 'us',
        action: READ_NOW,
      };
    case 'read_refused':
      return {
        what: 'Update failed',
        why: `${sentence(load.read_error?.message ?? "Waypost can't read the response")} ${known}`,
        owner: 'us',
        action: READ_NOW,
      };
    case 'read_failed':
      return {
        what: 'Update failed',
        why: `Our problem, not the truck's. Retrying automatically. ${known}`,
        owner: 'wait',
        action: READ_NOW,
      };
    case 'read_limited':
      return {
        what: 'Rate limit reached',
        why: `Updates resume automatically. ${known}`,
        owner: 'wait',
        action: null,
      };
    case 'not_read':
      return {
        what: 'Waiting for the first update',
        why: 'This takes a moment.',
        owner: 'wait',
        action: null,
      };
    case 'disagree':
      return {
        what: 'Possible wrong truck',
        why: 'Another truck matches this route better. The position shown may be the wrong one.',
        owner: 'carrier',
        action: copy('the carrier', 'which_truck'),
      };
    case 'vehicle_changed':
      return {
        what: `The truck changed ${load.vehicle_changed_at ? agoText(load.vehicle_changed_at, now) : ''}`.trim(),
        why: 'The tracking service now names a different truck. Check which one carries the load.',
        owner: 'carrier',
        action: copy('the carrier', 'truck_changed'),
      };
    case 'same_truck': {
      const others = load.same_truck_loads.map(({ load_id, load_ref }) => load_ref ?? load_id);
      return {
        what: `Possible wrong truck: also assigned to ${others.join(', ')}`,
        why: 'The same truck is on several loads at once. One of them may have the wrong truck.',
        owner: 'carrier',
        action: copy('the carrier', 'one_truck_two_loads'),
      };
    }
    case 'unmatched':
      return {
        what: "Can't match a truck. Check the unit, VIN or plate.",
        why: "The identifiers match no truck shared with us. Check for typos: a VIN has no I, O or Q, and a plate needs its state. Also check that the fleet's agreement is in effect today.",
        owner: 'us',
        action: copy('the carrier', 'check_identifiers'),
      };
    case 'unassigned':
      return {
        what: `No truck assigned${startWords(load, now)}`,
        why: 'If identifiers were sent, they match no truck shared with us. If not, no truck matches by location yet.',
        owner: 'us',
        action: copy('the carrier', 'name_truck'),
      };
    case 'none_sent':
      return {
        what: `No truck assigned${startWords(load, now)}`,
        why: 'No identifiers were sent, and no truck matches by location. Either none was seen at the origin, no match is strong enough, or the fleet does not share both truck and location. Send identifiers.',
        owner: 'us',
        action: copy('the carrier', 'name_truck'),
      };
    case 'unassigned_waiting':
      return {
        what: `No truck assigned yet${startWords(load, now)}`,
        why: load.identifiers_sent
          ? 'No identifiers were sent. Nothing to do before pickup.'
          : 'If identifiers were sent, check them now: they match no truck. If not, nothing to do before pickup.',
        owner: 'wait',
        action: null,
      };
    case 'no_signal':
      return {
        what: 'No pings from this truck yet',
        why: 'Its location is shared with us, but its device has sent nothing.',
        owner: 'fleet',
        action: copy('the fleet', 'check_device'),
      };
    case 'not_shared':
      return {
        what: 'Fleet does not share location',
        why: 'The fleet shares the truck but not its location.',
        owner: 'fleet',
        action: copy('the fleet', 'share_location'),
      };
    case 'stale_driving':
      return {
        what: `No pings since ${since(load, now)}${place}`,
        why: 'It was moving when the pings stopped.',
        owner: 'carrier',
        action: copy('the carrier', 'where_is_it'),
      };
    case 'stale':
      return {
        what: `No pings since ${since(load, now)}${place}`,
        why:
          load.motion?.moving === false
            ? 'It was stopped when the pings stopped.'
            : "We don't know whether it was moving.",
        owner: 'carrier',
        action: copy('the carrier', 'where_is_it'),
      };
    case 'late': {
      const by = durationText(lateOfLoad(load, now) ?? 0);
      const next = journeyOfLoad(load)?.next;
      const appointment = next?.planned_arrival_at
        ? `Appt ${shortDateTime(next.planned_arrival_at, now)}, `
        : '';
      const stop = next ? ` to ${isolated(stopName(next, load.monitor?.stops ?? []))}` : '';
      return {
        what: `${appointment}${by} late${stop}`,
        why: 'Its monitor has recorded no arrival there.',
        owner: 'carrier',
        action: copy('the carrier', 'when_will_it_arrive'),
      };
    }
    case 'running_late':
      return runningLateSentence(load, now);
    case 'overdue':
      return {
        what: `Still driving ${durationText(overdueBy(load, now) ?? 0)} past its last appointment`,
        why: 'The tracking service records no arrivals, so it may have been delivered.',
        owner: 'carrier',
        action: copy('the carrier', 'still_driving'),
      };
    case 'unknown':
      return {
        what: "Position can't be trusted yet",
        why: load.clock_ahead_seconds
          ? `Its device's clock is ${durationText(load.clock_ahead_seconds * 1000)} ahead, so the age of its position is unknown.`
          : `The tracking service reports “${load.tracking_health}”${seen ? `; last position ${seen}` : ''}.`,
        owner: 'provider',
        action: READ_NOW,
      };
    case 'unknown_assignment':
      return {
        what: 'Truck match unclear',
        why: assignmentWords(load),
        owner: 'provider',
        action: READ_NOW,
      };
    case 'unconfirmed':
      return {
        what: 'Truck declared, not confirmed yet',
        why: 'It may be confirmed once it has been at the origin. Some fleets are not covered.',
        owner: 'wait',
        action: null,
      };
    case 'may_be_delivered':
      return {
        what: 'May have been delivered',
        why: possibleDeliveryText(load, now),
        owner: 'none',
        action: null,
      };
    case 'inferred':
      return {
        what: 'Truck matched by location',
        why: 'Not declared. Send its identifiers to confirm it.',
        owner: 'none',
        action: copy('the carrier', 'confirm_truck'),
      };
    case 'delivered':
      return {
        what: load.leaving ? ARCHIVE_WORDS[load.leaving.reason] : 'Delivered',
        why: (load.leaving && evidenceText(load.leaving, now)) ?? '',
        owner: 'none',
        action: null,
      };
    case 'fine':
      return {
        what: 'Truck confirmed on route',
        why: 'Declared, and it matches the route.',
        owner: 'none',
        action: null,
      };
  }
}

function runningLateSentence(load: BoardLoad, now: number): Sentence {
  const { stop, prediction } = runningLate(load) ?? {};
  const appointment = stop?.estimated_arrival_at ?? null;
  const predicted = stop ? predictedAt(load, stop, now) : null;
  const passed = appointment === null ? 0 : Math.max(0, now - Date.parse(appointment));
  const by = predicted?.lateness.replace('may be ', '') || `${durationText(passed)} late`;
  const name = isolated(stop?.name ?? `Stop ${(prediction?.stop_sequence ?? 0) + 1}`);
  const why = [
    appointment === null ? '' : `Appt ${shortDateTime(appointment, now)}`,
    predicted?.eta ?? 'Not seen there yet',
    predicted?.why ?? '',
    'Call the carrier, then tell the receiver',
  ];
  return {
    what: `Running ${by} to ${name}, our estimate`,
    why: `${why.filter(Boolean).join('. ')}.`,
    owner: 'carrier',
    action: copy('the carrier', 'running_late'),
  };
}

function possibleDeliveryText({ possible_delivery, stops }: BoardLoad, now: number): string {
  if (!possible_delivery) return '';
  const { from, to, place_by } = possible_delivery;
  const stood =
    from === null ? 'Was stopped' : `Was stopped for ${durationText(Date.parse(to) - Date.parse(from))}`;
  const stop = inTravelOrder(stops).at(-1)?.name;
  const near = stop && place_by !== null ? ` near ${isolated(stop)}` : '';
  const sure =
    place_by === null
      ? ', and the location of this stop is unknown'
      : place_by === 'city'
        ? ', and only the city of this stop is known'
        : '';
  return `${stood}${near} until ${shortDateTime(to, now)}, then drove off. Inferred: the tracking service records no arrivals${sure}.`;
}

/** A time of day for today's pings; ahead of our clock it is said, since "since" would be untrue. */
function since({ last_position }: BoardLoad, now: number): string {
  if (!last_position) return 'it was assigned';
  const { occurred_at } = last_position;
  return Date.parse(occurred_at) > now
    ? `a time ${agoText(occurred_at, now)}`
    : shortDateTime(occurred_at, now);
}

export function startWords(load: BoardLoad, now: number): string {
  const start = plannedStart(load);
  if (start === null) return '';
  return `, pickup ${start > now ? '' : 'was due '}${fromNowText(start, now)}`;
}

function assignmentWords({ vehicle_assignment }: BoardLoad): string {
  if (!vehicle_assignment) return 'The tracking service reports no truck.';
  const { source, agreement } = vehicle_assignment;
  return `The tracking service reports source “${source}”, agreement “${agreement ?? 'none'}”.`;
}

/** Ends with one full stop. */
function sentence(text: string): string {
  return `${text.replace(/[.\s]+$/, '')}.`;
}
