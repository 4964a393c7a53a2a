/**
 * Arrival at a stop, in words: what a dispatcher learned by phone while that is ahead, otherwise our estimate, an interval with its
 * lateness. Never stated as a fact. Its basis is in estimate-basis.ts.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import { MAX_POSITION_AGE_MS } from '@waypost/contract/api/predicted-arrival';
import type { LoadStop } from '@waypost/contract/loads';
import { etaPassed, hasEtaAhead } from '@waypost/triage/dispatcher-eta';
import type { Limited } from '@waypost/triage/late-limits';
import type { Lateness } from '@waypost/triage/lateness';
import { journeyOfLoad, lateOfLoad, type Monitored } from '@waypost/triage/monitored';
import { isolated } from '../../ui/bidi.ts';
import { dockTime, durationText, type PlaceZone, personZone, shortDateTime } from '../../ui/time.ts';

type Punctuality = 'on_time' | 'at_risk' | 'late' | 'no_appointment';

interface Predicted {
  readonly punctuality: Punctuality;
  readonly eta: string;
  /** `up to 40 min late`; empty when on time and without an appointment. */
  readonly lateness: string;
  /** Its interval has passed, so nothing is claimed about lateness. */
  readonly passed?: boolean;
}

export type Estimated = Pick<BoardLoad, 'predicted_arrivals' | 'last_position' | 'stop_zones'> &
  Partial<Monitored> &
  Limited;
export type Due = Pick<LoadStop, 'sequence' | 'estimated_arrival_at'>;

/** The IANA zone of a stop, in which everything about it is said; undefined while unknown. */
export const stopZone = (
  { stop_zones }: Pick<BoardLoad, 'stop_zones'>,
  sequence: number | null | undefined,
): string | undefined => stop_zones?.[sequence ?? -1];

/** The dispatcher's ETA while it is ahead, otherwise our estimate; null: neither. @param now the server's clock */
export function predictedAt(
  load: Estimated & Pick<BoardLoad, 'dispatcher_eta'>,
  stop: Due,
  now: number,
): Predicted | null {
  const { dispatcher_eta: eta } = load;
  const estimate = estimateAt(load, stop, now);
  if (!eta || !hasEtaAhead(load, stop.sequence, now)) return estimate;
  const late_ms = stop.estimated_arrival_at === null ? null : lateAfter(stop.estimated_arrival_at, eta.at);
  return {
    punctuality: late_ms === null ? 'no_appointment' : late_ms > 0 ? 'late' : 'on_time',
    eta: etaText(eta, now, stopZone(load, stop.sequence)),
    lateness: late_ms === null ? '' : late_ms > 0 ? `${durationText(late_ms)} late` : 'on time',
  };
}

const lateAfter = (appointment: string, at: string) => Date.parse(at) - Date.parse(appointment);

/** `ETA 16:10 (Maria)`, in another zone `ETA 14:10 PST (Maria)`. */
export const etaText = (
  { at, by }: Pick<NonNullable<BoardLoad['dispatcher_eta']>, 'at' | 'by'>,
  now: number,
  zone: PlaceZone,
): string => `ETA ${dockTime(at, now, zone)} (${isolated(firstName(by.name))})`;

/** `Maria's ETA 14:30 passed`, in a row `ETA 14:30 passed`; null unless it has passed without an arrival. */
export function passedEtaText(
  load: Pick<BoardLoad, 'dispatcher_eta' | 'stop_zones'>,
  stop_sequence: number | null | undefined,
  now: number,
  in_row = false,
): string | null {
  const eta = etaPassed(load, stop_sequence, now);
  const text = eta && `ETA ${dockTime(eta.at, now, stopZone(load, stop_sequence))} passed`;
  return text && (in_row ? text : `${isolated(firstName(eta.by.name))}'s ${text}`);
}

/** Enough among colleagues, where space is short. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

/** Our estimate; null when the stop has no prediction, or the position has become too old since. */
export function estimateAt(
  load: Estimated,
  stop: Due,
  now: number,
  zone: PlaceZone = stopZone(load, stop.sequence),
): Predicted | null {
  const prediction = load.predicted_arrivals.find(({ stop_sequence }) => stop_sequence === stop.sequence);
  const seen = load.last_position && Date.parse(load.last_position.occurred_at);
  if (!prediction || seen === null || now - seen > MAX_POSITION_AGE_MS) return null;
  const to = Date.parse(prediction.to);
  if (to <= now)
    return {
      punctuality: 'no_appointment',
      eta: `Should have arrived by ${dockTime(to, now, zone)}, not seen at the stop`,
      lateness: '',
      passed: true,
    };
  const from = Math.max(now, Date.parse(prediction.from));
  const eta = `ETA ${shortDateTime(from, now, zone ?? personZone())} to ${dockTime(to, now, zone)}`;
  if (stop.estimated_arrival_at === null) return { punctuality: 'no_appointment', eta, lateness: '' };
  const planned = Date.parse(stop.estimated_arrival_at);
  if (to <= planned) return { punctuality: 'on_time', eta, lateness: 'on time' };
  const from_ms = Math.max(0, from - planned);
  if (from_ms === 0 && Date.parse(prediction.likely) <= planned)
    return { punctuality: 'at_risk', eta, lateness: `in time, or up to ${durationText(to - planned)} late` };
  // An exception only once even the earliest plausible arrival is late, or its monitor has seen none.
  const known = prediction.running_late === true || isSeenLate(load, stop, now);
  return {
    punctuality: from_ms > 0 ? 'late' : 'at_risk',
    eta,
    lateness: latenessText({ by: 'estimate', from_ms, to_ms: to - planned, probable: !known }),
  };
}

const isSeenLate = (load: Estimated, { sequence }: Due, now: number): boolean =>
  journeyOfLoad(load)?.next?.load_stop_sequence === sequence && lateOfLoad(load, now) !== null;

/** `40 min to 2 h late`, `probably 40 min to 2 h late`, `up to 40 min late`, `2 h 16 min late`; by the plan alone `2 h 16 min past, arrival unknown` */
export function latenessText({
  by,
  from_ms,
  to_ms,
  probable,
}: Pick<Lateness, 'by' | 'from_ms' | 'to_ms'> & { readonly probable?: boolean }): string {
  if (by === 'plan') return `${durationText(from_ms)} past, arrival unknown`;
  if (by === 'distance') return `at least ${durationText(from_ms)} late`;
  if (by !== 'estimate') return `${durationText(from_ms)} late`;
  return `${probable && from_ms > 0 ? 'probably ' : ''}${between(from_ms, to_ms)} late`;
}

const MINUTE_MS = 60_000;

/** `40 min to 2 h`, `1 h 31 to 1 h 51 min`, `up to 5 min`; to the minute, because the ETA and the appointment stand beside it. */
function between(from_ms: number, to_ms: number): string {
  const [from, to] = [durationText(from_ms), durationText(to_ms)];
  if (from_ms < MINUTE_MS) return `up to ${to}`;
  if (from === to) return to;
  const [units, units_to] = [from, to].map((text) => text.replaceAll(/\d/g, ''));
  return `${units === units_to ? from.replace(/ \D+$/, '') : from} to ${to}`;
}
