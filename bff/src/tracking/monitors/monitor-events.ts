/** Facts about monitors from webhook events and from intents. */
import { createHash } from 'node:crypto';
import type { MonitorCommand } from '@waypost/contract/api/monitors';
import type { Assumptions } from '@waypost/contract/assumptions';
import type { MonitorEventRecord } from '@waypost/contract/events';
import { type Monitor, monitor as monitorSchema } from '@waypost/contract/monitors';
import { redactEvent } from '@waypost/contract/redact-event';
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { Database } from '../../platform/store/database.ts';
import type { IntentRow } from '../../platform/store/intents.ts';
import { doneIntentsWithoutMonitor } from '../../platform/store/monitors.ts';
import { putRows } from '../../platform/store/query.ts';
import type { Uses } from '../../platform/uses.ts';
import { tagIn } from '../../service/intents/ids.ts';
import { resultOf } from '../../service/intents/kinds.ts';
import type { IntentListener } from '../../service/intents/listener.ts';
import type { Processor, WebhookEvent } from '../../service/webhooks/processor.ts';
import type { Board } from '../board/board.ts';
import { factOfEvent, factOfRecord, timeOf } from './facts.ts';
import type { Monitors } from './monitors.ts';
import { NOTHING } from './reducer.ts';
import { type Fact, storeFacts } from './store-facts.ts';

// Monitor events are stored in the same transaction that marks their delivery as done (webhooks/processor.ts).
type MonitorWebhookEvent = WebhookEvent<'geofence_monitor'>;

interface MonitorEventOptions extends Uses<'now'> {
  readonly assumptions: Assumptions;
  readonly monitors: Pick<Monitors, 'apply' | 'get' | 'recordEventTime'>;
}

export function handleMonitorEvents(processor: Processor, options: MonitorEventOptions): void {
  const now = options.now ?? Date.now;
  processor.on('geofence_monitor', async (event, store) => {
    if (event.records.length === 0) return null;
    const facts = event.records.map((record, position) =>
      factIn(event, record, position, options.assumptions),
    );
    const stored = await storeFacts(store, facts, now());
    const after = () => {
      options.monitors.recordEventTime(event.received_at);
      return options.monitors.apply(stored);
    };
    const nameOf = (id: string) => {
      const known = options.monitors.get(id);
      return known?.name ?? known?.links.find(({ state }) => state === 'linked')?.load_ref ?? id;
    };
    return { outcome: outcomeOf(facts, stored.unmatched, nameOf), after };
  });
}

/** Converts a record of an event to a fact, always the same for the same event. */
export function factIn(
  event: Pick<MonitorWebhookEvent, 'event_id' | 'event_name' | 'envelope' | 'received_at' | 'delivery_id'>,
  record: MonitorEventRecord,
  position: number,
  assumptions: Assumptions,
): Fact {
  const { event_id, event_name, envelope, received_at, delivery_id } = event;
  const known = factOfEvent(event_name, record, timeOf(envelope.timestamp), assumptions);
  const { kind, stop_sequence, occurred_at } = known;
  return {
    id: record.id ?? null,
    tag: tagIn(record.name),
    state: known.state,
    event: {
      event_key: event_id ?? contentKey(event_name, envelope.data),
      position,
      event_id,
      event_name,
      kind,
      stop_sequence,
      occurred_at,
      received_at,
      delivery_id,
      record: JSON.stringify(redactEvent(record, assumptions)),
    },
  };
}

/** Identifies an event without an id by its content. */
function contentKey(event_name: string, data: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify([event_name, data]));
  return `content:${hash.digest('base64url')}`;
}

/** `nameOf`: display name of a monitor, or its id. */
export function outcomeOf(facts: readonly Fact[], unmatched: number, nameOf: (id: string) => string): string {
  const known = facts.map(({ id, event }) => {
    // Stops are numbered from one for people.
    const stop = event?.stop_sequence == null ? '' : ` at stop ${event.stop_sequence + 1}`;
    return `${event?.kind}${stop}${id === null ? '' : `, monitor ${nameOf(id)}`}`;
  });
  const lost = unmatched === 0 ? '' : `; ${unmatched} stored for unknown monitors`;
  return `handled: ${known.join('; ')}${lost}`;
}

// What a person entered is stored under the intent's tag before the call, together with the intent (rule 25), so that any later
// response, read, event or person that identifies the monitor finds it.
interface MonitorCreationListenerOptions extends Uses<'db' | 'box' | 'log' | 'now'> {
  readonly board: Pick<Board, 'get'>;
  readonly monitors: Pick<Monitors, 'apply' | 'addFacts'>;
}

export class MonitorCreationListener
  extends ServerPart<MonitorCreationListenerOptions>
  implements IntentListener
{
  /** At startup: stores monitors whose intent was done when the process ended. */
  async open(): Promise<void> {
    const { db, box, monitors, log } = this.options;
    const facts: Fact[] = [];
    for (const row of await doneIntentsWithoutMonitor(db)) {
      const answer = monitorSchema.safeParse(resultOf(box, row));
      if (answer.success) facts.push(this.#fact(row, answer.data));
      else if (row.result_id !== null) facts.push({ id: row.result_id, tag: row.tag, state: NOTHING });
    }
    if (facts.length === 0) return;
    await monitors.addFacts(facts);
    log.info({ monitors: facts.length }, 'stored monitors whose creation was interrupted');
  }

  async begun(store: Database, row: IntentRow, body: unknown): Promise<void> {
    if (row.kind !== 'monitor') return;
    const command = body as MonitorCommand;
    const load_id = command.about?.load_id ?? null;
    const about = {
      tag: row.tag,
      intent_id: row.id,
      body: JSON.stringify(command),
      load_ref: load_id === null ? null : (this.options.board.get(load_id)?.item.load_ref ?? null),
      created_by_name: row.created_by_name,
      created_at: row.created_at,
      monitor_id: null,
    };
    await putRows(store, 'monitor_about', ['tag'], [about]);
  }

  async done(store: Database, row: IntentRow, answer: unknown) {
    const parsed = row.kind === 'monitor' ? monitorSchema.safeParse(answer) : null;
    if (!parsed?.success) return undefined;
    const stored = await storeFacts(store, [this.#fact(row, parsed.data)], this.now());
    return () => this.options.monitors.apply(stored);
  }

  async identified(store: Database, row: IntentRow, id: string) {
    if (row.kind !== 'monitor') return undefined;
    const stored = await storeFacts(store, [{ id, tag: row.tag, state: NOTHING }], this.now());
    return () => this.options.monitors.apply(stored);
  }

  #fact(row: IntentRow, answer: Monitor): Fact {
    return { id: answer.id, tag: row.tag, state: factOfRecord(answer), read_at: this.now() };
  }
}
