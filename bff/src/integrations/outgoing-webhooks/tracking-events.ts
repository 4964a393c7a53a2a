/** Events of exceptions and of stops. Pure functions. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { BoardMonitor, BoardMonitorStop } from '@waypost/contract/api/monitors';
import type { OutgoingEvent, outgoingStop } from '@waypost/contract/api/outgoing-events';
import type { z } from 'zod';
import { toIso } from '../../platform/lib/time.ts';
import type { ExceptionEventRow, ExceptionRow } from '../../platform/store/exceptions.ts';
import { outgoingEventId } from '../../service/intents/ids.ts';
import { exceptionState, toLoadTriage, toTriageEvent } from '../../tracking/triage/triage-response.ts';
import { newEvent, type SourceEvent } from './source-event.ts';

/** Null: not relevant for receivers. `load`: its board item; undefined when it has left the board. */
export function toExceptionEvent(
  event: ExceptionEventRow,
  exception: ExceptionRow,
  load: BoardLoad | undefined,
): SourceEvent | null {
  const event_name = exceptionEventName(event, exception);
  if (event_name === null) return null;
  const triage = toLoadTriage(exception);
  const { kind, at, by, owner, text, until, reason } = toTriageEvent(event);
  const { load_id, ended_at, ended_as } = exception;
  return {
    ...newEvent(event_name, `exception/${event.seq}`, event.at, exception.load_ref),
    record: {
      ...triage,
      load_id,
      load_ref: exception.load_ref,
      fleet: load?.fleet ?? null,
      state: ended_at === null ? exceptionState(triage) : 'closed',
      ended: ended_at === null || ended_as === null ? null : { at: toIso(ended_at), as: ended_as },
      happened: { kind, at, by, owner, text, until, reason },
    },
  };
}

function exceptionEventName(event: ExceptionEventRow, exception: ExceptionRow): OutgoingEvent | null {
  switch (event.kind) {
    case 'opened':
    case 'reopen':
      return 'exception.opened';
    case 'returned':
      return exception.closed_at === null ? 'exception.opened' : 'exception.changed';
    case 'close':
      return 'exception.closed';
    case 'ended':
      // A receiver that was notified of the closing gets no second such event.
      return exception.closed_at === null ? 'exception.closed' : 'exception.changed';
    case 'undo': {
      const { reason } = toTriageEvent(event);
      if (reason === 'close') return 'exception.opened';
      return reason === 'reopen' ? 'exception.closed' : 'exception.changed';
    }
    case 'offer':
    case 'decline':
      return null;
    default:
      return 'exception.changed';
  }
}

/** Known arrivals and departures of a monitor at its docks, in travel order; those at the center of a city prove nothing. `loadOf` returns a load on the board. */
export function toStopEvents(
  monitor: BoardMonitor,
  loadOf: (load_id: string) => BoardLoad | undefined,
): SourceEvent[] {
  const loads = monitor.links
    .filter(({ state }) => state === 'linked')
    .map(({ load_id, load_ref }) => {
      const load = loadOf(load_id);
      return { load_id, load_ref: load?.load_ref ?? load_ref, fleet: load?.fleet ?? null };
    });
  const docks = monitor.stops.filter(({ city_center, around_truck }) => !city_center && !around_truck);
  return docks.flatMap((stop) => [
    ...toStopEvent(monitor, loads, stop, 'arrived'),
    ...toStopEvent(monitor, loads, stop, 'departed'),
  ]);
}

function toStopEvent(
  monitor: BoardMonitor,
  loads: z.input<typeof outgoingStop>['loads'],
  stop: BoardMonitorStop,
  kind: 'arrived' | 'departed',
): SourceEvent[] {
  const occurred_at = stop[`${kind}_at`];
  const known_by = stop[`${kind}_by`];
  if (occurred_at === null || known_by === null) return [];
  const { sequence, name, latitude, longitude, planned_arrival_at, planned_departure_at } = stop;
  const source = `stop/${monitor.id}/${sequence}/${kind}`;
  return [
    {
      id: outgoingEventId(source),
      source,
      event_name: `stop.${kind}`,
      occurred_at: Date.parse(occurred_at),
      load_ref: loads[0]?.load_ref ?? monitor.name,
      record: {
        monitor_id: monitor.id,
        monitor_name: monitor.name,
        loads,
        stop: { sequence, name, latitude, longitude, planned_arrival_at, planned_departure_at },
        occurred_at,
        known_by,
        at_start_of_tracking: kind === 'arrived' && stop.arrived_at_start,
      },
    },
  ];
}
