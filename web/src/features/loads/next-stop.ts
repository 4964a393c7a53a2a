import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadStop } from '@waypost/contract/loads';
import { isDelivered } from '@waypost/triage/cause';
import { etaAhead } from '@waypost/triage/dispatcher-eta';
import { isPositionDoubted } from '@waypost/triage/doubt';
import { latenessAt } from '@waypost/triage/lateness';
import { journeyOfLoad, lateOfLoad, type Monitored, monitoredState } from '@waypost/triage/monitored';
import { appointmentsOf, nextStop, stopTiming } from '@waypost/triage/plan';
import { journeyWords } from '../../live/load-words.ts';
import { agoText, shortDateTime } from '../../ui/time.ts';
import { etaText, latenessText, worstPredicted } from './predicted.ts';

interface NextStopWords {
  /** `Denver DC 4`; for a truck at a stop, `at stop 25 min`. */
  readonly stop: string;
  /** `Pickup`, `Stop 2`: which one it is, unless it is the destination; empty then. */
  readonly which: string;
  /** The destination, when the stop is another one. */
  readonly destination: string | null;
  /**
   * `Appt 14:30`, `Appt 14:30 passed; arrival unknown`, `Appt 14:30 passed 25 min ago` of a truck that still drives, `Appt 14:30, ETA
   * 14:10 (Maria)`, when late `ETA 16:10 (Maria)`; empty at a stop.
   */
  readonly time: string;
  /** `2 h 16 min late`, `up to 40 min late`; empty unless it is known to be late, and for a truck in doubt. */
  readonly late: string;
  readonly at_stop: boolean;
}

/** Null: nothing is planned. @param now the server's clock */
export function nextStopWords(load: BoardLoad, now: number): NextStopWords | null {
  const status = journeyStatus(load, now);
  if (status?.kind === 'at_stop')
    return { stop: status.brief, which: '', destination: null, time: '', late: '', at_stop: true };
  return lateStopWords(load, now) ?? plannedStopWords(load, now);
}

/** The stop that it is late for, or may be; null when it is neither, or its truck is in doubt. */
export function lateStop(load: BoardLoad, now: number) {
  const lateness = latenessAt(load, now);
  if (isPositionDoubted(load, now) && lateness?.by !== 'dispatcher') return null;
  const worst = worstPredicted(load, now);
  if (lateness === null && worst === null) return null;
  /** Null: it is a stop of the monitor alone. */
  const stop = load.stops.find(({ sequence }) => sequence === lateness?.stop_sequence) ?? worst?.stop ?? null;
  return {
    stop,
    name: stop?.name ?? lateness?.stop_name ?? `Stop ${(stop?.sequence ?? 0) + 1}`,
    appointment_at: lateness?.appointment_at ?? Date.parse(worst?.stop.estimated_arrival_at as string),
    late: lateness ? latenessText(lateness) : (worst?.lateness.replace('may be ', '') as string),
    by: lateness?.by ?? 'estimate',
    worst,
  };
}

function lateStopWords(load: BoardLoad, now: number): NextStopWords | null {
  const stop = lateStop(load, now);
  if (!stop) return null;
  const { name, appointment_at, late, by } = stop;
  const time =
    by === 'dispatcher' && load.dispatcher_eta
      ? etaText(load.dispatcher_eta, now)
      : by === 'plan'
        ? passedText(appointment_at, now)
        : `Appt ${shortDateTime(appointment_at, now)}`;
  // Nobody has seen the truck arrive, which does not mean that it has not.
  return { stop: name, ...placeOf(stop.stop, load), time, late: by === 'plan' ? '' : late, at_stop: false };
}

/** `Appt 08:44 passed 1 h 31 min ago` */
const passedText = (appointment: number, now: number): string =>
  `Appt ${shortDateTime(appointment, now)} passed ${agoText(new Date(appointment).toISOString(), now)}`;

/** Which stop of the load it is, and where the load goes after it. */
function placeOf(stop: LoadStop | null, { stops }: BoardLoad): Pick<NextStopWords, 'which' | 'destination'> {
  const appointments = appointmentsOf(stops);
  const at = stop === null ? -1 : appointments.indexOf(stop);
  const last = appointments.at(-1);
  if (at < 0 || !last || stop === last) return { which: '', destination: null };
  return { which: at === 0 ? 'Pickup' : `Stop ${at + 1}`, destination: last.name ?? null };
}

function plannedStopWords(load: BoardLoad, now: number): NextStopWords | null {
  const stop = nextStop(load, now);
  if (!stop?.estimated_arrival_at) return null;
  const name = stop.name ?? `Stop ${stop.sequence + 1}`;
  const appointment = stop.estimated_arrival_at;
  const time = `Appt ${shortDateTime(appointment, now)}`;
  const unknown = stopTiming(stop, load, now).kind === 'past_plan' && !isDelivered(load.leaving);
  const ahead = etaAhead(load, now);
  const eta = ahead?.stop === stop ? `, ${etaText(ahead.eta, now)}` : '';
  const no_truck = load.vehicle_assignment === null;
  // Without a truck there is no arrival that could be unknown, and the pickup is said apart (`pickupText`).
  const passed = no_truck ? `${time} passed` : `${time} passed; arrival unknown`;
  const is_pickup = no_truck && stop.id === appointmentsOf(load.stops)[0]?.id;
  return {
    stop: name,
    ...placeOf(stop, load),
    time: is_pickup ? '' : unknown && eta === '' ? passed : time + eta,
    late: '',
    at_stop: false,
  };
}

/** Status of a load according to its monitor: `At Pueblo yard for 25 min`, in brief `at stop 25 min`. Null without a monitor. */
export function journeyStatus(load: Partial<Monitored>, now: number) {
  const kind = monitoredState(load);
  const journey = journeyOfLoad(load);
  if (kind === null || !journey || !load.monitor) return null;
  return { kind, ...journeyWords(journey, load.monitor.stops, now), late_ms: lateOfLoad(load, now) };
}
