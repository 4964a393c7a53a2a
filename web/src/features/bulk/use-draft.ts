import { useWindowEvent } from '@mantine/hooks';
import type { BulkKind } from '@waypost/contract/api/bulk';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { useDrafts } from '../../live/form/draft.ts';
import { toast } from '../../ui/toasts.ts';
import { type BulkDraft, bulkDraft, type DraftRow, insertRow, removeRow } from './draft.ts';
import { isSecret } from './fields.ts';

export function withoutSecrets(draft: BulkDraft): BulkDraft {
  const secret = draft.columns.map(({ field, head }) => isSecret(field, head));
  if (!secret.includes(true)) return draft;
  const withoutSecret = (cells: readonly string[]) => cells.map((cell, at) => (secret[at] ? '' : cell));
  const rows = draft.rows.map((row) => ({ ...row, cells: withoutSecret(row.cells) }));
  const lost = draft.rows.some(({ cells }) => cells.some((cell, at) => secret[at] && cell !== ''));
  return { ...draft, above: draft.above.map(withoutSecret), rows, secrets_lost: draft.secrets_lost || lost };
}

/** Drafts by kind, stored without passwords. */
export const useBulkDrafts = () => useDrafts('bulk_draft', bulkDraft, 'computer', withoutSecrets);

const pastedText = z.string();
const NOTHING = () => '';

/** Text by kind that is not read as rows yet. That of users may have passwords, so it is not stored. */
export const usePastedText = (kind: BulkKind) =>
  useDrafts('bulk_paste', pastedText, 'tab', kind === 'user' ? NOTHING : undefined);

export type DraftEditor = ReturnType<typeof useDraft>;

export function useDraft(kind: BulkKind) {
  const drafts = useBulkDrafts();
  /** In a ref, because an undo outlives the render that offered it. */
  const before_emptied = useRef<BulkDraft | null>(null);
  const [epoch, setEpoch] = useState(0);
  const replace = (next: BulkDraft | null, emptied: BulkDraft | null = null) => {
    if (next) drafts.put(kind, next);
    else drafts.remove(kind);
    before_emptied.current = emptied;
    setEpoch((before) => before + 1);
  };
  // What another tab has sent must not be sent again here.
  useWindowEvent('storage', ({ key }) => {
    if (!drafts.follow(kind, key)) return;
    setEpoch((before) => before + 1);
    if (!drafts.read(kind)) toast({ title: 'These rows were sent or discarded in another tab' });
  });
  const change = (next: (draft: BulkDraft) => BulkDraft) => {
    const draft = drafts.read(kind);
    if (draft) drafts.put(kind, next(draft));
  };
  return {
    /** Null: no file yet. */
    draft: drafts.read(kind),
    /** Incremented when the rows are replaced or change their meaning, not when a cell changes. */
    epoch,
    change,
    replace: (next: BulkDraft | null) => replace(next),
    remove: (id: number) => {
      const draft = drafts.read(kind);
      if (draft && removeRow(draft, id).rows.length === 0) replace(null, draft);
      else change((before) => removeRow(before, id));
    },
    /** Restores a removed row unless another file has been loaded. */
    restoreRow: (row: DraftRow) => {
      const draft = drafts.read(kind);
      const to = draft ?? (before_emptied.current && { ...before_emptied.current, rows: [] });
      if (to === null || row.cells.length !== to.columns.length) return;
      if (draft) change((before) => insertRow(before, row));
      else replace(insertRow(to, row));
    },
    /** False when the browser cannot store the draft. */
    is_stored: drafts.state(kind) !== 'unavailable',
    /** Writes immediately, so that a send survives a crash of the page. */
    writeNow: (next: BulkDraft) => void drafts.write(kind, next),
  };
}
