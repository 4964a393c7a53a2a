/** The form on this page: kept on this computer under the load that it corrects, with the key that makes sending twice safe. */
import { uuid } from '@waypost/contract/common';
import { useCallback, useMemo, useState } from 'react';
import { z } from 'zod';
import { usePerson } from '../../api/context.ts';
import { useLive } from '../../live/context.ts';
import { SENT_STATES, type SendableDraft } from '../../live/use-sending.ts';
import { browserStorage, DraftStore } from '../../ui/draft-store.ts';
import { type Kept as Keeping, usePersistedDraft } from '../../ui/use-persisted-draft.ts';
import { change, type DraftAction, type LoadDraft, loadDraft } from './draft.ts';

const kept = z.object({
  draft: loadDraft,
  /** As it began: what a correction changes is the difference. */
  begun: loadDraft,
  /** Of what was sent before. */
  version: z.number(),
  /** `Idempotency-Key` of this wish: the same for every try. */
  intent_id: uuid,
  sent: z.enum(SENT_STATES).nullable(),
});
type Kept = Readonly<z.infer<typeof kept>>;

export interface DraftEditor extends SendableDraft {
  readonly draft: LoadDraft;
  readonly begun: LoadDraft;
  readonly act: (action: DraftAction) => void;
  /** Back to what it begins from now. */
  readonly discard: () => void;
  readonly keeping: Keeping<Kept>['keeping'];
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
  const { clock } = useLive();
  const person = usePerson();
  const drafts = useMemo(
    () =>
      new DraftStore<Kept>({
        storage: browserStorage(),
        kind: 'load_draft',
        person,
        schema: kept,
        now: clock.now,
      }),
    [person, clock],
  );
  const fresh = (): Kept => {
    const draft = begin();
    return { draft, begun: draft, version, intent_id: newId(), sent: null };
  };
  const [stored] = useState(() => {
    const found = drafts.read(source);
    return found?.version === version ? found : null;
  });
  const [first, setFirst] = useState(() => stored ?? fresh());
  const [state, setState] = useState(first);
  const { keeping, write, forget, end } = usePersistedDraft({
    drafts,
    name: source,
    value: state,
    changed: state !== first,
    stored: stored !== null,
  });
  const writeNow = (now: Partial<Kept>) => {
    const next = { ...state, ...now };
    setState(next);
    write(next);
  };
  const act = useCallback(
    (action: DraftAction) => setState((before) => ({ ...before, draft: change(before.draft, action) })),
    [],
  );
  return {
    draft: state.draft,
    begun: state.begun,
    intent_id: state.intent_id,
    sent: state.sent,
    act,
    markSent: (sent) => writeNow({ sent }),
    newIntent: () => writeNow({ intent_id: newId(), sent: null }),
    discard: () => {
      const next = fresh();
      forget();
      setFirst(next);
      setState(next);
    },
    keeping,
    done: end,
  };
}
