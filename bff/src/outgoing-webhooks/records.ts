/** What is sent of what happened. Pure. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { BoardMonitor, BoardMonitorStop } from '@waypost/contract/api/monitors';
import type { OutgoingEvent, outgoingException, outgoingStop } from '@waypost/contract/api/outgoing-webhooks';
import type { z } from 'zod';
import { toIso } from '../lib/time.ts';
import type { ExceptionEventRow, ExceptionRow } from '../store/exceptions.ts';
import { exceptionState, toLoadTriage, toTriageEvent } from '../triage/triage-response.ts';

export interface Happening {
  /** The same is an event once. */
  readonly source: string;
  readonly event_name: OutgoingEvent;
  /** Milliseconds since 1970. */
  readonly occurred_at: number;
  /** How a person knows what it is about. */
  readonly load_ref: string | null;
  readonly record: z.input<typeof outgoingException> | z.input<typeof outgoingStop>;
}

/** Null: it changes nothing that others need to know. `load`: as it is on the board; undefined: it has left. */
export function exceptionHappening(
  event: ExceptionEventRow,
  exception: ExceptionRow,
  load: BoardLoad | undefined,
): Happening | null {
  const event_name = exceptionEventName(event, exception);
  if (event_name === null) return null;
  const triage = toLoadTriage(exception);
  const { kind, at, by, owner, text, until, reason } = toTriageEvent(event);
  const { load_id, ended_at, ended_as } = exception;
  return {
    source: `exception/${event.seq}`,
    event_name,
    occurred_at: event.at,
    load_ref: exception.load_ref,
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
    case 'returned':
    case 'reopen':
      return 'exception.opened';
    case 'close':
      return 'exception.closed';
    case 'ended':
      // Who got the event that a person closed it needs no second one.
      return exception.closed_at === null ? 'exception.closed' : 'exception.changed';
    case 'undo': {
      const { reason } = toTriageEvent(event);
      if (reason === 'close') return 'exception.opened';
      return reason === 'reopen' ? 'exception.closed' : 'exception.changed';
    }
    case 'offer':
      return null;
    default:
      return 'exception.changed';
  }
}

/** Arrivals and departures that are known of a monitor, in travel order. `loadOf`: a watched load as it is on the board. */
export function stopHappenings(
  monitor: BoardMonitor,
  loadOf: (load_id: string) => BoardLoad | undefined,
): Happening[] {
  const loads = monitor.links
    .filter(({ state }) => state === 'linked')
    .map(({ load_id, load_ref }) => {
      const load = loadOf(load_id);
      return { load_id, load_ref: load?.load_ref ?? load_ref, fleet: load?.fleet ?? null };
    });
  return monitor.stops.flatMap((stop) => [
    ...timeHappening(monitor, loads, stop, 'arrived'),
    ...timeHappening(monitor, loads, stop, 'departed'),
  ]);
}

function timeHappening(
  monitor: BoardMonitor,
  loads: z.input<typeof outgoingStop>['loads'],
  stop: BoardMonitorStop,
  thing: 'arrived' | 'departed',
): Happening[] {
  const occurred_at = stop[`${thing}_at`];
  const known_by = stop[`${thing}_by`];
  if (occurred_at === null || known_by === null) return [];
  const { sequence, name, latitude, longitude, planned_arrival_at, planned_departure_at } = stop;
  return [
    {
      source: `stop/${monitor.id}/${sequence}/${thing}`,
      event_name: `stop.${thing}`,
      occurred_at: Date.parse(occurred_at),
      load_ref: loads[0]?.load_ref ?? monitor.name,
      record: {
        monitor_id: monitor.id,
        monitor_name: monitor.name,
        loads,
        stop: { sequence, name, latitude, longitude, planned_arrival_at, planned_departure_at },
        occurred_at,
        known_by,
        at_start_of_tracking: thing === 'arrived' && stop.arrived_at_start,
      },
    },
  ];
}
