/** The draft on this page, kept on this computer under the beginning it came from; the password is kept in this page only. */
import { useCallback, useState } from 'react';
import type { SendableDraft } from '../../../live/use-sending.ts';
import type { DraftStore } from '../../../ui/draft-store.ts';
import { type Kept, usePersistedDraft } from '../../../ui/use-persisted-draft.ts';
import type { DriverDraft } from './draft.ts';
import type { DraftField } from './fields.ts';
import type { KeptDraft } from './kept.ts';

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
