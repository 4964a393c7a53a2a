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
import { toCreateRequest } from './convert.ts';
import { type Draft, type DraftAction, draftSchema, reduceDraft } from './draft.ts';
import { fieldOfPath, fieldText } from './fields.ts';

const storedDraft = sendable.extend({ draft: draftSchema });
/**
 * Drafts are stored per person and source (a load, a monitor, blank), together with the key that makes resending safe. They survive a
 * reload, a sign-in and an error.
 */
type StoredDraft = Readonly<z.infer<typeof storedDraft>>;

/** Keyed by source: `blank`, `load:{load_id}`, `copy:{id}`, `follow:{id}`. */
export type MonitorDrafts = DraftStore<StoredDraft>;

export function monitorDrafts(
  person: string,
  now: () => number,
  storage: DraftStorage | null = browserStorage(),
): MonitorDrafts {
  return new DraftStore({ storage, kind: 'monitor_draft', person, schema: storedDraft, now });
}

export interface History<T> {
  /** Oldest first. */
  readonly past: readonly T[];
  readonly present: T;
  /** Next first. */
  readonly future: readonly T[];
  /** Group of the last change; null: the next change starts a new undo step. */
  readonly group: string | null;
}

const MAX_STEPS = 2000;

export function createHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], group: null };
}

/** Returns the same history when nothing changed, so that nothing re-renders. */
export function record<T>(history: History<T>, next: T, group: string | null = null): History<T> {
  if (Object.is(next, history.present)) return history;
  if (group !== null && group === history.group) return { ...history, present: next, future: [] };
  const past = [...history.past, history.present].slice(-MAX_STEPS);
  return { past, present: next, future: [], group };
}

export function endStep<T>(history: History<T>): History<T> {
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

/** Consecutive changes of the same `group` form one undo step. */
export type Dispatch = (action: DraftAction, group?: string | null) => void;

export interface DraftEditor extends SendableDraft {
  readonly draft: Draft;
  readonly dispatch: Dispatch;
  readonly endStep: () => void;
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  readonly discard: () => void;
  readonly save_state: PersistedDraft<Draft>['save_state'];
}

interface DraftSetup {
  readonly drafts: MonitorDrafts;
  /** See `MonitorDrafts`; must not change while mounted. */
  readonly source: string;
  /** Creates the initial draft; called again on discard. */
  readonly createDraft: () => Draft;
  readonly newId: () => string;
}

export function useDraft({ drafts, source, createDraft, newId }: DraftSetup): DraftEditor {
  const [stored] = useState(() => drafts.read(source));
  const [initial, setInitial] = useState(() => stored?.draft ?? createDraft());
  const [history, setHistory] = useState(() => createHistory(initial));
  const [submission, setSubmission] = useState({
    intent_id: stored?.intent_id ?? newId(),
    sent: stored?.sent ?? null,
  });
  const draft = history.present;
  const changed = draft !== initial || submission.sent !== null || stored !== null;
  const value = useMemo(() => ({ ...submission, draft }), [submission, draft]);
  const persisted = usePersistedDraft({
    drafts,
    name: source,
    value,
    changed: draft !== initial,
    stored: stored !== null,
  });
  const writeNow = (next: typeof submission) => {
    setSubmission(next);
    persisted.write({ ...next, draft });
  };

  const { dispatch, ...steps } = useMemo(() => {
    const dispatch: Dispatch = (action, group = null) =>
      setHistory((before) => record(before, reduceDraft(before.present, action), group));
    const step = (next: typeof undo<Draft>) => () => setHistory(next);
    return { dispatch, endStep: step(endStep), undo: step(undo), redo: step(redo) };
  }, []);
  return {
    draft,
    dispatch,
    endStep: steps.endStep,
    undo: history.past.length > 0 ? steps.undo : null,
    redo: history.future.length > 0 ? steps.redo : null,
    discard: () => {
      const next = createDraft();
      persisted.discard();
      setInitial(next);
      setSubmission({ intent_id: newId(), sent: null });
      setHistory((before) => record(before, next));
    },
    save_state: changed ? persisted.save_state : 'unchanged',
    ...submission,
    markSent: (sent) => writeNow({ ...submission, sent }),
    newIntent: () => writeNow({ intent_id: newId(), sent: null }),
    done: persisted.complete,
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
      const result = toCreateRequest(draft);
      return result.ok ? result.request : null;
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
  /** The two rejections of the service that name no field. */
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
