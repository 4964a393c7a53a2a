import { useWindowEvent } from '@mantine/hooks';
import type { BulkKind } from '@waypost/contract/api/bulk';
import { useEffect, useEffectEvent, useState } from 'react';
import { type DraftStorage, DraftStore, type StoredDraft } from '../../ui/draft-store.ts';
import { browserStorage } from '../../ui/prefs.ts';
import { type BulkDraft, bulkDraft, type DraftRow, insertRow, removeRow } from './draft.ts';
import { isSecret } from './fields.ts';

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
 * Stored drafts, one per person and kind. They survive a reload, a sign-in and an error. Passwords are never stored; their cells are empty.
 */
export class BulkDrafts {
  readonly #drafts: DraftStore<BulkDraft>;

  /** @param person subject of the session, so that people who share a computer do not share drafts */
  constructor(person: string, now: () => number, storage: DraftStorage | null = browserStorage()) {
    this.#drafts = new DraftStore({ storage, kind: 'bulk_draft', person, schema: bulkDraft, now });
  }

  read(kind: BulkKind): StoredDraft<BulkDraft> | null {
    return this.#drafts.all().get(kind) ?? null;
  }

  /** @returns false when the browser cannot store it */
  write(draft: BulkDraft): boolean {
    return this.#drafts.write(draft.kind, withoutSecrets(draft));
  }

  remove(kind: BulkKind): void {
    this.#drafts.remove(kind);
  }
}

/** Debounces writes, which would slow down typing. */
const WRITE_AFTER_MS = 400;

export type DraftEditor = ReturnType<typeof useDraft>;

interface State {
  readonly draft: BulkDraft | null;
  readonly before_emptied: BulkDraft | null;
  readonly epoch: number;
}

export function useDraft(drafts: BulkDrafts, kind: BulkKind) {
  const [state, setState] = useState<State>(() => ({
    draft: drafts.read(kind)?.value ?? null,
    before_emptied: null,
    epoch: 0,
  }));
  const [written, setWritten] = useState(state.draft);
  const [is_stored, setIsStored] = useState(true);
  const { draft, epoch } = state;

  const write = useEffectEvent(() => {
    if (draft === written) return;
    setWritten(draft);
    if (draft) setIsStored(drafts.write(draft));
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
    /** Incremented when the rows are replaced or change their meaning, not when a cell changes. */
    epoch,
    change: (next: (draft: BulkDraft) => BulkDraft) =>
      setState((before) => (before.draft ? { ...before, draft: next(before.draft) } : before)),
    replace: (next: BulkDraft | null) =>
      setState(({ epoch }) => ({ draft: next, before_emptied: null, epoch: epoch + 1 })),
    remove: (id: number) =>
      setState((before) => {
        if (!before.draft) return before;
        const left = removeRow(before.draft, id);
        return left.rows.length > 0
          ? { ...before, draft: left }
          : { draft: null, before_emptied: before.draft, epoch: before.epoch + 1 };
      }),
    /** Restores a removed row unless another file has been loaded. */
    restoreRow: (row: DraftRow) =>
      setState((before) => {
        const { draft, before_emptied, epoch } = before;
        const to = draft ?? (before_emptied && { ...before_emptied, rows: [] });
        if (to === null || row.cells.length !== to.columns.length) return before;
        return { draft: insertRow(to, row), before_emptied: null, epoch: draft ? epoch : epoch + 1 };
      }),
    /** False when the browser cannot store the draft. */
    is_stored,
    /** Writes immediately, so that a send survives a crash of the page. */
    writeNow: (next: BulkDraft) => setIsStored(drafts.write(next)),
  };
}
