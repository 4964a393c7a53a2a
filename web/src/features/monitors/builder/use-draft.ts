/** The draft on this page: every change an action, back and forth, kept on this computer under the beginning it came from. */
import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react';
import { change, type Draft, type DraftAction } from './draft.ts';
import { beginHistory, type History, record, redo, settle, undo } from './history.ts';
import type { DraftShelf, SentState } from './stored.ts';

/** `group`: changes of one group that follow each other are one step back. */
export type Act = (action: DraftAction, group?: string) => void;

export interface DraftEditor {
  readonly draft: Draft;
  readonly act: Act;
  /** The field was left or the drag has ended: what comes next is a step of its own. */
  readonly settle: () => void;
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  /** Back to what it began from; a step like others, so it can be undone. */
  readonly discard: () => void;
  /** `fresh`: as it began; `kept`: on this computer; `lost`: this browser keeps nothing. */
  readonly keeping: 'fresh' | 'kept' | 'lost';
  readonly intent_id: string;
  readonly sent: SentState | null;
  /** Written at once: what is being sent must be known after a crash of the page. */
  readonly markSent: (sent: SentState | null) => void;
  /** A wish of its own from now on. */
  readonly newIntent: () => void;
  /** It has become a monitor: nothing is kept any more. */
  readonly done: () => void;
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
  readonly shelf: DraftShelf;
  /** See DraftShelf; another source is another page. */
  readonly source: string;
  /** What it begins from; called again when the draft is discarded. */
  readonly begin: () => Draft;
  readonly newId: () => string;
}

/** Typing must not wait for the disk. */
const WRITE_AFTER_MS = 250;

export function useDraft({ shelf, source, begin, newId }: DraftSetup): DraftEditor {
  const [stored] = useState(() => shelf.read(source));
  const [begun, setBegun] = useState(() => stored?.draft ?? begin());
  const [history, dispatch] = useReducer(reduce, begun, beginHistory<Draft>);
  const [wish, setWish] = useState({
    intent_id: stored?.intent_id ?? newId(),
    sent: stored?.sent ?? null,
  });
  const [written, setWritten] = useState<boolean | null>(stored ? true : null);
  const over = useRef(false);
  const draft = history.present;
  const changed = draft !== begun || wish.sent !== null || stored !== null;

  const write = useEffectEvent((with_wish = wish) => {
    if (!over.current) setWritten(shelf.write(source, { ...with_wish, draft }));
  });
  useEffect(() => {
    if (draft === begun) return;
    const timer = setTimeout(() => write(), WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, begun]);
  const leave = useEffectEvent(() => {
    if (draft !== begun && !over.current) shelf.write(source, { ...wish, draft });
  });
  useEffect(() => {
    shelf.sweep();
    const listener = () => leave();
    window.addEventListener('pagehide', listener);
    return () => {
      window.removeEventListener('pagehide', listener);
      leave();
    };
  }, [shelf]);

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
      shelf.remove(source);
      setBegun(next);
      setWish({ intent_id: newId(), sent: null });
      setWritten(null);
      dispatch({ do: 'replace', draft: next });
    },
    keeping: !changed || written === null ? 'fresh' : written ? 'kept' : 'lost',
    ...wish,
    markSent: (sent) => {
      const next = { ...wish, sent };
      setWish(next);
      if (!over.current) setWritten(shelf.write(source, { ...next, draft }));
    },
    newIntent: () => {
      const next = { intent_id: newId(), sent: null };
      setWish(next);
      setWritten(shelf.write(source, { ...next, draft }));
    },
    done: () => {
      over.current = true;
      shelf.remove(source);
    },
  };
}
