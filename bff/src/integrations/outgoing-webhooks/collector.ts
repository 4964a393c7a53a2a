/**
 * Turns changes into events for outgoing webhooks, on one server: from exception events and monitor versions. The position is stored
 * together with the events, so that a restart neither loses nor duplicates any.
 */
import { randomUUID } from 'node:crypto';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { BoardMonitor, BoardMonitorStop } from '@waypost/contract/api/monitors';
import type { OutgoingEvent, outgoingException, outgoingStop } from '@waypost/contract/api/outgoing-webhooks';
import type { z } from 'zod';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { BackgroundWorker } from '../../platform/lib/background-worker.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { ExceptionEventRow, ExceptionRow } from '../../platform/store/exceptions.ts';
import { type MonitorRow, monitorsSince } from '../../platform/store/monitors.ts';
import {
  addOutgoingEvents,
  lockOutgoingCursor,
  type NewOutgoingEvent,
  type OutgoingWebhookRow,
  readOutgoingCursor,
  writeOutgoingCursor,
} from '../../platform/store/outgoing-webhooks.ts';
import { rowsIn, rowsOf } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';
import { outgoingEventId } from '../../service/intents/ids.ts';
import type { Board } from '../../tracking/board/board.ts';
import type { Monitors } from '../../tracking/monitors/monitors.ts';
import type { Triage } from '../../tracking/triage/triage.ts';
import { exceptionState, toLoadTriage, toTriageEvent } from '../../tracking/triage/triage-response.ts';
import { queueDelivery } from './sender.ts';

interface OutgoingCollectorOptions extends Uses<'db' | 'log' | 'now'> {
  readonly board: Pick<Board, 'get'>;
  readonly triage: Pick<Triage, 'eventsSince'>;
  readonly monitors: Pick<Monitors, 'find' | 'peek' | 'catchUp'>;
  readonly jobs: Pick<Jobs, 'add' | 'added'>;
  /** How long events are stored (ms). */
  readonly keepMs: number;
}

const INTERVAL_MS = 1_000;
const BATCH_SIZE = 500;

export class OutgoingCollector extends BackgroundWorker<OutgoingCollectorOptions> {
  constructor(options: OutgoingCollectorOptions) {
    super(options, {
      task: 'collect events for outgoing webhooks',
      isExclusive: true,
      retryMs: INTERVAL_MS,
      run: async () => ((await this.collect()) ? 0 : INTERVAL_MS),
    });
  }

  /** Runs once. True when there is more. */
  async collect(): Promise<boolean> {
    const { db, triage, jobs } = this.options;
    const webhooks = await rowsOf(db, 'outgoing_webhook', { off_at: null });
    if (webhooks.length === 0) return false;
    const cursor = await readOutgoingCursor(db);
    if (cursor === null) return false;
    const events = await triage.eventsSince(cursor.exceptions, BATCH_SIZE);
    const changed = await monitorsSince(db, cursor.monitors);
    if (events.length === 0 && changed.length === 0) return false;

    const ids = new Set(events.flatMap(({ exception_id }) => exception_id ?? []));
    const exceptions = new Map((await rowsIn(db, 'exception', 'id', [...ids])).map((row) => [row.id, row]));
    const sourceEvents = events.flatMap((event) => {
      const exception = exceptions.get(event.exception_id ?? '');
      return (exception && toExceptionEvent(event, exception, this.#load(event.load_id))) ?? [];
    });
    sourceEvents.push(...(await this.#stopEvents(changed)));
    const newEvents = sourceEvents.flatMap((one) => this.#toNewEvents(one, webhooks));
    const next = {
      exceptions: events.at(-1)?.seq ?? cursor.exceptions,
      monitors: changed.at(-1)?.version ?? cursor.monitors,
    };
    const added = await inTransaction(db, async (trx) => {
      if (!(await lockOutgoingCursor(trx, cursor))) return [];
      const deliveries = await addOutgoingEvents(trx, newEvents, randomUUID);
      for (const delivery of deliveries) await queueDelivery(trx, jobs, delivery);
      await writeOutgoingCursor(trx, next);
      return deliveries;
    });
    if (added.length > 0) jobs.added();
    return events.length === BATCH_SIZE;
  }

  async #stopEvents(rows: readonly MonitorRow[]): Promise<SourceEvent[]> {
    const { monitors } = this.options;
    // The stored version may not be applied in memory yet.
    if (rows.some(({ id, version }) => (monitors.peek(id)?.row.version ?? version) < version))
      await monitors.catchUp();
    const found: SourceEvent[] = [];
    for (const { id } of rows) {
      const monitor = await monitors.find(id);
      if (monitor) found.push(...toStopEvents(monitor, (load_id) => this.#load(load_id)));
    }
    return found;
  }

  #toNewEvents(sourceEvent: SourceEvent, webhooks: readonly OutgoingWebhookRow[]): NewOutgoingEvent[] {
    // What is older may have been sent and purged, so it is not new.
    const oldest = this.now() - this.options.keepMs;
    const webhook_ids = webhooks
      .filter(
        ({ events, active_since }) =>
          sourceEvent.occurred_at >= oldest &&
          sourceEvent.occurred_at >= active_since &&
          (JSON.parse(events) as string[]).includes(sourceEvent.event_name),
      )
      .map(({ id }) => id);
    if (webhook_ids.length === 0) return [];
    const { record, ...event } = sourceEvent;
    return [
      {
        ...event,
        created_at: this.now(),
        record: JSON.stringify(record),
        webhook_ids,
      },
    ];
  }

  #load(load_id: string) {
    return this.options.board.get(load_id)?.item;
  }
}

interface SourceEvent {
  /** Receivers deduplicate by it. */
  readonly id: string;
  /** Identifies the event, so that it is created once. */
  readonly source: string;
  readonly event_name: OutgoingEvent;
  /** Milliseconds since 1970. */
  readonly occurred_at: number;
  readonly load_ref: string | null;
  readonly record: z.input<typeof outgoingException> | z.input<typeof outgoingStop>;
}

/** Null: not relevant for receivers. `load`: its board item; undefined when it has left the board. */
function toExceptionEvent(
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
    id: randomUUID(),
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
      // A receiver that was notified of the closing gets no second such event.
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

/** Known arrivals and departures of a monitor at its docks, in travel order; those at the center of a city prove nothing. `loadOf` returns a load on the board. */
function toStopEvents(
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
