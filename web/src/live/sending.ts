/** Submits a draft. Every attempt carries the draft's idempotency key, so that retries never create duplicates. */
import { INTENT_HEADER, type Intent } from '@waypost/contract/api/intents';
import { uuid } from '@waypost/contract/common';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { z } from 'zod';
import { usePerson } from '../api/context.ts';
import { asProblem, type Problem } from '../api/problem.ts';
import { DraftStore, type PersistedDraft, usePersistedDraft } from '../ui/draft-store.ts';
import { browserStorage } from '../ui/prefs.ts';
import { useLive } from './context.ts';

/** `sending` was interrupted, `no_answer` got no response, `unknown` was reported by the server. */
const SENT_STATES = ['sending', 'no_answer', 'unknown'] as const;
export type SentState = (typeof SENT_STATES)[number];

/** The part of a persisted draft that submitting needs. */
export interface SendableDraft {
  readonly intent_id: string;
  readonly sent: SentState | null;
  /** Persisted immediately, so that an attempt is known even after a crash of the page. */
  readonly markSent: (sent: SentState | null) => void;
  readonly newIntent: () => void;
  /** The draft has been submitted successfully; deletes it. */
  readonly done: () => void;
}

interface FieldError<Field> {
  readonly field: Field;
  readonly message: string;
  /** The rejected text; the error disappears when the field's text differs. */
  readonly text: string;
}

export type Sending<Field = string, How = unknown> =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending' }
  /** Rate limited: sent automatically at `until` (server's clock, ms). */
  | { readonly phase: 'waiting'; readonly until: number; readonly problem: Problem; readonly how: How }
  | { readonly phase: 'refused'; readonly problem: Problem; readonly fields: readonly FieldError<Field>[] }
  /** The key was already used for another request. */
  | { readonly phase: 'sent_before'; readonly problem: Problem }
  /** No response: the request may have arrived. Trying again is safe. */
  | { readonly phase: 'no_answer'; readonly problem: Problem }
  /** The server cannot confirm the result. Trying again asks it to check. */
  | { readonly phase: 'unknown'; readonly message: string | null };

interface IntentResponse {
  readonly intent: Pick<Intent, 'state' | 'message'>;
}

interface SendingSetup<Field, How, Body, A extends IntentResponse> {
  readonly draft: SendableDraft;
  /** Called on submit; null when the draft has errors, then nothing is sent. */
  readonly body: () => Body | null;
  /** One attempt; `headers` contain the idempotency key. Rejects with a Problem. */
  readonly call: (body: Body, headers: Readonly<Record<string, string>>, how: How) => Promise<A>;
  /** The field for a path in a 422 response; null when the form has no such field. */
  readonly fieldOf: (path: string) => Field | null;
  readonly textOf: (field: Field) => string;
  readonly onDone: (response: A) => void;
  /** The result is unconfirmed; receives the server's message. */
  readonly onUnknown?: (message: string | null) => void;
}

export interface Submit<Field = string, How = unknown> {
  readonly sending: Sending<Field, How>;
  readonly cancel: () => void;
  /** The next attempt uses a new idempotency key. */
  readonly asNew: () => void;
}

/** @template How the person's choice besides the draft, such as "also copy the link"; kept during a countdown */
export function useSending<Field extends string, Body, A extends IntentResponse, How = void>(
  setup: SendingSetup<Field, How, Body, A>,
): Submit<Field, How> & { readonly send: (how: How) => void } {
  const { draft, body, call, onDone, onUnknown } = setup;
  const { clock } = useLive();
  const [sending, setSending] = useState<Sending<Field, How>>(
    draft.sent === 'unknown' ? { phase: 'unknown', message: null } : { phase: 'idle' },
  );
  const finish = (next: Sending<Field, How>, sent: SentState | null) => {
    draft.markSent(sent);
    setSending(next);
  };

  const send = async (how: How) => {
    const request_body = body();
    if (request_body === null || sending.phase === 'sending') return;
    finish({ phase: 'sending' }, 'sending');
    let response: A;
    try {
      response = await call(request_body, { [INTENT_HEADER]: draft.intent_id }, how);
    } catch (error) {
      const next = stateAfterFailure(asProblem(error), clock.now(), how, setup);
      finish(next, next.phase === 'no_answer' || next.phase === 'sent_before' ? 'no_answer' : null);
      return;
    }
    const { state, message } = response.intent;
    if (state === 'done') {
      draft.done();
      onDone(response);
    } else {
      finish({ phase: 'unknown', message }, 'unknown');
      onUnknown?.(message);
    }
  };

  const resend = useEffectEvent((how: How) => void send(how));
  const wait = sending.phase === 'waiting' ? sending : null;
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(() => resend(wait.how), Math.max(0, wait.until - clock.now()));
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

/** Used when a rate-limit response does not say how long to wait. */
const WAIT_SECONDS = 5;

function stateAfterFailure<Field, How>(
  problem: Problem,
  now: number,
  how: How,
  { fieldOf, textOf }: Pick<SendingSetup<Field, How, never, IntentResponse>, 'fieldOf' | 'textOf'>,
): Sending<Field, How> {
  const { code, reason, detail, service_status } = problem;
  if (code === 429) {
    const seconds = problem.retry_after_seconds ?? WAIT_SECONDS;
    return { phase: 'waiting', until: now + seconds * 1000, problem, how };
  }
  // A 409 of our own server concerns the key; the tracking service's conflicts have a service status.
  if (code === 409 && service_status === null) return { phase: 'sent_before', problem };
  if (code === 0 || ['internal', 'unexpected_answer', 'store_unavailable'].includes(reason))
    return { phase: 'no_answer', problem };
  const fields = (Array.isArray(detail) ? detail : []).flatMap(({ path, message }) => {
    const field = fieldOf(path);
    return field === null ? [] : [{ field, message, text: textOf(field) }];
  });
  return { phase: 'refused', problem, fields };
}

export const sendable = z.object({
  /** Sent as `Idempotency-Key`; the same for every attempt, so that a retry never creates a duplicate. */
  intent_id: uuid,
  sent: z.enum(SENT_STATES).nullable(),
});
type Sendable = Readonly<z.output<typeof sendable>>;

interface SendableDraftSetup<T extends Sendable> {
  readonly kind: string;
  readonly schema: z.ZodType<T>;
  /** What the form was opened for; every source has its own draft. */
  readonly source: string;
  /** Creates the initial state; also used when the draft is discarded. */
  readonly initial: (sending: Sendable) => T;
  readonly newId: () => string;
  /** False when a stored draft is no longer usable. */
  readonly isUsable?: (stored: T) => boolean;
}

export interface DraftState<T> extends SendableDraft {
  readonly state: T;
  /** The same function on every render. */
  readonly change: (next: (before: T) => T) => void;
  readonly discard: () => void;
  readonly save_state: PersistedDraft<T>['save_state'];
}

export function useSendableDraft<T extends Sendable>(setup: SendableDraftSetup<T>): DraftState<T> {
  const { kind, schema, source, initial, newId, isUsable } = setup;
  const { clock } = useLive();
  const person = usePerson();
  const drafts = useMemo(
    () => new DraftStore<T>({ storage: browserStorage(), kind, person, schema, now: clock.now }),
    [kind, person, schema, clock],
  );
  const fresh = () => initial({ intent_id: newId(), sent: null });
  const [stored] = useState(() => {
    const found = drafts.read(source);
    return found && (isUsable?.(found) ?? true) ? found : null;
  });
  const [baseline, setBaseline] = useState(() => stored ?? fresh());
  const [state, setState] = useState(baseline);
  const { save_state, write, discard, complete } = usePersistedDraft({
    drafts,
    name: source,
    value: state,
    changed: state !== baseline,
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
    done: complete,
    discard: () => {
      const next = fresh();
      discard();
      setBaseline(next);
      setState(next);
    },
    save_state,
  };
}
