/** The act that logs a call: its outcome with what the person has chosen, or the defaults of the outcome. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { CallOutcome } from '@waypost/contract/api/load-triage';
import type { TriageAct } from '@waypost/contract/api/triage';
import type { LoadStop } from '@waypost/contract/loads';
import { isEtaOver } from '@waypost/triage/dispatcher-eta';
import { truckDoubt } from '@waypost/triage/doubt';
import { inTravelOrder, nextStop } from '@waypost/triage/plan';

const MINUTE_MS = 60_000;

/** `usual`: the default of the outcome; `none`: no snooze; `change`: until something changes; otherwise minutes. */
export type SnoozeChoice = 'usual' | 'none' | 'change' | `${number}`;

/** Minutes; without an entry the outcome does not snooze. An ETA snoozes until its time, unless it is on time. */
export const USUAL_SNOOZE: Readonly<Partial<Record<CallOutcome, number>>> = {
  left_message: 30,
  will_call_back: 60,
};

export interface ChosenEta {
  readonly stop: LoadStop;
  /** ISO 8601. */
  readonly at: string;
}

interface CallFields {
  readonly load: BoardLoad;
  readonly outcome: CallOutcome;
  readonly text: string;
  readonly snooze: SnoozeChoice;
  /** For the outcome `eta`. */
  readonly eta?: ChosenEta;
}

/** @param now the server's clock */
export function callAct(fields: CallFields, now: number): TriageAct {
  const { load, outcome, text, eta } = fields;
  const snooze_until = snoozeOfCall(fields, now);
  return {
    kind: 'call',
    outcome,
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(snooze_until !== undefined && { snooze_until }),
    ...(eta && { eta: { stop_sequence: eta.stop.sequence, at: eta.at } }),
    ...(nobodyHas(load) && { take: true }),
  };
}

/** When the snooze ends that is logged with the call; null: when something changes; undefined: no snooze. */
export function snoozeOfCall(
  { load, outcome, snooze, eta }: Omit<CallFields, 'text'>,
  now: number,
): string | null | undefined {
  const wanted = canSnooze(load) ? snoozeUntil(snooze, outcome, eta, now) : undefined;
  return wanted && eta ? upToDoubt(load, eta, wanted, now) : wanted;
}

/** Whoever calls about such a load has it from then on. */
export const nobodyHas = ({ triage }: BoardLoad): boolean => triage?.closed === null && triage.owner === null;

export const canSnooze = ({ triage }: BoardLoad): boolean => triage?.closed === null;

/** Undefined: no snooze. */
function snoozeUntil(
  choice: SnoozeChoice,
  outcome: CallOutcome,
  eta: ChosenEta | undefined,
  now: number,
): string | null | undefined {
  if (choice === 'none') return undefined;
  if (choice === 'change') return null;
  if (choice === 'usual' && eta) return isOnTime(eta) ? undefined : eta.at;
  const minutes = choice === 'usual' ? USUAL_SNOOZE[outcome] : Number(choice);
  return minutes === undefined ? undefined : new Date(now + minutes * MINUTE_MS).toISOString();
}

/**
 * A truck in doubt may be the wrong one, whatever its driver has said: that is found out before the appointment. Undefined: it has passed
 * already.
 */
function upToDoubt(load: BoardLoad, { stop }: ChosenEta, until: string, now: number): string | undefined {
  const appointment = stop.estimated_arrival_at;
  if (appointment === null || truckDoubt(load, now) === null) return until;
  const at = Math.min(Date.parse(until), Date.parse(appointment));
  return at > now ? new Date(at).toISOString() : undefined;
}

const isOnTime = ({ stop, at }: ChosenEta): boolean =>
  stop.estimated_arrival_at !== null && Date.parse(at) <= Date.parse(stop.estimated_arrival_at);

/** Stops that an ETA can be for, in travel order, and the one that comes next. */
export function openStops(
  load: BoardLoad,
  now: number,
): { readonly stops: LoadStop[]; readonly next: LoadStop | null } {
  const set_at = new Date(now).toISOString();
  const stops = inTravelOrder(load.stops).filter(
    ({ sequence }) => !isEtaOver({ stop_sequence: sequence, set_at }, load),
  );
  const next = nextStop(load, now);
  return { stops, next: stops.find((stop) => stop === next) ?? stops[0] ?? null };
}
