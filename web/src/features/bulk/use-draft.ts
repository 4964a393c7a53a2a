/** The draft on this page, kept on this computer as it changes. */

import { useWindowEvent } from '@mantine/hooks';
import type { BulkKind } from '@waypost/contract/api/bulk';
import { useEffect, useEffectEvent, useState } from 'react';
import { type DraftStorage, DraftStore, type StoredDraft } from '../../ui/draft-store.ts';
import { browserStorage } from '../../ui/prefs.ts';
import { type BulkDraft, bulkDraft, type DraftRow, putRow, removeRow } from './draft.ts';
import { isSecret } from './fields.ts';

/** The draft without any password; and whether it has lost one by that. */
export function withoutSecrets(draft: BulkDraft): BulkDraft {
  const secret = draft.columns.map(({ field, head }) => isSecret(field, head));
  if (!secret.includes(true)) return draft;
  const rows = draft.rows.map(({ id, cells }) => ({
    id,
    cells: cells.map((cell, at) => (secret[at] ? '' : cell)),
  }));
  const lost = draft.rows.some(({ cells }) => cells.some((cell, at) => secret[at] && cell !== ''));
  return { ...draft, rows, secrets_lost: draft.secrets_lost || lost };
}

/**
 * Drafts of jobs on this computer, one for each person and kind: they survive a reload, a sign-in and an error. Passwords are never
 * written: their cells are kept empty.
 */
export class BulkDrafts {
  readonly #drafts: DraftStore<BulkDraft>;

  /** @param person subject of the session: people who share a computer do not share drafts */
  constructor(person: string, now: () => number, storage: DraftStorage | null = browserStorage()) {
    this.#drafts = new DraftStore({ storage, kind: 'bulk_draft', person, schema: bulkDraft, now });
  }

  read(kind: BulkKind): StoredDraft<BulkDraft> | null {
    return this.#drafts.entry(kind);
  }

  /** False when this browser does not keep it: the page then must not say that it does. */
  write(draft: BulkDraft): boolean {
    return this.#drafts.write(draft.kind, withoutSecrets(draft));
  }

  remove(kind: BulkKind): void {
    this.#drafts.remove(kind);
  }
}

/** Typing must not wait for the disk. */
const WRITE_AFTER_MS = 400;

export type DraftEditor = ReturnType<typeof useDraft>;

interface State {
  readonly draft: BulkDraft | null;
  /** The draft as it was before its last row was removed. */
  readonly emptied: BulkDraft | null;
  readonly epoch: number;
}

export function useDraft(drafts: BulkDrafts, kind: BulkKind) {
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
  useWindowEvent('pagehide', () => write());
  useEffect(() => () => write(), []);

  return {
    /** Null: no file yet. */
    draft,
    /** Grows when the rows are other rows, or mean something else: not when a cell changes. */
    epoch,
    change: (next: (draft: BulkDraft) => BulkDraft) =>
      setState((before) => (before.draft ? { ...before, draft: next(before.draft) } : before)),
    /** Another file, other columns or defaults, or (null) none any more. */
    replace: (next: BulkDraft | null) =>
      setState(({ epoch }) => ({ draft: next, emptied: null, epoch: epoch + 1 })),
    /** Without its last row there is no draft. */
    remove: (id: number) =>
      setState((before) => {
        if (!before.draft) return before;
        const left = removeRow(before.draft, id);
        return left.rows.length > 0
          ? { ...before, draft: left }
          : { draft: null, emptied: before.draft, epoch: before.epoch + 1 };
      }),
    /** Puts a row that was removed back in its place, unless another file has come meanwhile. */
    putBack: (row: DraftRow) =>
      setState((before) => {
        const { draft, emptied, epoch } = before;
        const to = draft ?? (emptied && { ...emptied, rows: [] });
        if (to === null || row.cells.length !== to.columns.length) return before;
        return { draft: putRow(to, row), emptied: null, epoch: draft ? epoch : epoch + 1 };
      }),
    /** False: this browser keeps nothing of it. */
    kept,
    /** Written at once: what is being sent must be known after a crash of the page. */
    writeNow: (next: BulkDraft) => setKept(drafts.write(next)),
  };
}
