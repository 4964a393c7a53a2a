/** The draft on this page: every change an action, back and forth, kept on this computer under the beginning it came from. */
import { useCallback, useMemo, useReducer, useState } from 'react';
import type { SendableDraft } from '../../../live/use-sending.ts';
import { type Kept, usePersistedDraft } from '../../../ui/use-persisted-draft.ts';
import { change, type Draft, type DraftAction } from './draft.ts';
import { beginHistory, type History, record, redo, settle, undo } from './history.ts';
import type { MonitorDrafts } from './stored.ts';

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
