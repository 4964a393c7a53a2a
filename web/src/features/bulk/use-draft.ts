/** The draft on this page, kept on this computer as it changes. */
import type { BulkKind } from '@waypost/contract/api/bulk';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { type BulkDraft, type DraftRow, putRow, removeRow } from './draft.ts';
import type { BulkDrafts } from './stored.ts';

/** Typing must not wait for the disk. */
const WRITE_AFTER_MS = 400;

export interface DraftEditor {
  /** Null: no file yet. */
  readonly draft: BulkDraft | null;
  /** Grows when the rows are other rows, or mean something else: not when a cell changes. */
  readonly epoch: number;
  readonly change: (next: (draft: BulkDraft) => BulkDraft) => void;
  /** Without its last row there is no draft. */
  readonly remove: (id: number) => void;
  /** Puts a row that was removed back in its place, unless another file has come meanwhile. */
  readonly putBack: (row: DraftRow) => void;
  /** Another file, other columns or defaults, or (null) none any more. */
  readonly replace: (draft: BulkDraft | null) => void;
  /** Written at once: what is being sent must be known after a crash of the page. */
  readonly writeNow: (draft: BulkDraft) => void;
  /** False: this browser keeps nothing of it. */
  readonly kept: boolean;
}

interface State {
  readonly draft: BulkDraft | null;
  /** The draft as it was before its last row was removed. */
  readonly emptied: BulkDraft | null;
  readonly epoch: number;
}

export function useDraft(drafts: BulkDrafts, kind: BulkKind): DraftEditor {
  const [state, setState] = useState<State>(() => ({
    draft: drafts.read(kind)?.value ?? null,
    emptied: null,
    epoch: 0,
  }));
  const [written, setWritten] = useState(state.draft);
  const [kept, setKept] = useState(true);
  const { draft, epoch } = state;

  const write = useEffectEvent(() => {
    if (draft === written) return;
    setWritten(draft);
    if (draft) setKept(drafts.write(draft));
    else drafts.remove(kind);
  });
  useEffect(() => {
    if (draft === written) return;
    const timer = setTimeout(() => write(), WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, written]);
  useEffect(() => {
    const leave = () => write();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  const change = useCallback((next: (draft: BulkDraft) => BulkDraft) => {
    setState((before) => (before.draft ? { ...before, draft: next(before.draft) } : before));
  }, []);
  const replace = useCallback((next: BulkDraft | null) => {
    setState(({ epoch }) => ({ draft: next, emptied: null, epoch: epoch + 1 }));
  }, []);
  const remove = useCallback((id: number) => {
    setState((before) => {
      if (!before.draft) return before;
      const left = removeRow(before.draft, id);
      return left.rows.length > 0
        ? { ...before, draft: left }
        : { draft: null, emptied: before.draft, epoch: before.epoch + 1 };
    });
  }, []);
  const putBack = useCallback((row: DraftRow) => {
    setState((before) => {
      const { draft, emptied, epoch } = before;
      const to = draft ?? (emptied && { ...emptied, rows: [] });
      if (to === null || row.cells.length !== to.columns.length) return before;
      return { draft: putRow(to, row), emptied: null, epoch: draft ? epoch : epoch + 1 };
    });
  }, []);
  return {
    draft,
    epoch,
    change,
    remove,
    putBack,
    replace,
    kept,
    writeNow: (next) => setKept(drafts.write(next)),
  };
}
