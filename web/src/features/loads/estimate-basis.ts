/** What an ETA is based on, and the details of a row's next stop: texts that a row shows only on hover, and panels in full. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import { hasEtaAhead } from '@waypost/triage/dispatcher-eta';
import { isPositionDoubted, truckDoubt } from '@waypost/triage/doubt';
import { fullDockTime } from '../../live/dock-time.ts';
import { isolated } from '../../ui/bidi.ts';
import { agoText, personZone, shortDateTime, zoneName } from '../../ui/time.ts';
import { doubtText, reasonText, recordText } from './estimate-reason.ts';
import { journeyStatus, lateStop, loadStopName, shownStop } from './next-stop.ts';
import { type Due, type Estimated, estimateAt, passedEtaText, predictedAt, stopZone } from './predicted.ts';

const PLACE: Readonly<Record<PredictedArrival['place_by'], string>> = {
  monitor: "to its monitor's circle",
  site: 'to the site with that name in the site book',
  city: 'to the city in its name, not to the dock',
};

/** `Our estimate: 120 mi to go …. Right in 41 of the last 50 here`; empty without an estimate. @param now the server's clock */
export function estimateBasis(load: Estimated, stop: Due, now: number): string {
  const prediction = load.predicted_arrivals.find(({ stop_sequence }) => stop_sequence === stop.sequence);
  if (!prediction || !estimateAt(load, stop, now)) return '';
  const { way_by, place_by, record } = prediction;
  const path_note = way_by === 'corridors' ? '' : ' in a straight line, with an allowance for roads';
  return `Our estimate: ${reasonText(prediction, `${path_note} ${PLACE[place_by]}`)}. ${recordText(record)}`;
}

/** The basis of what `predictedAt` says. @param now the server's clock */
export function predictedBasis(
  load: Estimated & Pick<BoardLoad, 'dispatcher_eta'>,
  stop: Due,
  now: number,
): string {
  const { dispatcher_eta: eta } = load;
  if (!eta || !hasEtaAhead(load, stop.sequence, now)) return estimateBasis(load, stop, now);
  const estimate = estimateAt(load, stop, now);
  const ours = estimate ? ` Our estimate: ${estimate.eta.replace('ETA ', '')}.` : '';
  return `ETA confirmed by phone by ${isolated(eta.by.name)}, ${agoText(eta.set_at, now)}.${ours}`;
}

/** `09:00 CST to Tulsa DC`: an ETA by phone where another stop was just named, so with its own zone. */
export function etaWithStop(
  load: BoardLoad,
  { at, stop_sequence }: NonNullable<BoardLoad['dispatcher_eta']>,
  now: number,
): string {
  const zone = stopZone(load, stop_sequence) ?? personZone();
  const stop = load.stops.find(({ sequence }) => sequence === stop_sequence);
  const to = stop ? ` to ${isolated(loadStopName(stop, load))}` : '';
  return `${shortDateTime(at, now, zone)} ${zoneName(at, zone)}${to}`;
}

/** What an estimate depends on; empty without a doubt, and where a person's ETA says more. */
export const estimateDoubt = (load: BoardLoad, stop: Due, now: number): string =>
  isPositionDoubted(load, now) && !hasEtaAhead(load, stop.sequence, now)
    ? doubtText(truckDoubt(load, now) !== null, load.tracking_health)
    : '';

/** `Our ETA 20:10 to 20:40` and `25 to 55 min late`; none without an estimate, and where a person's ETA says more. */
export function estimateWords(load: BoardLoad, now: number): readonly string[] {
  const stop = shownStop(load, now);
  const predicted = stop && predictedAt(load, stop, now);
  if (!predicted || predicted.passed || hasEtaAhead(load, stop.sequence, now)) return [];
  return [`Our ${predicted.eta}`, estimateDoubt(load, stop, now) || predicted.lateness];
}

/** What a row says of its next stop on hover; empty when nothing is planned. @param now the server's clock */
export function nextStopTitle(load: BoardLoad, now: number): string {
  const status = journeyStatus(load, now);
  if (status?.kind === 'at_stop') return `${status.text}, from its monitor`;
  return lateStopTitle(load, now) ?? plannedStopTitle(load, now);
}

function lateStopTitle(load: BoardLoad, now: number): string | null {
  const late = lateStop(load, now);
  if (!late) return null;
  const { stop } = late;
  const predicted = stop && predictedAt(load, stop, now);
  const basis =
    late.by === 'monitor'
      ? 'Its monitor has seen no arrival.'
      : predicted && !predicted.passed
        ? `${predicted.eta}. ${predictedBasis(load, stop, now)}`
        : 'Not seen there yet.';
  return joined(
    `Appt at ${isolated(late.name)}: ${fullDockTime(late.appointment_at, now, late.zone)}`,
    late.late,
    passedEtaText(load, stop?.sequence, now),
    basis,
  );
}

function plannedStopTitle(load: BoardLoad, now: number): string {
  const stop = shownStop(load, now);
  if (!stop?.estimated_arrival_at) return '';
  const predicted = predictedAt(load, stop, now);
  return joined(
    `Appt at ${isolated(loadStopName(stop, load))}: ${fullDockTime(stop.estimated_arrival_at, now, stopZone(load, stop.sequence))}`,
    passedEtaText(load, stop.sequence, now),
    predicted?.eta,
    predicted && predictedBasis(load, stop, now),
  );
}

const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join('. ');
