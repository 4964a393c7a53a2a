/**
 * Adds facts to what is stored, in the caller's transaction: event rows and the merged state together, so that a crash never leaves one
 * without the other. Whatever comes twice, late, or before the monitor is known leads to the same rows.
 */

import type { Database } from '../store/database.ts';
import {
  aboutBecame,
  type MonitorAboutRow,
  type MonitorEventRow,
  type MonitorRow,
  monitorById,
  monitorIdByTag,
  nextMonitorVersion,
  saveMonitor,
} from '../store/monitors.ts';
import { addRow, rowsOf, updateRow } from '../store/query.ts';
import { bornAt } from './entry.ts';
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
      const command = await aboutBecame(store, tag, id);
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
