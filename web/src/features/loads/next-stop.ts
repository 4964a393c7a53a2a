import type { BoardLoad } from '@waypost/contract/api/board';
import { lateBy } from '@waypost/triage/journey';
import { journeyOfLoad, lateOfLoad, type Monitored, monitoredState } from '@waypost/triage/monitored';
import { nextStop } from '@waypost/triage/plan';
import { journeyWords } from '../../live/load-words.ts';
import { isolated } from '../../ui/bidi.ts';
import { durationText, fullDateTime, shortDateTime } from '../../ui/time.ts';
import { predictedAt, worstPredicted } from './predicted.ts';

interface NextStopWords {
  /** `Denver DC 4`; for a truck at a stop, `at stop 25 min`. */
  readonly stop: string;
  /** `14:30`, `was 14:30`; empty at a stop and without an appointment. */
  readonly time: string;
  /** `2 h 16 min late`, `up to 40 min late`; empty unless it is known to be late. */
  readonly late: string;
  readonly at_stop: boolean;
  readonly title: string;
}

/** Null: nothing is planned. @param now the server's clock */
export function nextStopWords(load: BoardLoad, now: number): NextStopWords | null {
  const status = journeyStatus(load, now);
  if (status?.kind === 'at_stop')
    return {
      stop: status.brief,
      time: '',
      late: '',
      at_stop: true,
      title: `${status.text}, from its monitor`,
    };
  const stop = nextStop(load, now);
  if (!stop?.estimated_arrival_at) return null;
  const name = stop.name ?? `Stop ${stop.sequence + 1}`;
  const appointment = stop.estimated_arrival_at;
  const planned = `Appt at ${isolated(name)}: ${fullDateTime(appointment)}`;
  const at = shortDateTime(appointment, now);
  const late_by = lateOfLoad(load, now);
  if (late_by !== null) {
    const late = `${durationText(late_by)} late`;
    const title = `${planned}. ${late}: its monitor has seen no arrival.`;
    return { stop: name, time: at, late, at_stop: false, title };
  }
  const worst = worstPredicted(load, now);
  if (worst) {
    const where = isolated(worst.stop.name ?? `Stop ${worst.stop.sequence + 1}`);
    return {
      stop: name,
      time: at,
      late: worst.lateness.replace('may be ', ''),
      at_stop: false,
      title: `${planned}. ${where}: ${worst.eta}, ${worst.lateness}. ${worst.why}`,
    };
  }
  const predicted = predictedAt(load, stop, now);
  const past = Date.parse(appointment) <= now;
  return {
    stop: name,
    time: past ? `was ${at}` : at,
    late: '',
    at_stop: false,
    title: predicted ? `${planned}. ${predicted.eta}. ${predicted.why}` : planned,
  };
}

/** Status of a load according to its monitor: `At Pueblo yard for 25 min`, in brief `at stop 25 min`. Null without a monitor. */
export function journeyStatus(load: Partial<Monitored>, now: number) {
  const kind = monitoredState(load);
  const journey = journeyOfLoad(load);
  if (kind === null || !journey || !load.monitor) return null;
  return { kind, ...journeyWords(journey, load.monitor.stops, now), late_ms: lateBy(journey, now) };
}
