/** The draft on this page and sending it: every change an action, back and forth, kept on this computer under the beginning it came from. */

import { Link } from '@tanstack/react-router';
import { INTENT_ROUTES } from '@waypost/contract/api/intent-routes';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { useApi } from '../../../api/context.ts';
import type { SendWords } from '../../../live/SubmitBar.tsx';
import type { SendableDraft } from '../../../live/sending.ts';
import { sendable, useSending } from '../../../live/sending.ts';
import {
  type DraftStorage,
  DraftStore,
  type PersistedDraft,
  usePersistedDraft,
} from '../../../ui/draft-store.ts';
import { browserStorage } from '../../../ui/prefs.ts';
import { toWish } from './convert.ts';
import { change, type Draft, type DraftAction, draftSchema } from './draft.ts';
import { fieldOfPath, fieldText } from './fields.ts';

const kept = sendable.extend({ draft: draftSchema });
/**
 * Drafts on this computer: one for each person and beginning (a load, a monitor, a blank sheet). They survive a reload, a sign-in
 * and an error, and with them the key that makes sending twice safe.
 */
type KeptDraft = Readonly<z.infer<typeof kept>>;

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
export type Act = (action: DraftAction, group?: string | null) => void;

export interface DraftEditor extends SendableDraft {
  readonly draft: Draft;
  readonly act: Act;
  /** The field was left or the drag has ended: what comes next is a step of its own. */
  readonly settle: () => void;
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  /** Back to what it began from; a step like others, so it can be undone. */
  readonly discard: () => void;
  readonly save_state: PersistedDraft<Draft>['save_state'];
}

interface DraftSetup {
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
  const [history, setHistory] = useState(() => beginHistory(begun));
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

  const { act, ...steps } = useMemo(() => {
    const act: Act = (action, group = null) =>
      setHistory((before) => record(before, change(before.present, action), group));
    const step = (next: typeof undo<Draft>) => () => setHistory(next);
    return { act, settle: step(settle), undo: step(undo), redo: step(redo) };
  }, []);
  return {
    draft,
    act,
    settle: steps.settle,
    undo: history.past.length > 0 ? steps.undo : null,
    redo: history.future.length > 0 ? steps.redo : null,
    discard: () => {
      const next = begin();
      kept.discard();
      setBegun(next);
      setWish({ intent_id: newId(), sent: null });
      setHistory((before) => record(before, next));
    },
    save_state: changed ? kept.save_state : 'unchanged',
    ...wish,
    markSent: (sent) => writeNow({ ...wish, sent }),
    newIntent: () => writeNow({ intent_id: newId(), sent: null }),
    done: kept.complete,
  };
}

interface SubmitSetup {
  readonly editor: DraftEditor;
  /** `monitor_id`: null when the service did not return it. */
  readonly onCreated: (monitor_id: string | null) => void;
  readonly onUnknown: (message: string | null) => void;
}

export function useSubmit({ editor, onCreated, onUnknown }: SubmitSetup) {
  const { http } = useApi();
  const { draft } = editor;
  return useSending({
    draft: editor,
    body: () => {
      const made = toWish(draft);
      return made.ok ? made.wish : null;
    },
    call: (body, headers) => http.call(INTENT_ROUTES.createMonitor, { body, headers }),
    fieldOf: (path) => fieldOfPath(path, draft),
    textOf: (field) => fieldText(draft, field),
    onDone: ({ intent, result }) => onCreated(result?.id ?? intent.result_id),
    onUnknown,
  });
}

export const SEND_WORDS: SendWords = {
  refused: 'Nothing was created',
  /** The service's two refusals without a field. */
  why: ({ service_status }) => {
    if (service_status === 403)
      return "A monitor needs an active agreement that shares this truck's location. Extend it, or ask the fleet.";
    if (service_status === 409)
      return 'This conflicts with existing data. Check whether a monitor already tracks the truck.';
    return service_status === 404 ? "Check the truck's identifiers." : '';
  },
  sent_before: (
    <>
      <strong>This draft was already sent with different details.</strong> The first request arrived, so a
      monitor with those details may exist. <Link to="/monitors">Open the monitors</Link>. If it is not what
      you want, send this as a new one.
    </>
  ),
  safe: 'Sending again is safe: it never creates a second one.',
};

export const UNKNOWN_WORDS =
  'Not confirmed yet: checking whether it was created. Creating it again only checks the outcome.';
