/** The form on this page: kept on this computer under what it began from, with the key that makes sending twice safe. */
import { uuid } from '@waypost/contract/common';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { usePerson } from '../../api/context.ts';
import { useLive } from '../../live/context.ts';
import { SENT_STATES, type SendableDraft } from '../../live/use-sending.ts';
import { browserStorage, DraftStore } from '../../ui/draft-store.ts';
import { usePersistedDraft } from '../../ui/use-persisted-draft.ts';
import { type InvitationDraft, invitationDraft } from './draft.ts';

const kept = z.object({
  draft: invitationDraft,
  /** `Idempotency-Key` of this wish: the same for every try. */
  intent_id: uuid,
  sent: z.enum(SENT_STATES).nullable(),
});
type Kept = Readonly<z.infer<typeof kept>>;

export interface DraftEditor extends SendableDraft {
  readonly draft: InvitationDraft;
  readonly set: (change: Partial<InvitationDraft>) => void;
  /** Back to what it began from. */
  readonly discard: () => void;
  /** False when this browser keeps nothing. */
  readonly kept: boolean;
}

/** @param source what it begins from; another source is another page */
export function useDraft(source: string, begin: () => InvitationDraft): DraftEditor {
  const { clock } = useLive();
  const person = usePerson();
  const drafts = useMemo(
    () =>
      new DraftStore<Kept>({
        storage: browserStorage(),
        kind: 'invitation_draft',
        person,
        schema: kept,
        now: clock.now,
      }),
    [person, clock],
  );
  const fresh = (): Kept => ({ draft: begin(), intent_id: crypto.randomUUID(), sent: null });
  const [stored] = useState(() => drafts.read(source));
  const [begun, setBegun] = useState(() => stored ?? fresh());
  const [state, setState] = useState(begun);
  const { keeping, write, forget, end } = usePersistedDraft({
    drafts,
    name: source,
    value: state,
    changed: state !== begun,
    stored: stored !== null,
  });
  const writeNow = (change: Partial<Kept>) => {
    const next = { ...state, ...change };
    setState(next);
    write(next);
  };
  return {
    ...state,
    set: (change) => setState((before) => ({ ...before, draft: { ...before.draft, ...change } })),
    markSent: (sent) => writeNow({ sent }),
    newIntent: () => writeNow({ intent_id: crypto.randomUUID(), sent: null }),
    discard: () => {
      const next = fresh();
      forget();
      setBegun(next);
      setState(next);
    },
    kept: keeping !== 'lost',
    done: end,
  };
}
