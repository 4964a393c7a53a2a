/**
 * The sentences for each cause: what happened, and why. Loaded with what first shows them. They claim no more than is known: the service
 * reports no fleet name, no ping rate, and not which identifiers were sent.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import { hasDelayedPings } from '@waypost/triage/cause';
import type { LoadFacts } from '@waypost/triage/facts';
import { monitorStopOf, passedOriginOfLoad } from '@waypost/triage/monitored';
import {
  appointmentsOf,
  arrivalAt,
  earliestArrival,
  lateByEta,
  overdueBy,
  runningLate,
} from '@waypost/triage/plan';
import type { Cause } from '@waypost/triage/score';
import { useNow } from '../../live/context.ts';
import { passedOriginText } from '../../live/monitor-stops.ts';
import { ARCHIVE_WORDS, evidenceText } from '../../live/outcome-words.ts';
import { isolated } from '../../ui/bidi.ts';
import { healthWord } from '../../ui/HealthBadge.tsx';
import { placePhrase } from '../../ui/quantities.ts';
import { agoText, dockTime, durationText, shortDateTime } from '../../ui/time.ts';
import { CAUSE_WORDS, type CauseWords, OWNER_WORD, pickupText } from './cause-words.ts';
import { estimateBasis } from './estimate-basis.ts';
import { lateStop } from './next-stop.ts';
import { estimateAt, etaText, passedEtaText, stopZone } from './predicted.ts';
import { vehicleName } from './vehicle-name.ts';

interface Sentence extends Omit<CauseWords, 'title'> {
  readonly what: string;
  readonly why: string;
}

/** Causes whose own sentence says the appointment, an ETA or a lateness. */
const SAYS_TIMES: ReadonlySet<Cause> = new Set([
  'late',
  'late_known',
  'running_late',
  'overdue',
  'unassigned',
  'none_sent',
  'unassigned_waiting',
]);

/** @param now the server's clock, milliseconds since 1970. @param below_times the appointment, ETA and lateness are beside it: not again */
export function sentenceOf(load: BoardLoad, cause: Cause, now: number, below_times = false): Sentence {
  const [what, why] = whatAndWhy(load, cause, now, below_times);
  const { title, owner, action } = CAUSE_WORDS[cause];
  return { what: below_times && SAYS_TIMES.has(cause) ? title : what, why, owner, action };
}

export function useSentence(load: BoardLoad, { cause }: LoadFacts, below_times = false): Sentence {
  return useNow((now) => sentenceOf(load, cause, now, below_times));
}

/** @param reason as the fleet's agreements say it, where they do */
export function whyLost(
  { seen_at, place }: NonNullable<BoardLoad['lost_truck']>,
  now: number,
  reason = "The fleet's agreement may have ended, it may no longer share this truck, or the identifiers of the load were changed.",
): string {
  const seen = seen_at
    ? ` It was last seen ${place ? `${placePhrase(place)} ` : ''}${agoText(seen_at, now)}.`
    : '';
  return `The tracking service shows no truck for this load anymore. ${reason}${seen}`;
}

/** What a row says on hover: health, what is wrong and why, who must act, and the priority. @param now milliseconds since 1970 */
export function summaryText(load: BoardLoad, facts: LoadFacts, now: number): string {
  const { what, why, owner } = sentenceOf(load, facts.cause, now);
  const health = healthWord(facts.health, load.tracking_health);
  const summary = [`${health}: ${what}.`, why, OWNER_WORD[owner]].filter(Boolean).join(' ');
  return [summary, scoreText(facts, now)].filter(Boolean).join('\n');
}

type WhatAndWhy = readonly [what: string, why: string];

function whatAndWhy(load: BoardLoad, cause: Cause, now: number, below_times: boolean): WhatAndWhy {
  const place = load.place ? placePhrase(load.place) : '';
  const last_updated = load.read_at ? `Last updated ${agoText(load.read_at, now)}.` : 'No data yet.';
  const { title } = CAUSE_WORDS[cause];
  switch (cause) {
    case 'read_forbidden':
      return [
        'Tracking service denies access to this load',
        `Our access, not the truck: your Waypost administrator can ask the tracking service for it. Until then, call the carrier. ${last_updated}`,
      ];
    case 'read_not_found':
      return [
        'Load not found at the tracking service',
        `Check the load ID; the load may have been deleted. ${last_updated}`,
      ];
    case 'read_unauthorized':
      return [
        title,
        `Our access, not the truck: your Waypost administrator can renew the credentials. Until then, call the carrier. ${last_updated}`,
      ];
    case 'read_refused': {
      const message = load.read_error?.message ?? "Waypost can't read the response";
      return [title, `${message.replace(/[.\s]+$/, '')}. ${last_updated}`];
    }
    case 'read_failed':
      return ['Update failed', `Our problem, not the truck's. Retrying automatically. ${last_updated}`];
    case 'read_limited':
      return [title, `Updates resume automatically. ${last_updated}`];
    case 'not_read':
      return [title, 'This takes a moment.'];
    case 'disagree':
      return [
        title,
        'The tracking service doubts that this truck carries the load. The position shown may be of the wrong truck.',
      ];
    case 'vehicle_changed':
      return [
        `The truck changed ${load.vehicle_changed_at ? agoText(load.vehicle_changed_at, now) : ''}`.trim(),
        'The tracking service now names a different truck. Check which one carries the load.',
      ];
    case 'same_truck': {
      const others = load.same_truck_loads.map(({ load_id, load_ref }) => load_ref ?? load_id);
      return [
        `Same truck as ${others.join(', ')}`,
        'The same truck is on several loads at once. One of them may have the wrong truck.',
      ];
    }
    case 'unmatched':
      return [
        "Can't match a truck. Check the unit, VIN or plate",
        "The identifiers match no truck shared with us. Check for typos: a VIN has no I, O or Q, and a plate needs its state. Also check that the fleet's agreement is in effect today.",
      ];
    case 'truck_lost': {
      const { lost_truck } = load;
      if (!lost_truck) return [title, ''];
      return [
        `${isolated(vehicleName(lost_truck.vehicle))} no longer matched, noticed ${agoText(lost_truck.lost_at, now)}`,
        whyLost(lost_truck, now),
      ];
    }
    case 'unassigned':
      return [
        withPickup('No truck assigned', load, now),
        'If identifiers were sent, they match no truck shared with us. If not, no truck matches by location yet.',
      ];
    case 'none_sent':
      return [
        withPickup('No truck assigned', load, now),
        'No identifiers were sent, and no truck matches by location. Either none was seen at the origin, no match is strong enough, or the fleet does not share both truck and location. Send identifiers.',
      ];
    case 'unassigned_waiting':
      return [
        withPickup('No truck assigned yet', load, now),
        load.identifiers_sent
          ? 'No identifiers were sent. Nothing to do before pickup.'
          : 'If identifiers were sent, check them now: they match no truck. If not, nothing to do before pickup.',
      ];
    case 'no_signal':
      return [
        'No pings from this truck yet',
        'Its location is shared with us, but its device has sent nothing.',
      ];
    case 'not_shared':
      return [title, 'The fleet shares the truck but not its location.'];
    case 'stale_driving':
      return [`No pings since ${since(load, now)}${place}`, 'It was moving when the pings stopped.'];
    case 'stale':
      return (
        delayedWords(load, now) ?? [
          `No pings since ${since(load, now)}${place}`,
          load.motion?.moving === false
            ? 'It was stopped when the pings stopped.'
            : "We don't know whether it was moving.",
        ]
      );
    case 'late': {
      const late = lateStop(load, now);
      const why = withPassedEta(
        load,
        late?.stop?.sequence,
        now,
        'Its monitor has recorded no arrival there.',
      );
      if (!late) return [title, why];
      const { stop, name, appointment_at, zone } = late;
      const estimate = below_times || !stop ? null : estimateAt(load, stop, now);
      return [
        `Appt ${dockTime(appointment_at, now, zone)}, ${late.late} to ${isolated(name)}`,
        estimate && !estimate.passed ? `Our ${estimate.eta}. ${why}` : why,
      ];
    }
    case 'late_known':
      return [
        `${load.dispatcher_eta ? etaText(load.dispatcher_eta, now, stopZone(load, load.dispatcher_eta.stop_sequence)) : title}, ${durationText(lateByEta(load, now) ?? 0)} late`,
        'Confirmed by phone. Tell the receiver. It needs attention again if the ETA passes without an arrival.',
      ];
    case 'running_late':
      return runningLateWords(load, now, below_times);
    case 'overdue':
      if (earliestArrival(load, now) !== null)
        return [
          `At least ${durationText(overdueBy(load, now) ?? 0)} late at its last stop`,
          `From where it was last seen it cannot be there before ${shortDateTime(load.no_arrival_before ?? '', now)}, even at 75 mph all the way.`,
        ];
      return [
        `Past its last appointment by ${durationText(overdueBy(load, now) ?? 0)}`,
        withPassedEta(
          load,
          appointmentsOf(load.stops).at(-1)?.sequence,
          now,
          'It was driving when last seen. The tracking service records no arrivals, so it may have been delivered.',
        ),
      ];
    case 'monitor_waiting': {
      const passed = passedOriginOfLoad(load);
      const where = passed && load.monitor ? `${passedOriginText(load.monitor, passed)}. ` : '';
      return [title, `${where}It records no arrival there or later. Start a monitor at the next stop.`];
    }
    case 'unknown':
      return [title, distrustWords(load, now)];
    case 'unknown_assignment':
      return [title, assignmentWords(load)];
    case 'unconfirmed':
      return [
        title,
        hasBeenAtOrigin(load)
          ? 'It has been at the origin, and may be confirmed on the way. Some fleets are not covered.'
          : 'It may be confirmed once it has been at the origin. Some fleets are not covered.',
      ];
    case 'may_be_delivered':
      return [title, possibleDeliveryText(load, now)];
    case 'inferred':
      return [title, 'Not declared. Send its identifiers to confirm it.'];
    case 'delivered':
      return [
        load.leaving ? ARCHIVE_WORDS[load.leaving.reason] : title,
        (load.leaving && evidenceText(load.leaving, load, now)) ?? '',
      ];
    case 'fine':
      return [title, 'Declared, and it matches the route.'];
  }
}

/** By the tracking service or a monitor. */
function hasBeenAtOrigin(load: BoardLoad): boolean {
  const [origin] = appointmentsOf(load.stops);
  return (
    origin !== undefined && (arrivalAt(origin, load) ?? monitorStopOf(load, origin)?.departed_at) != null
  );
}

function withPickup(what: string, load: BoardLoad, now: number): string {
  const pickup = pickupText(load, now);
  return pickup === '' ? what : `${what}, p${pickup.slice(1)}`;
}

function withPassedEta(
  load: BoardLoad,
  stop_sequence: number | null | undefined,
  now: number,
  why: string,
): string {
  const passed = passedEtaText(load, stop_sequence, now);
  return passed === null ? why : `${passed}. ${why}`;
}

function distrustWords({ clock_ahead_seconds, tracking_health, last_position }: BoardLoad, now: number) {
  if (clock_ahead_seconds)
    return `Its device's clock is ${durationText(clock_ahead_seconds * 1000)} ahead, so its position is older than its time says.`;
  const seen = last_position ? `; last position ${agoText(last_position.occurred_at, now)}` : '';
  return `The tracking service reports “${tracking_health}”${seen}.`;
}

function runningLateWords(load: BoardLoad, now: number, below_times: boolean): WhatAndWhy {
  const { stop, prediction } = runningLate(load, now) ?? {};
  const appointment = stop?.estimated_arrival_at ?? null;
  const predicted = stop ? estimateAt(load, stop, now) : null;
  const passed = appointment === null ? 0 : Math.max(0, now - Date.parse(appointment));
  const by = predicted?.lateness || `${durationText(passed)} late`;
  const name = isolated(stop?.name ?? `Stop ${(prediction?.stop_sequence ?? 0) + 1}`);
  const why = [
    passedEtaText(load, prediction?.stop_sequence, now) ?? '',
    appointment === null || below_times
      ? ''
      : `Appt ${dockTime(appointment, now, stopZone(load, stop?.sequence))}`,
    below_times ? '' : (predicted?.eta ?? 'Not seen there yet'),
    stop ? estimateBasis(load, stop, now) : '',
    'Call the carrier, then tell the receiver',
  ];
  return [`Running ${by} to ${name}, our estimate`, `${why.filter(Boolean).join('. ')}.`];
}

function possibleDeliveryText({ possible_delivery, stops }: BoardLoad, now: number): string {
  if (!possible_delivery) return '';
  const { from, to, place_by } = possible_delivery;
  const stood =
    from === null ? 'Was stopped' : `Was stopped for ${durationText(Date.parse(to) - Date.parse(from))}`;
  const stop = appointmentsOf(stops).at(-1)?.name;
  const near = stop && place_by !== null ? ` near ${isolated(stop)}` : '';
  const sure =
    place_by === null
      ? ', and the location of this stop is unknown'
      : place_by === 'city'
        ? ', and only the city of this stop is known'
        : '';
  return `${stood}${near} until ${shortDateTime(to, now)}, then drove off. Inferred: the tracking service records no arrivals${sure}.`;
}

/** For a truck whose pings arrive late rather than not at all; null otherwise. */
function delayedWords(load: BoardLoad, now: number): [string, string] | null {
  const { pings_delayed } = load;
  if (!pings_delayed || !hasDelayedPings(load, now)) return null;
  return [
    `Pings arrive ${durationText(pings_delayed.seconds * 1000)} late: the newest is from ${since(load, now)}`,
    `It came at ${shortDateTime(pings_delayed.at, now)}. The device or its provider sends late, so the truck is farther along than shown.`,
  ];
}

/** The time of the last ping. If it is ahead of our clock the text says so, as "since" would be wrong. */
function since({ last_position }: Pick<BoardLoad, 'last_position'>, now: number): string {
  if (!last_position) return 'it was assigned';
  const { occurred_at } = last_position;
  return Date.parse(occurred_at) > now
    ? `a time ${agoText(occurred_at, now)}`
    : shortDateTime(occurred_at, now);
}

const SOURCE_WORDS: Readonly<Record<string, string>> = {
  declared: 'The truck was named with the load',
  inferred: 'The tracking service found the truck by its location',
};
const NOT_CONFIRMED = 'and is not confirmed by its route yet';
const AGREEMENT_WORDS: Readonly<Record<string, string>> = {
  agree: 'and its route confirms it',
  disagree: 'but another truck matches the route better',
};

function assignmentWords({ vehicle_assignment }: BoardLoad): string {
  if (!vehicle_assignment) return 'The tracking service reports no truck.';
  const { source, agreement } = vehicle_assignment;
  const how = SOURCE_WORDS[source] ?? `How the truck was found is not known (“${source}”)`;
  const right = agreement === null ? NOT_CONFIRMED : AGREEMENT_WORDS[agreement];
  // The value is shown with the truck.
  return `${how}, ${right ?? 'and whether its route confirms it is unclear'}.`;
}

/** `Priority 117: severity 90 × 1.3, appointment in 1 h 20 min`; empty if the load needs no attention. @param now milliseconds since 1970 */
export function scoreText({ attention, score }: LoadFacts, now: number): string {
  if (!attention) return '';
  const { total, severity, urgency, appointment_at } = score;
  if (appointment_at === null) return `Priority ${total}: severity ${severity}, no appointment known`;
  const left = appointment_at - now;
  const when = left > 0 ? `in ${durationText(left)}` : `passed ${durationText(-left)} ago`;
  return `Priority ${total}: severity ${severity} × ${urgency}, appointment ${when}`;
}
