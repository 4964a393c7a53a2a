import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useFormDraft, useFormDrafts } from '../../../live/form/draft.ts';
import type { SendWords } from '../../../live/form/parts.tsx';
import { type Draft, type DraftAction, draftSchema, reduceDraft } from './draft.ts';

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

interface DraftSetup {
  /** `blank`, `load:{load_id}`, `copy:{id}`, `follow:{id}`: each has its own draft, stored on this computer. Must not change while mounted. */
  readonly source: string;
  /** Creates the initial draft; called again on discard. */
  readonly createDraft: () => Draft;
  readonly newId: () => string;
}

export type BuilderDraft = ReturnType<typeof useDraft>;

export function useDraft({ source, createDraft, newId }: DraftSetup) {
  const editor = useFormDraft<Draft>({
    drafts: useFormDrafts('monitor_draft', draftSchema, 'computer'),
    name: source,
    initial: createDraft,
    newId,
  });
  const { values: draft, change } = editor;
  const [history, setHistory] = useState(() => createHistory(draft));
  const { dispatch, endGroup } = useMemo(() => {
    const dispatch: Dispatch = (action, group = null) =>
      change((present) => {
        const next = reduceDraft(present, action);
        setHistory((before) => record({ ...before, present }, next, group));
        return next;
      });
    return { dispatch, endGroup: () => setHistory(endStep) };
  }, [change]);
  const step = (to: typeof undo<Draft>) => () =>
    change((present) => {
      const next = to({ ...history, present });
      setHistory(next);
      return next.present;
    });
  return {
    ...editor,
    draft,
    dispatch,
    endStep: endGroup,
    undo: history.past.length > 0 ? step(undo) : null,
    redo: history.future.length > 0 ? step(redo) : null,
    /** Can be undone. */
    discard: () => {
      setHistory((before) => record({ ...before, present: draft }, { ...draft }));
      editor.discard();
    },
  };
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
