/**
 * Arrival at a stop, in words: what a dispatcher learned by phone while that is ahead, otherwise our estimate, an interval with its
 * lateness and its basis. Never stated as a fact.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import { MAX_POSITION_AGE_MS, type PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import type { LoadStop } from '@waypost/contract/loads';
import { etaPassed, hasEtaAhead } from '@waypost/triage/dispatcher-eta';
import type { Lateness } from '@waypost/triage/lateness';
import { isolated } from '../../ui/bidi.ts';
import { agoText, durationText, personZone, shortDateTime } from '../../ui/time.ts';
import { distanceText, speedText } from '../../ui/units.ts';

type Punctuality = 'on_time' | 'at_risk' | 'late' | 'no_appointment';

export interface Predicted {
  readonly punctuality: Punctuality;
  readonly eta: string;
  /** `may be up to 40 min late`; empty when on time and without an appointment. */
  readonly lateness: string;
  /** Basis of the estimate. */
  readonly why: string;
}

type Estimated = Pick<BoardLoad, 'predicted_arrivals' | 'last_position'>;
type Due = Pick<LoadStop, 'sequence' | 'estimated_arrival_at'>;

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
  const name = isolated(eta.by.name);
  const ours = estimate && ` Our estimate: ${estimate.eta.replace('ETA ', '')}.`;
  return {
    punctuality: late_ms === null ? 'no_appointment' : late_ms > 0 ? 'late' : 'on_time',
    eta: etaText(eta, now),
    lateness: late_ms === null ? '' : late_ms > 0 ? `${durationText(late_ms)} late` : 'on time',
    why: `Confirmed by phone by ${name}, ${agoText(eta.set_at, now)}.${ours ?? ''}`,
  };
}

const lateAfter = (appointment: string, at: string) => Date.parse(at) - Date.parse(appointment);

/** `ETA 16:10 (Maria)` */
export const etaText = (
  { at, by }: Pick<NonNullable<BoardLoad['dispatcher_eta']>, 'at' | 'by'>,
  now: number,
): string => `ETA ${shortDateTime(at, now)} (${isolated(firstName(by.name))})`;

/** `Maria's ETA 14:30 passed`; null unless it has passed without an arrival. */
export function passedEtaText(
  load: Pick<BoardLoad, 'dispatcher_eta'>,
  stop_sequence: number | null | undefined,
  now: number,
): string | null {
  const eta = etaPassed(load, stop_sequence, now);
  return eta && `${isolated(firstName(eta.by.name))}'s ETA ${shortDateTime(eta.at, now)} passed`;
}

/** Enough among colleagues, where space is short. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

const PLACE: Readonly<Record<PredictedArrival['place_by'], string>> = {
  monitor: "to its monitor's circle",
  site: 'to the site with that name in the site book',
  city: 'to the city in its name, not to the dock',
};
const REST: Readonly<Record<PredictedArrival['rest'], string>> = {
  before: 'a 10-hour rest on the way',
  perhaps: 'possibly a 10-hour rest on the way',
  none: '',
};

/** Our estimate; null when the stop has no prediction, or the position has become too old since. @param zone IANA zone of the times */
export function estimateAt(load: Estimated, stop: Due, now: number, zone = personZone()): Predicted | null {
  const prediction = load.predicted_arrivals.find(({ stop_sequence }) => stop_sequence === stop.sequence);
  const seen = load.last_position && Date.parse(load.last_position.occurred_at);
  if (!prediction || seen === null || now - seen > MAX_POSITION_AGE_MS) return null;
  const to = Date.parse(prediction.to);
  // It should have arrived by now, so the estimate is no longer valid.
  if (to <= now) return null;
  const from = Math.max(now, Date.parse(prediction.from));
  const [punctuality, lateness] = latenessOf(stop.estimated_arrival_at, from, to);
  const { meters_to_go, speed_mps, way_by, place_by, rest } = prediction;
  const path_note = way_by === 'corridors' ? '' : ' in a straight line, with an allowance for roads';
  const basis = [
    `${distanceText(meters_to_go)} to go${path_note} ${PLACE[place_by]}`,
    `${speedText(speed_mps)} recent highway speed`,
    REST[rest],
  ];
  return {
    punctuality,
    eta: `ETA ${shortDateTime(from, now, zone)} to ${shortDateTime(to, now, zone)}`,
    lateness,
    why: `Our estimate, right 4 times out of 5: ${basis.filter(Boolean).join(', ')}`,
  };
}

/** The first stop that will be late, else the first at risk; null when none is. */
export function worstPredicted(
  load: Estimated & Pick<BoardLoad, 'dispatcher_eta' | 'stops'>,
  now: number,
): (Predicted & { readonly stop: LoadStop }) | null {
  const all = load.stops.flatMap((stop) => {
    const predicted = predictedAt(load, stop, now);
    return predicted ? [{ ...predicted, stop }] : [];
  });
  return (
    all.find(({ punctuality }) => punctuality === 'late') ??
    all.find(({ punctuality }) => punctuality === 'at_risk') ??
    null
  );
}

function latenessOf(appointment: string | null, from: number, to: number): [Punctuality, string] {
  if (appointment === null) return ['no_appointment', ''];
  const planned = Date.parse(appointment);
  if (from > planned) return ['late', `${between(from - planned, to - planned)} late`];
  if (to > planned) return ['at_risk', `may be up to ${durationText(roughly(to - planned, Math.ceil))} late`];
  return ['on_time', 'on time'];
}

/** `40 min to 2 h late`, `2 h 16 min late` */
export const latenessText = ({ by, from_ms, to_ms }: Lateness): string =>
  `${by === 'estimate' ? between(from_ms, to_ms) : durationText(from_ms)} late`;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Rounds to five minutes, and from three hours on to hours, as the estimate is no more precise. */
function roughly(duration_ms: number, round: (value: number) => number): number {
  const unit = duration_ms < 3 * HOUR_MS ? 5 * MINUTE_MS : HOUR_MS;
  return round(duration_ms / unit) * unit;
}

/** `40 min to 2 h`, `3 to 14 h`, `up to 5 min` */
function between(from_ms: number, to_ms: number): string {
  const from = roughly(from_ms, Math.floor);
  const to = roughly(to_ms, Math.ceil);
  if (from === 0) return `up to ${durationText(to)}`;
  if (from_ms >= 3 * HOUR_MS && to < 24 * HOUR_MS) return `${from / HOUR_MS} to ${to / HOUR_MS} h`;
  return `${durationText(from)} to ${durationText(to)}`;
}
