import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadStop } from '@waypost/contract/loads';
import { isDelivered } from '@waypost/triage/cause';
import { etaAhead } from '@waypost/triage/dispatcher-eta';
import { truckDoubt, waitsForTruck } from '@waypost/triage/doubt';
import { expectedLateness } from '@waypost/triage/lateness';
import { journeyOfLoad, lateOfLoad, type Monitored, monitoredState } from '@waypost/triage/monitored';
import { appointmentsOf, inTravelOrder, plannedStop, stopTiming } from '@waypost/triage/plan';
import { useNow } from '../../live/context.ts';
import { journeyText, stopName } from '../../live/load-words.ts';
import { dockTime, durationText, ownTime } from '../../ui/time.ts';
import { pickupText } from './cause-words.ts';
import { etaText, latenessText, passedEtaText, stopZone } from './predicted.ts';

export { shownStop } from '@waypost/triage/lateness';

interface NextStopWords {
  /** `Denver DC 4`; for a truck at a stop, `At Denver DC 4 for 25 min`. */
  readonly stop: string;
  /** Before its name: `Pickup: `, `Stop 2: `, `→ ` of the destination; empty where the name says which one it is. */
  readonly lead: string;
  /** The destination, when the stop is another one. */
  readonly destination: string | null;
  /**
   * `Appt 14:30`, in the time of the dock `Appt 12:30 PST`, `Appt 14:30 passed; arrival unknown`, `Appt 14:30, 25 min ago` of a truck that
   * still drives, `Appt 14:30 · ETA 16:10 (Maria)`, `Appt 14:30 · ETA 14:50 passed`, `Delivered 18:10`; empty at a stop and without a time.
   */
  readonly time: string;
  /** `16:30 CST your time`, of the appointment; empty where it is the same as the time of the dock. */
  readonly own_time: string;
  /** `2 h 16 min late`, `up to 40 min late`; empty unless it is known to be late, and for a truck in doubt. */
  readonly late: string;
  readonly at_stop: boolean;
}

export const UNKNOWN = 'passed; arrival unknown';
const DEFAULT_WORDS = {
  lead: '→\u00a0',
  destination: null,
  time: '',
  own_time: '',
  late: '',
  at_stop: false,
};

/** Null: nothing is planned. @param now the server's clock */
export function nextStopWords(load: BoardLoad, now: number): NextStopWords | null {
  const status = journeyStatus(load, now);
  if (status?.kind === 'at_stop')
    return { ...DEFAULT_WORDS, ...atStopWords(load, status.text), at_stop: true };
  return deliveredWords(load, now) ?? lateStopWords(load, now) ?? plannedStopWords(load, now);
}

/** Nothing is said to be delivered by a truck in doubt. */
function deliveredWords(load: BoardLoad, now: number): NextStopWords | null {
  const { leaving, stops } = load;
  const last = appointmentsOf(stops).at(-1);
  if (!last || !leaving || !isDelivered(leaving) || truckDoubt(load, now)) return null;
  return {
    ...DEFAULT_WORDS,
    stop: loadStopName(last, load),
    time:
      leaving.reason === 'next_load'
        ? 'Presumed delivered'
        : `Delivered ${dockTime(leaving.since, now, stopZone(load, last.sequence))}`,
  };
}

/** With where it goes from there. */
function atStopWords(load: BoardLoad, stop: string): Pick<NextStopWords, 'stop' | 'lead' | 'destination'> {
  const at = journeyOfLoad(load)?.stop?.load_stop_sequence ?? null;
  const last = appointmentsOf(load.stops).at(-1);
  return { stop, lead: '', destination: at === null || at === last?.sequence ? null : (last?.name ?? null) };
}

/** The stop that it is late for, or may be; null when it is neither, or its truck is in doubt. */
export function lateStop(load: BoardLoad, now: number) {
  const lateness = expectedLateness(load, now);
  if (lateness === null) return null;
  const { stop_sequence, stop_name, appointment_at, by } = lateness;
  /** Null: it is a stop of the monitor alone. */
  const stop = load.stops.find(({ sequence }) => sequence === stop_sequence) ?? null;
  const name = stop ? loadStopName(stop, load) : (stop_name ?? 'Stop');
  return {
    stop,
    name,
    appointment_at,
    zone: stopZone(load, stop_sequence),
    late: latenessText(lateness),
    by,
  };
}

/** `Denver DC 4`; `Origin, place not given` where the load comes without names. */
export function loadStopName(stop: LoadStop, { stops }: Pick<BoardLoad, 'stops'>): string {
  return stop.name ?? `${stopName({ ...stop, city_center: null }, inTravelOrder(stops))}, place not given`;
}

function lateStopWords(load: BoardLoad, now: number): NextStopWords | null {
  const stop = lateStop(load, now);
  if (!stop) return null;
  const { name, appointment_at, zone, late, by } = stop;
  const appointment = `Appt ${dockTime(appointment_at, now, zone)}`;
  const passed = passedEtaText(load, stop.stop?.sequence, now, true);
  const time =
    by === 'dispatcher' && load.dispatcher_eta
      ? `${appointment} · ${etaText(load.dispatcher_eta, now, zone)}`
      : passed
        ? `${appointment} · ${passed}`
        : by === 'plan'
          ? `${appointment}, ${durationText(now - appointment_at)} ago`
          : appointment;
  return {
    ...DEFAULT_WORDS,
    stop: name,
    ...placeOf(stop.stop, load),
    time,
    own_time: ownTime(appointment_at, now, zone),
    // Nobody has seen the truck arrive, which does not mean that it has not.
    late: by === 'plan' ? '' : late,
  };
}

/** Which stop of the load it is, and where the load goes after it. */
function placeOf(stop: LoadStop | null, { stops }: BoardLoad): Pick<NextStopWords, 'lead' | 'destination'> {
  const appointments = appointmentsOf(stops);
  const at = stop === null ? -1 : appointments.indexOf(stop);
  const last = appointments.at(-1);
  // One without a name is named by its role already.
  if (at < 0 || !last || stop === last) return DEFAULT_WORDS;
  const lead = stop?.name ? (at === 0 ? 'Pickup: ' : `Stop ${at + 1}: `) : '';
  return { lead, destination: last.name ?? null };
}

function plannedStopWords(load: BoardLoad, now: number): NextStopWords | null {
  const no_truck = waitsForTruck(load);
  // Without any time the destination is still known.
  const stop = plannedStop(load, now) ?? appointmentsOf(load.stops).at(-1);
  if (!stop) return null;
  const name = loadStopName(stop, load);
  if (stop.estimated_arrival_at === null) return { ...DEFAULT_WORDS, stop: name, ...placeOf(stop, load) };
  const appointment = stop.estimated_arrival_at;
  const zone = stopZone(load, stop.sequence);
  const time = `Appt ${dockTime(appointment, now, zone)}`;
  const unknown = stopTiming(stop, load, now).kind === 'past_plan';
  const ahead = etaAhead(load, now);
  const eta = ahead?.stop === stop ? etaText(ahead.eta, now, zone) : null;
  const own = eta ?? passedEtaText(load, stop.sequence, now, true);
  // Without a truck there is no arrival that could be unknown, and the pickup is said apart (`pickupText`).
  const passed = no_truck ? time : `${time} ${UNKNOWN}`;
  const is_pickup = no_truck && stop.id === appointmentsOf(load.stops)[0]?.id;
  return {
    ...DEFAULT_WORDS,
    stop: name,
    ...placeOf(stop, load),
    time: is_pickup ? '' : own ? `${time} · ${own}` : unknown ? passed : time,
    own_time: is_pickup ? '' : ownTime(appointment, now, zone),
  };
}

/** Status of a load according to its monitor: `At Pueblo yard for 25 min`. Null without a monitor. */
export function journeyStatus(load: Partial<Monitored>, now: number) {
  const kind = monitoredState(load);
  const journey = journeyOfLoad(load);
  if (kind === null || !journey || !load.monitor) return null;
  return { kind, text: journeyText(journey, load.monitor.stops, now), late_ms: lateOfLoad(load, now) };
}

/** Words of the next stop; `start`: of the pickup, which decides while no truck is assigned, otherwise empty. */
export function useNextStop(load: BoardLoad) {
  const words = useNow((now) => nextStopWords(load, now));
  const start = useNow((now) => (waitsForTruck(load) ? pickupText(load, now) : ''));
  return { words, start };
}
