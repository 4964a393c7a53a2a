/**
 * Adds facts to what is stored, in the caller's transaction: event rows and the merged state together, so that a crash never leaves one
 * without the other. Whatever comes twice, late, or before the monitor is known leads to the same rows.
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
  linkAboutToMonitor,
  doneIntentsWithoutMonitor,
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
  /** Null when the record names none: then the tag may lead to it. */
  readonly id: string | null;
  readonly tag: string | null;
  readonly state: MonitorState;
  /** For an event: its row, less the columns that are found out here. */
  readonly event?: Omit<MonitorEventRow, 'monitor_id' | 'tag' | 'fact'>;
  /** For an answer: when. */
  readonly read_at?: number;
}

export interface StoredFacts {
  /** Monitors as they are stored now: those that have changed. */
  readonly rows: readonly MonitorRow[];
  /** What people had written down about monitors that were seen for the first time. */
  readonly about: readonly MonitorAboutRow[];
  /** Monitors that the facts were about. */
  readonly ids: readonly string[];
  /** Events that name no monitor that is known. */
  readonly without: number;
}

export async function storeFacts(store: Database, facts: readonly Fact[], now: number): Promise<StoredFacts> {
  const version = await nextMonitorVersion(store);
  const rows = new Map<string, MonitorRow>();
  const states = new Map<string, MonitorState>();
  const changed = new Set<string>();
  const about: MonitorAboutRow[] = [];
  let without = 0;

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
      without += 1;
      continue;
    }
    const there = rows.get(id) ?? (await monitorById(store, id));
    const row: MonitorRow = there ?? {
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
    const before = states.get(id) ?? (there ? (JSON.parse(there.state) as MonitorState) : NOTHING);
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
    const same =
      there !== undefined &&
      state === before &&
      tag === row.tag &&
      events === row.events &&
      last_event_at === row.last_event_at &&
      read_at === row.read_at;
    if (!same) changed.add(id);
    states.set(id, state);
    rows.set(id, { ...row, tag, events, last_event_at, read_at, version: same ? row.version : version });
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
  return { rows: saved, about, ids: [...rows.keys()], without };
}

const latest = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));

// Events about monitors: what they say is stored together with the mark that the delivery is done (webhooks/processor.ts).
type MonitorWebhookEvent = WebhookEvent<'geofence_monitor'>;

interface MonitorEventOptions extends Uses<'assumptions' | 'now'> {
  readonly monitors: Pick<Monitors, 'apply' | 'get' | 'noteEvent'>;
}

export function handleMonitorEvents(processor: Processor, options: MonitorEventOptions): void {
  const now = options.now ?? Date.now;
  processor.on('geofence_monitor', async (event, store) => {
    if (event.records.length === 0) return null;
    const facts = event.records.map((record, position) =>
      factIn(event, record, position, options.assumptions),
    );
    const kept = await storeFacts(store, facts, now());
    const after = () => {
      options.monitors.noteEvent(event.received_at);
      return options.monitors.apply(kept);
    };
    const nameOf = (id: string) => {
      const known = options.monitors.get(id);
      return known?.name ?? known?.links.find(({ state }) => state === 'linked')?.load_ref ?? id;
    };
    return { outcome: outcomeOf(facts, kept.without, nameOf), after };
  });
}

/** One record of an event as a fact. The same event gives the same fact, however often it comes. */
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

/** An event without an id of its own is known again by what it says. */
function contentKey(event_name: string, data: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify([event_name, data]));
  return `content:${hash.digest('base64url')}`;
}

/** @param nameOf what people call a monitor, else its id */
function outcomeOf(facts: readonly Fact[], without: number, nameOf: (id: string) => string): string {
  const known = facts.map(({ id, event }) => {
    // People count from one.
    const stop = event?.stop_sequence == null ? '' : ` at stop ${event.stop_sequence + 1}`;
    return `${event?.kind}${stop}${id === null ? '' : `, monitor ${nameOf(id)}`}`;
  });
  const lost = without === 0 ? '' : `; ${without} stored for unknown monitors`;
  return `handled: ${known.join('; ')}${lost}`;
}

// From a command to a monitor (rule 25): what a person wrote down is stored under the intent's tag before the call, in one transaction with
// the intent, so that whatever names the monitor later, an answer, a read, an event or a person, finds it again.
interface MonitorCreationListenerOptions extends Uses<'db' | 'box' | 'log' | 'now'> {
  readonly board: Pick<Board, 'get'>;
  readonly monitors: Pick<Monitors, 'apply' | 'take'>;
}

export class MonitorCreationListener
  extends ServerPart<MonitorCreationListenerOptions>
  implements IntentListener
{
  /** At the start: monitors whose intent was done, but which the end of the process kept from being stored. */
  async open(): Promise<void> {
    const { db, box, monitors, log } = this.options;
    const facts: Fact[] = [];
    for (const row of await doneIntentsWithoutMonitor(db)) {
      const answer = monitorSchema.safeParse(resultOf(box, row));
      if (answer.success) facts.push(this.#fact(row, answer.data));
      else if (row.result_id !== null) facts.push({ id: row.result_id, tag: row.tag, state: NOTHING });
    }
    if (facts.length === 0) return;
    await monitors.take(facts);
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
    const kept = await storeFacts(store, [this.#fact(row, parsed.data)], this.now());
    return () => this.options.monitors.apply(kept);
  }

  async named(row: IntentRow, id: string): Promise<void> {
    if (row.kind === 'monitor') await this.options.monitors.take([{ id, tag: row.tag, state: NOTHING }]);
  }

  #fact(row: IntentRow, answer: Monitor): Fact {
    return { id: answer.id, tag: row.tag, state: factOfRecord(answer), read_at: this.now() };
  }
}
