/** Predicted arrival at a stop, in words: an interval, its lateness, and the basis of the estimate. Never stated as a fact. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { MAX_POSITION_AGE_MS, type PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import type { LoadStop } from '@waypost/contract/loads';
import type { Lateness } from '@waypost/triage/lateness';
import { durationText, personZone, shortDateTime } from '../../ui/time.ts';
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

/** Null when the stop has no prediction, or the position has become too old since. @param zone IANA zone of the times */
export function predictedAt(
  load: Pick<BoardLoad, 'predicted_arrivals' | 'last_position'>,
  stop: Pick<LoadStop, 'sequence' | 'estimated_arrival_at'>,
  now: number,
  zone = personZone(),
): Predicted | null {
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
  load: Pick<BoardLoad, 'predicted_arrivals' | 'last_position' | 'stops'>,
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
