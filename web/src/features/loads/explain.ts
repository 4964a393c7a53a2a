/**
 * The table "from state to sentence to action" in words: what happened, why, who acts, and one thing to do here and now.
 * Never says more than is known: the service tells no fleet name, no rhythm, and not what identifiers were sent.
 */

import type { BoardLoad } from '@waypost/contract/api/board';
import { stopName } from '../../live/journey.ts';
import { isolated } from '../../ui/bidi.ts';
import { agoText, durationText, fromNowText } from '../../ui/time.ts';
import { placePhrase } from '../../ui/units.ts';
import type { Cause } from './attention.ts';
import type { MessageKind } from './messages.ts';
import { journeyOfLoad, lateOfLoad } from './monitored.ts';
import { overdueBy, plannedStart } from './plan.ts';

/** Who must act. `none`: nobody. */
export type Owner = 'us' | 'fleet' | 'carrier' | 'provider' | 'wait' | 'none';

export const OWNER_WORD: Readonly<Record<Owner, string>> = {
  us: 'We act',
  fleet: 'Fleet acts',
  carrier: 'Carrier acts',
  provider: 'Provider acts',
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
const READ_NOW: Action = { kind: 'read_now', label: 'Read now' };
const REMOVE: Action = { kind: 'remove', label: 'Remove' };

/** @param now the server's clock, milliseconds since 1970. */
export function sentenceOf(load: BoardLoad, cause: Cause, now: number): Sentence {
  const seen = load.last_position ? agoText(load.last_position.occurred_at, now) : null;
  const place = load.place ? placePhrase(load.place) : '';
  const known = load.read_at
    ? `What is shown was read ${agoText(load.read_at, now)}.`
    : 'It has never been read.';
  switch (cause) {
    case 'read_forbidden':
      return {
        what: 'The service refuses us this load',
        why: `Our access, not the truck. ${known}`,
        owner: 'us',
        action: copy('whoever runs Waypost', 'check_access'),
      };
    case 'read_not_found':
      return {
        what: 'The service does not know this load',
        why: `The id may be mistyped, or the load is gone. ${known}`,
        owner: 'us',
        action: REMOVE,
      };
    case 'read_unauthorized':
      return {
        what: 'The service refuses our credentials',
        why: `Our access, not the truck. ${known}`,
        owner: 'us',
        action: READ_NOW,
      };
    case 'read_refused':
      return {
        what: 'Reading this load failed',
        why: `${sentence(load.read_error?.message ?? 'The answer was not understood')} ${known}`,
        owner: 'us',
        action: READ_NOW,
      };
    case 'read_failed':
      return {
        what: 'Reading this load failed',
        why: `Our problem, not the truck's; it is tried again by itself. ${known}`,
        owner: 'wait',
        action: READ_NOW,
      };
    case 'read_limited':
      return {
        what: 'The service asked us to wait',
        why: `Reading goes on by itself. ${known}`,
        owner: 'wait',
        action: null,
      };
    case 'not_read':
      return { what: 'Not read yet', why: 'Its turn comes in a moment.', owner: 'wait', action: null };
    case 'disagree':
      return {
        what: 'Another truck matches this route better',
        why: "The position may be another truck's.",
        owner: 'carrier',
        action: copy('the carrier', 'which_truck'),
      };
    case 'vehicle_changed':
      return {
        what: `The truck changed ${load.vehicle_changed_at ? agoText(load.vehicle_changed_at, now) : ''}`.trim(),
        why: 'The tracking service now names another truck than before. Check which one carries the load.',
        owner: 'carrier',
        action: copy('the carrier', 'truck_changed'),
      };
    case 'same_truck': {
      const others = load.same_truck_loads.map(({ load_id, load_ref }) => load_ref ?? load_id);
      return {
        what: `Possible wrong truck: also assigned to ${others.join(', ')}`,
        why: 'One truck is on several loads at the same time; one of them may have the wrong truck.',
        owner: 'carrier',
        action: copy('the carrier', 'one_truck_two_loads'),
      };
    }
    case 'unmatched':
      return {
        what: "Can't match a truck. Check the unit, VIN or plate.",
        why: "The identifiers sent match no truck that we may see. Check the typing (a VIN has no I, O or Q; a plate needs its state), and that the fleet's agreement is effective today.",
        owner: 'us',
        action: copy('the carrier', 'check_identifiers'),
      };
    case 'unassigned':
      return {
        what: `No truck assigned${startWords(load, now)}`,
        why: 'If truck identifiers were sent, they match no truck that we may see; if not, no truck matches by location yet.',
        owner: 'us',
        action: copy('the carrier', 'name_truck'),
      };
    case 'none_sent':
      return {
        what: `No truck assigned${startWords(load, now)}`,
        why: 'No identifiers were sent, and no truck matches by location: none seen at the origin yet, no match good enough, or the fleet does not share both truck and location. Send identifiers.',
        owner: 'us',
        action: copy('the carrier', 'name_truck'),
      };
    case 'unassigned_waiting':
      return {
        what: `No truck assigned yet${startWords(load, now)}`,
        why: load.identifiers_sent
          ? 'No identifiers were sent; nothing to do before the start.'
          : 'If truck identifiers were sent, check them now: they match no truck. If not, nothing to do before the start.',
        owner: 'wait',
        action: null,
      };
    case 'no_signal':
      return {
        what: 'This truck has never sent a position',
        why: 'We may read its location; its device has sent none.',
        owner: 'fleet',
        action: copy('the fleet', 'check_device'),
      };
    case 'not_shared':
      return {
        what: 'The fleet does not share its location',
        why: 'It shares the truck, without vehicle location.',
        owner: 'fleet',
        action: copy('the fleet', 'share_location'),
      };
    case 'stale_driving':
      return {
        what: `Last seen ${seen ?? 'never'}${place}`,
        why: 'It was driving when it fell silent.',
        owner: 'carrier',
        action: copy('the carrier', 'where_is_it'),
      };
    case 'stale':
      return {
        what: `Last seen ${seen ?? 'never'}${place}`,
        why:
          load.motion?.moving === false
            ? 'It was standing when it fell silent.'
            : 'It has been silent since.',
        owner: 'carrier',
        action: copy('the carrier', 'where_is_it'),
      };
    case 'late': {
      const by = durationText(lateOfLoad(load, now) ?? 0);
      const next = journeyOfLoad(load)?.next;
      return {
        what: `Late by ${by}${next ? ` for ${isolated(stopName(next, load.monitor?.stops ?? []))}` : ''}`,
        why: 'Its monitor has seen no arrival there.',
        owner: 'carrier',
        action: copy('the carrier', 'when_will_it_arrive'),
      };
    }
    case 'overdue':
      return {
        what: `Still driving ${durationText(overdueBy(load, now) ?? 0)} after its planned arrival`,
        why: 'The last stop was due by then; the service records no actual times.',
        owner: 'carrier',
        action: copy('the carrier', 'still_driving'),
      };
    case 'unknown':
      return {
        what: 'The service cannot judge this position',
        why: `It says “${load.tracking_health}”${seen ? `; last position ${seen}` : ''}.`,
        owner: 'provider',
        action: READ_NOW,
      };
    case 'unknown_assignment':
      return {
        what: 'The match of truck and load is unclear',
        why: assignmentWords(load),
        owner: 'provider',
        action: READ_NOW,
      };
    case 'unconfirmed':
      return {
        what: 'Reporting, not yet confirmed by location',
        why: 'It may be confirmed once it has been at the origin; some fleets are not covered.',
        owner: 'wait',
        action: null,
      };
    case 'inferred':
      return {
        what: 'Reporting, matched from location',
        why: 'Not declared: send its identifiers to make it certain.',
        owner: 'none',
        action: copy('the carrier', 'confirm_truck'),
      };
    case 'fine':
      return {
        what: 'Right truck, reporting',
        why: 'Declared, and its way agrees.',
        owner: 'none',
        action: null,
      };
  }
}

function startWords(load: BoardLoad, now: number): string {
  const start = plannedStart(load);
  if (start === null) return '';
  return `, planned start ${start > now ? '' : 'was '}${fromNowText(start, now)}`;
}

function assignmentWords({ vehicle_assignment }: BoardLoad): string {
  if (!vehicle_assignment) return 'The service names no vehicle.';
  const { source, agreement } = vehicle_assignment;
  return `The service says source “${source}”, agreement “${agreement ?? 'none'}”.`;
}

/** Ends with one full stop. */
function sentence(text: string): string {
  return `${text.replace(/[.\s]+$/, '')}.`;
}
