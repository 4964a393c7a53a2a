/** The draft on this page, kept on this computer as it changes. */
import type { BulkKind } from '@waypost/contract/api/bulk';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { BulkDraft } from './draft.ts';
import type { BulkShelf } from './stored.ts';

/** Typing must not wait for the disk. */
const WRITE_AFTER_MS = 400;

export interface DraftEditor {
  /** Null: no file yet. */
  readonly draft: BulkDraft | null;
  /** Grows when the rows are other rows, or mean something else: not when a cell changes. */
  readonly epoch: number;
  readonly change: (next: (draft: BulkDraft) => BulkDraft) => void;
  /** Another file, other columns or defaults, or (null) none any more. */
  readonly replace: (draft: BulkDraft | null) => void;
  /** Written at once: what is being sent must be known after a crash of the page. */
  readonly writeNow: (draft: BulkDraft) => void;
  /** False: this browser keeps nothing of it. */
  readonly kept: boolean;
}

export function useDraft(shelf: BulkShelf, kind: BulkKind): DraftEditor {
  const [state, setState] = useState(() => ({ draft: shelf.read(kind)?.value ?? null, epoch: 0 }));
  const [written, setWritten] = useState(state.draft);
  const [kept, setKept] = useState(true);
  const { draft, epoch } = state;

  const write = useEffectEvent(() => {
    if (draft === written) return;
    setWritten(draft);
    if (draft) setKept(shelf.write(draft));
    else shelf.remove(kind);
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
    setState(({ epoch }) => ({ draft: next, epoch: epoch + 1 }));
  }, []);
  return {
    ...{ draft, epoch, change, replace, kept },
    writeNow: (next) => setKept(shelf.write(next)),
  };
}
