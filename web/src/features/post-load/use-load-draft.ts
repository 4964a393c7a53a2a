/** The form on this page, kept on this computer under the load that it corrects. */
import { useCallback } from 'react';
import { z } from 'zod';
import { type DraftState, sendable, useSendableDraft } from '../../live/sending.ts';
import { change, type DraftAction, type LoadDraft, loadDraft } from './draft.ts';

const kept = sendable.extend({
  draft: loadDraft,
  /** As it began: what a correction changes is the difference. */
  begun: loadDraft,
  /** Of what was sent before. */
  version: z.number(),
});
type Kept = Readonly<z.infer<typeof kept>>;

export interface DraftEditor extends Omit<DraftState<Kept>, 'state' | 'change'> {
  readonly draft: LoadDraft;
  readonly begun: LoadDraft;
  readonly act: (action: DraftAction) => void;
}

export interface DraftSetup {
  /** `new`, or the load that is corrected. */
  readonly source: string;
  /** Version of what was sent; a draft that began from another one is let go, since its difference is. */
  readonly version: number;
  readonly begin: () => LoadDraft;
  readonly newId: () => string;
}

export function useLoadDraft({ source, version, begin, newId }: DraftSetup): DraftEditor {
  const {
    state,
    change: set,
    ...editor
  } = useSendableDraft<Kept>({
    kind: 'load_draft',
    schema: kept,
    source,
    begin: (sending) => {
      const draft = begin();
      return { ...sending, draft, begun: draft, version };
    },
    newId,
    fits: (stored) => stored.version === version,
  });
  const act = useCallback(
    (action: DraftAction) => set((before) => ({ ...before, draft: change(before.draft, action) })),
    [set],
  );
  return { ...editor, draft: state.draft, begun: state.begun, act };
}
