/**
 * Sending a draft: once, however often it is tried, since every try carries the draft's own key (rule 25). What comes back lands where it
 * belongs: on its field, as a sentence, as a countdown that sends when it is over, or as "nobody knows yet".
 */
import { INTENT_HEADER, type Intent } from '@waypost/contract/api/intents';
import { uuid } from '@waypost/contract/common';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { z } from 'zod';
import { usePerson } from '../api/context.ts';
import { asProblem, type Problem } from '../api/problem.ts';
import { DraftStore, type Kept, usePersistedDraft } from '../ui/draft-store.ts';
import { browserStorage } from '../ui/prefs.ts';
import { useLive } from './context.ts';

/** How the last sending ended, when nobody knows: `sending` was cut off, `no_answer` lost its answer, `unknown` is the server's word. */
const SENT_STATES = ['sending', 'no_answer', 'unknown'] as const;
export type SentState = (typeof SENT_STATES)[number];

/** What sending needs of a draft that is kept on this computer. */
export interface SendableDraft {
  readonly intent_id: string;
  readonly sent: SentState | null;
  /** Written at once: what is being sent must be known after a crash of the page. */
  readonly markSent: (sent: SentState | null) => void;
  /** A wish of its own from now on. */
  readonly newIntent: () => void;
  /** It has become what it was a draft of: nothing is kept any more. */
  readonly done: () => void;
}

interface FieldRefusal<Field> {
  readonly field: Field;
  readonly message: string;
  /** What stood there: a change of it takes the words away. */
  readonly text: string;
}

export type Sending<Field = string, How = unknown> =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending' }
  /** The service asked all of us to wait: sent by itself at `until` (the server's clock, milliseconds). */
  | { readonly phase: 'waiting'; readonly until: number; readonly problem: Problem; readonly how: How }
  | { readonly phase: 'refused'; readonly problem: Problem; readonly fields: readonly FieldRefusal<Field>[] }
  /** This key was used for something else before. */
  | { readonly phase: 'sent_before'; readonly problem: Problem }
  /** No answer: it may have arrived. Trying again is safe. */
  | { readonly phase: 'no_answer'; readonly problem: Problem }
  /** The server's own word: nobody knows. Trying again asks what became of it. */
  | { readonly phase: 'unknown'; readonly message: string | null };

interface Answer {
  readonly intent: Pick<Intent, 'state' | 'message'>;
}

interface SendingSetup<Field, How, Body, A extends Answer> {
  readonly draft: SendableDraft;
  /** Made when it is sent; null: the draft has errors, nothing is sent. */
  readonly body: () => Body | null;
  /** One try; `headers` carry the key. Rejects with a Problem. */
  readonly call: (body: Body, headers: Readonly<Record<string, string>>, how: How) => Promise<A>;
  /** The field that a path in a 422 means; null: none of the form. */
  readonly fieldOf: (path: string) => Field | null;
  readonly textOf: (field: Field) => string;
  /** It is there. The form is over: no second sending begins. */
  readonly onDone: (answer: A) => void;
  /** Nobody knows whether it is there, with the server's sentence. */
  readonly onUnknown?: (message: string | null) => void;
}

export interface Submit<Field = string, How = unknown> {
  readonly sending: Sending<Field, How>;
  readonly cancel: () => void;
  /** The next sending is a wish of its own. */
  readonly asNew: () => void;
}

/** @template How what the person chose beside the draft (copy the link as well); it survives a countdown */
export function useSending<Field extends string, Body, A extends Answer, How = void>(
  setup: SendingSetup<Field, How, Body, A>,
): Submit<Field, How> & { readonly send: (how: How) => void } {
  const { draft, body, call, onDone, onUnknown } = setup;
  const { clock } = useLive();
  const [sending, setSending] = useState<Sending<Field, How>>(
    draft.sent === 'unknown' ? { phase: 'unknown', message: null } : { phase: 'idle' },
  );
  const end = (next: Sending<Field, How>, sent: SentState | null) => {
    draft.markSent(sent);
    setSending(next);
  };

  const send = async (how: How) => {
    const made = body();
    if (made === null || sending.phase === 'sending') return;
    end({ phase: 'sending' }, 'sending');
    let answer: A;
    try {
      answer = await call(made, { [INTENT_HEADER]: draft.intent_id }, how);
    } catch (error) {
      const next = failed(asProblem(error), clock.now(), how, setup);
      end(next, next.phase === 'no_answer' || next.phase === 'sent_before' ? 'no_answer' : null);
      return;
    }
    const { state, message } = answer.intent;
    if (state === 'done') {
      draft.done();
      onDone(answer);
    } else {
      end({ phase: 'unknown', message }, 'unknown');
      onUnknown?.(message);
    }
  };

  const again = useEffectEvent((how: How) => void send(how));
  const wait = sending.phase === 'waiting' ? sending : null;
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(() => again(wait.how), Math.max(0, wait.until - clock.now()));
    return () => clearTimeout(timer);
  }, [wait, clock]);

  return {
    sending,
    send: (how) => void send(how),
    cancel: () => setSending({ phase: 'idle' }),
    asNew: () => {
      draft.newIntent();
      setSending({ phase: 'idle' });
    },
  };
}

/** Seconds to wait when an answer asks for it and does not say how long. */
const WAIT_SECONDS = 5;

function failed<Field, How>(
  problem: Problem,
  now: number,
  how: How,
  { fieldOf, textOf }: Pick<SendingSetup<Field, How, never, Answer>, 'fieldOf' | 'textOf'>,
): Sending<Field, How> {
  const { code, reason, detail, service_status } = problem;
  if (code === 429) {
    const seconds = problem.retry_after_seconds ?? WAIT_SECONDS;
    return { phase: 'waiting', until: now + seconds * 1000, problem, how };
  }
  // Our own server, about the key: the service's conflicts carry its status.
  if (code === 409 && service_status === null) return { phase: 'sent_before', problem };
  if (code === 0 || reason === 'internal' || reason === 'unexpected_answer')
    return { phase: 'no_answer', problem };
  const fields = (Array.isArray(detail) ? detail : []).flatMap(({ path, message }) => {
    const field = fieldOf(path);
    return field === null ? [] : [{ field, message, text: textOf(field) }];
  });
  return { phase: 'refused', problem, fields };
}

// A form on this page: kept on this computer under what it began from, with the key that makes sending it twice safe.
export const sendable = z.object({
  /** `Idempotency-Key` of this wish: the same for every try, so that a retry never makes two. */
  intent_id: uuid,
  sent: z.enum(SENT_STATES).nullable(),
});
type Sendable = Readonly<z.output<typeof sendable>>;

interface SendableDraftSetup<T extends Sendable> {
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
