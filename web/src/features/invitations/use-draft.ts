/** The form on this page, kept on this computer. */
import type { z } from 'zod';
import type { SendableDraft } from '../../live/sending.ts';
import { sendable, useSendableDraft } from '../../live/sending.ts';
import { type InvitationDraft, invitationDraft } from './draft.ts';

const kept = sendable.extend({ draft: invitationDraft });
type Kept = Readonly<z.infer<typeof kept>>;

export interface DraftEditor extends SendableDraft {
  readonly draft: InvitationDraft;
  readonly set: (change: Partial<InvitationDraft>) => void;
  /** Back to what it began from. */
  readonly discard: () => void;
  /** False when this browser keeps nothing. */
  readonly kept: boolean;
}

const newId = () => crypto.randomUUID();

/** @param source what it begins from; another source is another page */
export function useDraft(source: string, begin: () => InvitationDraft): DraftEditor {
  const { state, change, keeping, ...editor } = useSendableDraft<Kept>({
    kind: 'invitation_draft',
    schema: kept,
    source,
    begin: (sending) => ({ ...sending, draft: begin() }),
    newId,
  });
  return {
    ...editor,
    draft: state.draft,
    set: (fields) => change((before) => ({ ...before, draft: { ...before.draft, ...fields } })),
    kept: keeping !== 'lost',
  };
}
