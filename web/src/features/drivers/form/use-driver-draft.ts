/** The draft on this page, kept on this computer under the beginning it came from; the password is kept in this page only. */

import { uuid } from '@waypost/contract/common';
import { useCallback, useState } from 'react';
import { z } from 'zod';
import { SENT_STATES, type SendableDraft } from '../../../live/use-sending.ts';
import type { DraftStore } from '../../../ui/draft-store.ts';
import { type Kept, usePersistedDraft } from '../../../ui/use-persisted-draft.ts';
import type { DriverDraft } from './draft.ts';
import { DRAFT_FIELDS, type DraftField } from './fields.ts';

const fields = z.object(Object.fromEntries(DRAFT_FIELDS.map((name) => [name, z.string()])));

/** A draft as it is kept on this computer: with the key that makes sending twice safe, without the password. */
export const keptDraft = z.object({
  /** `Idempotency-Key` of this wish: the same for every try, so that a retry never makes two. */
  intent_id: uuid,
  sent: z.enum(SENT_STATES).nullable(),
  /** True when a password stood in the form. */
  with_password: z.boolean(),
  /** Written at once, with the answer. */
  is_sync: z.boolean(),
  draft: fields as unknown as z.ZodType<DriverDraft>,
});
export type KeptDraft = z.output<typeof keptDraft>;

export interface DraftSetup {
  readonly drafts: DraftStore<KeptDraft>;
  /** `blank`, `at:{connection_id}`, `from:{operation_id}`; another one is another page. */
  readonly source: string;
  /** What it begins from; called again when the draft is discarded. */
  readonly begin: () => DriverDraft;
  readonly newId: () => string;
}

export interface DriverEditor extends SendableDraft {
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
  readonly discard: () => void;
  readonly keeping: Kept<KeptDraft>['keeping'];
}

export function useDriverDraft({ drafts, source, begin, newId }: DraftSetup): DriverEditor {
  const fresh = (): KeptDraft => ({
    intent_id: newId(),
    sent: null,
    with_password: false,
    is_sync: false,
    draft: begin(),
  });
  const [stored] = useState(() => drafts.read(source));
  const [begun, setBegun] = useState(() => stored ?? fresh());
  const [now, setNow] = useState(begun);
  const [password, setPassword] = useState('');
  const { keeping, write, forget, end } = usePersistedDraft({
    drafts,
    name: source,
    value: now,
    changed: now !== begun,
    stored: stored !== null,
  });
  const writeNow = (change: Partial<KeptDraft>) => {
    const next = { ...now, ...change };
    setNow(next);
    write(next);
  };
  // From the draft of before: two fields may change at once when the browser fills them.
  const set = useCallback(
    (field: DraftField, text: string) =>
      setNow((before) => ({ ...before, draft: { ...before.draft, [field]: text } })),
    [],
  );
  return {
    draft: now.draft,
    set,
    password,
    setPassword: (text) => {
      setPassword(text);
      setNow((before) => ({ ...before, with_password: text !== '' }));
    },
    password_lost: now.with_password && password === '',
    sendNone: () => setNow((before) => ({ ...before, with_password: false })),
    is_sync: now.is_sync,
    setSync: (is_sync) => setNow((before) => ({ ...before, is_sync })),
    discard: () => {
      const next = fresh();
      forget();
      setBegun(next);
      setNow(next);
      setPassword('');
    },
    keeping,
    intent_id: now.intent_id,
    sent: now.sent,
    markSent: (sent) => writeNow({ sent }),
    newIntent: () => writeNow({ intent_id: newId(), sent: null }),
    done: end,
  };
}
