/**
 * Stores facts in the caller's transaction: event rows and the merged state together, so that a crash never separates them. Repeated,
 * late and early facts lead to the same rows.
 */
import { createHash } from 'node:crypto';
import type { MonitorCommand } from '@waypost/contract/api/monitors';
import type { Assumptions } from '@waypost/contract/assumptions';
import type { MonitorEventRecord } from '@waypost/contract/events';
import { type Monitor, monitor as monitorSchema } from '@waypost/contract/monitors';
import { redactEvent } from '@waypost/contract/redact-event';
import type { Board } from '../board/board.ts';
import { tagIn } from '../intents/ids.ts';
import type { IntentListener } from '../intents/intents.ts';
import { resultOf } from '../intents/kinds.ts';
import { ServerPart } from '../lib/server-part.ts';
import type { Database } from '../store/database.ts';
import type { IntentRow } from '../store/intents.ts';
import {
  doneIntentsWithoutMonitor,
  linkAboutToMonitor,
  type MonitorAboutRow,
  type MonitorEventRow,
  type MonitorRow,
  monitorById,
  monitorIdByTag,
  nextMonitorVersion,
  saveMonitor,
} from '../store/monitors.ts';
import { addRow, putRows, rowsOf, updateRow } from '../store/query.ts';
import type { Processor, WebhookEvent } from '../webhooks/processor.ts';
import type { Uses } from '../wiring.ts';
import { bornAt } from './entry.ts';
import { factOfEvent, factOfRecord, timeOf } from './facts.ts';
import type { Monitors } from './monitors.ts';
import { isEnd, type MonitorState, merge, NOTHING, statusOf } from './reducer.ts';

export interface Fact {
  /** Null when the record names none; then the tag may identify it. */
  readonly id: string | null;
  readonly tag: string | null;
  readonly state: MonitorState;
  /** For an event: its row, without the columns determined here. */
  readonly event?: Omit<MonitorEventRow, 'monitor_id' | 'tag' | 'fact'>;
  /** For a response: when it was received. */
  readonly read_at?: number;
}

export interface StoredFacts {
  /** Monitors that have changed, as stored now. */
  readonly rows: readonly MonitorRow[];
  /** What people entered about monitors that were seen for the first time. */
  readonly about: readonly MonitorAboutRow[];
  readonly ids: readonly string[];
  readonly unmatched: number;
}

export async function storeFacts(store: Database, facts: readonly Fact[], now: number): Promise<StoredFacts> {
  const version = await nextMonitorVersion(store);
  const rows = new Map<string, MonitorRow>();
  const states = new Map<string, MonitorState>();
  const changed = new Set<string>();
  const about: MonitorAboutRow[] = [];
  let unmatched = 0;

  for (const fact of facts) {
    const id = fact.id ?? (fact.tag === null ? null : ((await monitorIdByTag(store, fact.tag)) ?? null));
    const isNew =
      fact.event !== undefined &&
      (await addRow(
        store,
        'monitor_event',
        {
          ...fact.event,
          monitor_id: id,
          tag: fact.tag,
          fact: id === null ? JSON.stringify(fact.state) : null,
        },
        'ignore',
      ));
    if (id === null) {
      unmatched += 1;
      continue;
    }
    const existing = rows.get(id) ?? (await monitorById(store, id));
    const row: MonitorRow = existing ?? {
      id,
      tag: null,
      events: 0,
      last_event_at: null,
      read_at: null,
      state: '',
      first_seen_at: now,
      ended_at: null,
      ended_as: null,
      born_at: null,
      version,
      outside_origin_at: null,
    };
    const before = states.get(id) ?? (existing ? (JSON.parse(existing.state) as MonitorState) : NOTHING);
    let state = merge(before, fact.state);
    let { tag, events, last_event_at, read_at } = row;
    const count = (occurred_at: number | null) => {
      events += 1;
      last_event_at = latest(last_event_at, occurred_at);
    };
    if (isNew && fact.event) count(fact.event.occurred_at);
    if (fact.read_at !== undefined) read_at = latest(read_at, fact.read_at);
    if (fact.tag !== null && tag === null) {
      tag = fact.tag;
      for (const orphan of await rowsOf(store, 'monitor_event', { tag, monitor_id: null })) {
        count(orphan.occurred_at);
        if (orphan.fact !== null) state = merge(state, JSON.parse(orphan.fact) as MonitorState);
      }
      await updateRow(store, 'monitor_event', { tag, monitor_id: null }, { monitor_id: id, fact: null });
      const command = await linkAboutToMonitor(store, tag, id);
      if (command) about.push(command);
    }
    const isUnchanged =
      existing !== undefined &&
      state === before &&
      tag === row.tag &&
      events === row.events &&
      last_event_at === row.last_event_at &&
      read_at === row.read_at;
    if (!isUnchanged) changed.add(id);
    states.set(id, state);
    rows.set(id, {
      ...row,
      tag,
      events,
      last_event_at,
      read_at,
      version: isUnchanged ? row.version : version,
    });
  }

  const saved: MonitorRow[] = [];
  for (const id of changed) {
    const state = states.get(id) ?? NOTHING;
    const known = rows.get(id) as MonitorRow;
    const status = statusOf(state);
    const ended_as = isEnd(status) ? status : null;
    const row = {
      ...known,
      ended_at: ended_as === null ? null : (known.ended_at ?? now),
      ended_as,
      born_at: bornAt({ state, row: known }),
      state: JSON.stringify(state),
    };
    await saveMonitor(store, row);
    saved.push(row);
  }
  return { rows: saved, about, ids: [...rows.keys()], unmatched };
}

const latest = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));

// Monitor events are stored in the same transaction that marks their delivery as done (webhooks/processor.ts).
type MonitorWebhookEvent = WebhookEvent<'geofence_monitor'>;

interface MonitorEventOptions extends Uses<'assumptions' | 'now'> {
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
function outcomeOf(facts: readonly Fact[], unmatched: number, nameOf: (id: string) => string): string {
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
