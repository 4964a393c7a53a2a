/**
 * Stores facts in the caller's transaction: event rows and the merged state together, so that a crash never separates them. Repeated,
 * late and early facts lead to the same rows.
 */
import type { Database } from '../../platform/store/database.ts';
import {
  linkAboutToMonitor,
  type MonitorAboutRow,
  type MonitorEventRow,
  type MonitorRow,
  monitorById,
  monitorIdByTag,
  nextMonitorVersion,
  saveMonitor,
} from '../../platform/store/monitors.ts';
import { addRow, rowsOf, updateRow } from '../../platform/store/query.ts';
import { bornAt } from './entry.ts';
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
// What a person entered is stored under the intent's tag before the call, together with the intent (rule 25), so that any later
// response, read, event or person that identifies the monitor finds it.
