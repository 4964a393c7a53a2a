/** A form on this page: kept on this computer under what it began from, with the key that makes sending it twice safe. */
import { uuid } from '@waypost/contract/common';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { usePerson } from '../api/context.ts';
import { DraftStore, type Kept, usePersistedDraft } from '../ui/draft-store.ts';
import { browserStorage } from '../ui/prefs.ts';
import { useLive } from './context.ts';
import { SENT_STATES, type SendableDraft } from './use-sending.ts';

/** Fields of every draft that is sent. */
export const sendable = z.object({
  /** `Idempotency-Key` of this wish: the same for every try, so that a retry never makes two. */
  intent_id: uuid,
  sent: z.enum(SENT_STATES).nullable(),
});
type Sendable = Readonly<z.output<typeof sendable>>;

export interface SendableDraftSetup<T extends Sendable> {
  /** Kind of draft on this computer: `invitation_draft`. */
  readonly kind: string;
  readonly schema: z.ZodType<T>;
  /** What it begins from; another one is another page. */
  readonly source: string;
  /** As it begins; called again when it is discarded. */
  readonly begin: (sending: Sendable) => T;
  readonly newId: () => string;
  /** False: what was kept is of no use any more. */
  readonly fits?: (stored: T) => boolean;
}

export interface DraftState<T> extends SendableDraft {
  readonly state: T;
  /** The same function at each drawing. */
  readonly change: (next: (before: T) => T) => void;
  /** Back to what it began from. */
  readonly discard: () => void;
  readonly keeping: Kept<T>['keeping'];
}

export function useSendableDraft<T extends Sendable>(setup: SendableDraftSetup<T>): DraftState<T> {
  const { kind, schema, source, begin, newId, fits } = setup;
  const { clock } = useLive();
  const person = usePerson();
  const drafts = useMemo(
    () => new DraftStore<T>({ storage: browserStorage(), kind, person, schema, now: clock.now }),
    [kind, person, schema, clock],
  );
  const fresh = () => begin({ intent_id: newId(), sent: null });
  const [stored] = useState(() => {
    const found = drafts.read(source);
    return found && (fits?.(found) ?? true) ? found : null;
  });
  const [begun, setBegun] = useState(() => stored ?? fresh());
  const [state, setState] = useState(begun);
  const { keeping, write, forget, end } = usePersistedDraft({
    drafts,
    name: source,
    value: state,
    changed: state !== begun,
    stored: stored !== null,
  });
  const writeNow = (sending: Partial<Sendable>) => {
    const next = { ...state, ...sending };
    setState(next);
    write(next);
  };
  return {
    state,
    change: setState,
    intent_id: state.intent_id,
    sent: state.sent,
    markSent: (sent) => writeNow({ sent }),
    newIntent: () => writeNow({ intent_id: newId(), sent: null }),
    done: end,
    discard: () => {
      const next = fresh();
      forget();
      setBegun(next);
      setState(next);
    },
    keeping,
  };
}
