/** The draft on this page: every change an action, back and forth, kept on this computer under the beginning it came from. */

import { latitude, longitude, uuid } from '@waypost/contract/common';
import { useCallback, useMemo, useReducer, useState } from 'react';
import { z } from 'zod';
import { truckFields } from '../../../live/truck-draft.ts';
import { sendable } from '../../../live/use-sendable-draft.ts';
import type { SendableDraft } from '../../../live/use-sending.ts';
import { type DraftStorage, DraftStore, type Kept, usePersistedDraft } from '../../../ui/draft-store.ts';
import { browserStorage } from '../../../ui/prefs.ts';
import { change, type Draft, type DraftAction } from './draft.ts';

const center = z.object({ latitude, longitude });
const stop = z.object({
  key: z.string().min(1),
  name: z.string(),
  center: center.nullable(),
  radius_meters: z.number().nullable(),
  place_text: z.string(),
  // Drafts of an earlier version have none.
  place_name: z.string().default(''),
  radius_text: z.string(),
  site: center.extend({ site_id: uuid, name: z.string(), radius_meters: z.number() }).nullable(),
  load_stop_sequence: z.number().int().nullable(),
  planned_arrival_at: z.string().nullable(),
  planned_departure_at: z.string().nullable(),
});
const draft = z.object({
  name: z.string(),
  vehicle: z.object({
    by: z.enum(['vehicle_id', 'vin', 'plate']),
    ...truckFields,
  }),
  starts_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  webhook_group_id: z.string(),
  load_id: uuid.nullable(),
  stops: z.array(stop).min(2),
}) satisfies z.ZodType<Draft>;

const kept = sendable.extend({ draft });
/**
 * Drafts on this computer: one for each person and beginning (a load, a monitor, a blank sheet). They survive a reload, a sign-in
 * and an error, and with them the key that makes sending twice safe.
 */
export type KeptDraft = Readonly<Omit<z.infer<typeof kept>, 'draft'>> & { readonly draft: Draft };

/** By what a draft begins from: `blank`, `load:{load_id}`, `copy:{id}`, `follow:{id}`. */
export type MonitorDrafts = DraftStore<KeptDraft>;

export function monitorDrafts(
  person: string,
  now: () => number,
  storage: DraftStorage | null = browserStorage(),
): MonitorDrafts {
  return new DraftStore({ storage, kind: 'monitor_draft', person, schema: kept, now });
}

export interface History<T> {
  /** Oldest first. */
  readonly past: readonly T[];
  readonly present: T;
  /** Next first. */
  readonly future: readonly T[];
  /** Group of the last change; null: the next change is a step of its own. */
  readonly group: string | null;
}

/** Steps that are kept: more than anyone goes back, and states share what they have in common. */
const MOST_STEPS = 2000;

export function beginHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], group: null };
}

/** The value itself when nothing changed, so that nothing is drawn again. */
export function record<T>(history: History<T>, next: T, group: string | null = null): History<T> {
  if (Object.is(next, history.present)) return history;
  if (group !== null && group === history.group) return { ...history, present: next, future: [] };
  const past = [...history.past, history.present].slice(-MOST_STEPS);
  return { past, present: next, future: [], group };
}

/** What comes next is a step of its own: the field was left, the drag has ended. */
export function settle<T>(history: History<T>): History<T> {
  return history.group === null ? history : { ...history, group: null };
}

export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    group: null,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const [after, ...future] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.present], present: after, future, group: null };
}

/** `group`: changes of one group that follow each other are one step back. */
export type Act = (action: DraftAction, group?: string) => void;

export interface DraftEditor extends SendableDraft {
  readonly draft: Draft;
  readonly act: Act;
  /** The field was left or the drag has ended: what comes next is a step of its own. */
  readonly settle: () => void;
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  /** Back to what it began from; a step like others, so it can be undone. */
  readonly discard: () => void;
  readonly keeping: Kept<Draft>['keeping'];
}

type Step =
  | { readonly do: 'act'; readonly action: DraftAction; readonly group: string | null }
  | { readonly do: 'settle' | 'undo' | 'redo' }
  | { readonly do: 'replace'; readonly draft: Draft };

function reduce(history: History<Draft>, step: Step): History<Draft> {
  switch (step.do) {
    case 'act':
      return record(history, change(history.present, step.action), step.group);
    case 'replace':
      return record(history, step.draft);
    case 'settle':
      return settle(history);
    case 'undo':
      return undo(history);
    case 'redo':
      return redo(history);
  }
}

export interface DraftSetup {
  readonly drafts: MonitorDrafts;
  /** See `MonitorDrafts`; another source is another page. */
  readonly source: string;
  /** What it begins from; called again when the draft is discarded. */
  readonly begin: () => Draft;
  readonly newId: () => string;
}

export function useDraft({ drafts, source, begin, newId }: DraftSetup): DraftEditor {
  const [stored] = useState(() => drafts.read(source));
  const [begun, setBegun] = useState(() => stored?.draft ?? begin());
  const [history, dispatch] = useReducer(reduce, begun, beginHistory<Draft>);
  const [wish, setWish] = useState({
    intent_id: stored?.intent_id ?? newId(),
    sent: stored?.sent ?? null,
  });
  const draft = history.present;
  const changed = draft !== begun || wish.sent !== null || stored !== null;
  const value = useMemo(() => ({ ...wish, draft }), [wish, draft]);
  const kept = usePersistedDraft({
    drafts,
    name: source,
    value,
    changed: draft !== begun,
    stored: stored !== null,
  });
  const writeNow = (next: typeof wish) => {
    setWish(next);
    kept.write({ ...next, draft });
  };

  const act = useCallback<Act>((action, group) => dispatch({ do: 'act', action, group: group ?? null }), []);
  const acts = useMemo(
    () => ({
      settle: () => dispatch({ do: 'settle' }),
      undo: () => dispatch({ do: 'undo' }),
      redo: () => dispatch({ do: 'redo' }),
    }),
    [],
  );
  return {
    draft,
    act,
    settle: acts.settle,
    undo: history.past.length > 0 ? acts.undo : null,
    redo: history.future.length > 0 ? acts.redo : null,
    discard: () => {
      const next = begin();
      kept.forget();
      setBegun(next);
      setWish({ intent_id: newId(), sent: null });
      dispatch({ do: 'replace', draft: next });
    },
    keeping: changed ? kept.keeping : 'fresh',
    ...wish,
    markSent: (sent) => writeNow({ ...wish, sent }),
    newIntent: () => writeNow({ intent_id: newId(), sent: null }),
    done: kept.end,
  };
}
