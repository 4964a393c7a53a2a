import type { BoardLoad } from '@waypost/contract/api/board';
import type { TruckEvidence } from '@waypost/contract/api/history';
import { compassDirection, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { isolated } from '../../../ui/bidi.ts';
import { distanceText, placePhrase } from '../../../ui/quantities.ts';
import { shortDateTime } from '../../../ui/time.ts';

type Verdict = 'against' | 'for' | 'unclear';

export interface Evidence {
  readonly verdict: Verdict;
  readonly text: string;
}

/** A smaller change of distance says nothing about where the truck is going. */
const MIN_CHANGE_METERS = 10 * METERS_PER_MILE;

const named = (stop: string | null, otherwise: string) => (stop === null ? otherwise : isolated(stop));

/**
 * @param now the server's clock, milliseconds since 1970
 * @returns evidence against the truck first
 */
export function weighEvidence(
  { planned, approach, origin, previous, position }: TruckEvidence,
  load: Pick<BoardLoad, 'vehicle_assignment' | 'same_truck_loads'>,
  now: number,
): Evidence[] {
  const findings: Evidence[] = [];
  const agreement = load.vehicle_assignment?.agreement;
  if (agreement === 'disagree')
    findings.push({
      verdict: 'against',
      text: 'The tracking service doubts that this truck carries the load.',
    });
  if (agreement === 'agree')
    findings.push({ verdict: 'for', text: 'The tracking service confirms this truck by its location.' });
  if (load.same_truck_loads.length > 0) {
    const others = load.same_truck_loads.map((other) => isolated(other.load_ref ?? other.load_id));
    findings.push({ verdict: 'against', text: `Also assigned to ${others.join(', ')} at the same time.` });
  }
  if (planned && position) findings.push(ofPlan(planned, position.occurred_at, now));
  if (approach) findings.push(ofApproach(approach, now));
  if (origin) findings.push(ofOrigin(origin, now));
  if (previous) findings.push(ofPrevious(previous, planned, now));
  const order: readonly Verdict[] = ['against', 'for', 'unclear'];
  return findings.sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
}

function ofPlan(planned: NonNullable<TruckEvidence['planned']>, at: string, now: number): Evidence {
  const { distance_meters, unsure_meters, from_stop, to_stop } = planned;
  const leg =
    from_stop === to_stop
      ? `at ${named(to_stop, 'a stop')}`
      : `between ${named(from_stop, 'a stop')} and ${named(to_stop, 'the next stop')}`;
  const text = `${distanceText(distance_meters)} from its planned location at ${shortDateTime(at, now)}, ${leg}.`;
  if (distance_meters <= unsure_meters) return { verdict: 'for', text };
  return { verdict: distance_meters > 2 * unsure_meters ? 'against' : 'unclear', text };
}

function ofApproach(approach: NonNullable<TruckEvidence['approach']>, now: number): Evidence {
  const { stop, since, meters_before, meters_after, course_degrees, stop_degrees } = approach;
  const name = named(stop, 'the next stop');
  const closer = meters_before - meters_after;
  const course =
    course_degrees === null
      ? ''
      : `; last moved ${compassDirection(course_degrees)}, the stop is to the ${compassDirection(stop_degrees)}`;
  if (Math.abs(closer) < MIN_CHANGE_METERS)
    return {
      verdict: meters_after < MIN_CHANGE_METERS ? 'for' : 'unclear',
      text: `${distanceText(meters_after)} from ${name}, about the same as at ${shortDateTime(since, now)}${course}.`,
    };
  const closer_or_farther = closer > 0 ? 'closer to' : 'farther from';
  return {
    verdict: closer > 0 ? 'for' : 'against',
    text: `${distanceText(Math.abs(closer))} ${closer_or_farther} ${name} than at ${shortDateTime(since, now)}${course}.`,
  };
}

function ofOrigin(origin: NonNullable<TruckEvidence['origin']>, now: number): Evidence {
  const { stop, seen_at, within_meters } = origin;
  const where = `within ${distanceText(within_meters)} of the origin${stop === null ? '' : `, ${isolated(stop)}`}`;
  return seen_at === null
    ? { verdict: 'against', text: `Never seen ${where}, around pickup.` }
    : { verdict: 'for', text: `Seen ${where}, ${shortDateTime(seen_at, now)}.` };
}

function ofPrevious(
  previous: NonNullable<TruckEvidence['previous']>,
  planned: TruckEvidence['planned'],
  now: number,
): Evidence {
  const { name, position, planned_distance_meters: off } = previous;
  const truck = name === null ? 'The previous truck' : `The previous truck, ${isolated(name)},`;
  if (!position) return { verdict: 'unclear', text: `${truck} has no recorded position.` };
  const place = position.place ? placePhrase(position.place) : '';
  const seen = `${truck} was last seen at ${shortDateTime(position.occurred_at, now)}${place}`;
  if (off === null) return { verdict: 'unclear', text: `${seen}.` };
  const text = `${seen}, ${distanceText(off)} from the load's planned location at that time.`;
  const was_right = planned !== null && off <= planned.unsure_meters;
  const is_right = planned !== null && planned.distance_meters <= planned.unsure_meters;
  if (was_right === is_right) return { verdict: 'unclear', text };
  return { verdict: was_right ? 'against' : 'for', text };
}
