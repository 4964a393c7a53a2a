/** The draft on this page, kept on this computer under the beginning it came from; the password is kept in this page only. */

import { useCallback, useState } from 'react';
import { z } from 'zod';
import { type DraftState, sendable, useSendableDraft } from '../../../live/sending.ts';
import type { DriverDraft } from './draft.ts';
import { DRAFT_FIELDS, type DraftField } from './fields.ts';

const fields = z.object(Object.fromEntries(DRAFT_FIELDS.map((name) => [name, z.string()])));

/** A draft as it is kept on this computer: with the key that makes sending twice safe, without the password. */
const keptDraft = sendable.extend({
  /** True when a password stood in the form. */
  with_password: z.boolean(),
  /** Written at once, with the answer. */
  is_sync: z.boolean(),
  draft: fields as unknown as z.ZodType<DriverDraft>,
});
type KeptDraft = Readonly<z.output<typeof keptDraft>>;

export interface DraftSetup {
  /** `blank`, `at:{connection_id}`, `from:{operation_id}`; another one is another page. */
  readonly source: string;
  /** What it begins from; called again when the draft is discarded. */
  readonly begin: () => DriverDraft;
  readonly newId: () => string;
}

export interface DriverEditor extends Omit<DraftState<KeptDraft>, 'state' | 'change'> {
  readonly draft: DriverDraft;
  /** The same function at each drawing. */
  readonly set: (field: DraftField, text: string) => void;
  readonly password: string;
  readonly setPassword: (password: string) => void;
  /** One was typed, and a reload has taken it. */
  readonly password_lost: boolean;
  /** The user is to be created without one. */
  readonly sendNone: () => void;
  readonly is_sync: boolean;
  readonly setSync: (is_sync: boolean) => void;
}

export function useDriverDraft({ source, begin, newId }: DraftSetup): DriverEditor {
  const { state, change, ...editor } = useSendableDraft<KeptDraft>({
    kind: 'driver_draft',
    schema: keptDraft,
    source,
    begin: (sending) => ({ ...sending, with_password: false, is_sync: false, draft: begin() }),
    newId,
  });
  const [password, setPassword] = useState('');
  const { draft, is_sync, with_password } = state;
  // From the draft of before: two fields may change at once when the browser fills them.
  const set = useCallback(
    (field: DraftField, text: string) =>
      change((before) => ({ ...before, draft: { ...before.draft, [field]: text } })),
    [change],
  );
  return {
    ...editor,
    draft,
    set,
    password,
    setPassword: (text) => {
      setPassword(text);
      change((before) => ({ ...before, with_password: text !== '' }));
    },
    password_lost: with_password && password === '',
    sendNone: () => change((before) => ({ ...before, with_password: false })),
    is_sync,
    setSync: (sync) => change((before) => ({ ...before, is_sync: sync })),
    discard: () => {
      editor.discard();
      setPassword('');
    },
  };
}
