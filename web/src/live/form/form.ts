/** Submits a form: checks its values, sends them, and says what became of it. */
import { INTENT_HEADER, type Intent } from '@waypost/contract/api/intents';
import {
  type ChangeEvent,
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { z } from 'zod';
import { asProblem, mayHaveHappened, type Problem } from '../../api/problem.ts';
import { useLive } from '../context.ts';
import { type DraftEditor, type FormDraftSetup, same, useFormDraft } from './draft.ts';

interface FieldError<Field> {
  readonly field: Field;
  readonly message: string;
  /** The rejected text; the error disappears when the field's text differs. */
  readonly text: string;
}

export type Sending<Field = string, How = unknown> =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending'; readonly how: How }
  /** Rate limited until `until` (server's clock, ms); with an idempotency key, then sent automatically. */
  | { readonly phase: 'waiting'; readonly until: number; readonly problem: Problem; readonly how: How }
  | { readonly phase: 'refused'; readonly problem: Problem; readonly fields: readonly FieldError<Field>[] }
  /** The key was already used for another request. */
  | { readonly phase: 'sent_before'; readonly problem: Problem }
  /** No response: the request may have arrived. Trying again is safe. */
  | { readonly phase: 'no_answer'; readonly problem: Problem }
  /** The server cannot confirm the result. Trying again asks it to check. */
  | { readonly phase: 'unknown'; readonly message: string | null };

/** What a check of the values finds. */
export interface Checked<Field extends string, Body> {
  /** Null while there are errors. */
  readonly body: Body | null;
  /** In the order of the form. */
  readonly errors: ReadonlyMap<Field, string>;
}

/** @param errors by field, in the order of the form; null and false: none */
export function checkedWith<Field extends string, Body>(
  body: Body | null,
  errors: Partial<Record<Field, string | false | null | undefined>>,
): Checked<Field, Body> {
  const found = Object.entries(errors).filter(([, message]) => message) as [Field, string][];
  return { body: found.length > 0 ? null : body, errors: new Map(found) };
}

/** The error of a name that is too long, as the server words it: a field with `maxLength` cuts what is pasted without a word. */
export const tooLong = (name: string, max: number) =>
  name.trim().length > max && `must be at most ${max} characters`;

/** Checks values with the schema of the request. @param fieldOf the field that shows an error of this path */
export function checkWith<S extends z.ZodType, Field extends string>(
  schema: S,
  candidate: unknown,
  fieldOf: (path: string) => Field,
): Checked<Field, z.output<S>> {
  const { data, error } = schema.safeParse(candidate);
  const errors = new Map<Field, string>();
  for (const { path, message } of error?.issues ?? []) {
    const field = fieldOf(path.join('.'));
    if (!errors.has(field)) errors.set(field, message);
  }
  return { body: error ? null : data, errors };
}

/** The fields of a PATCH that differ from what is stored, and what they replace: a colleague's change of another field stays. */
export function changeFrom<B extends object>(stored: B, body: B) {
  const names = (Object.keys(body) as (keyof B)[]).filter((name) => !same(body[name], stored[name]));
  const of = (from: B) => Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<B>;
  return { ...of(body), before: of(stored) };
}

/** One attempt; the headers carry the idempotency key, `intent_id` is that key. */
export interface Attempt<How> {
  readonly how: How;
  readonly intent_id: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface SubmitSetup<T, Field extends string, Body, A, How> {
  readonly checked: Checked<Field, Body>;
  /**
   * Rejects with a Problem; `false`: not done, and said so already. Its answer says whether it is confirmed if it has an `intent`.
   */
  readonly send: (body: Body, attempt: Attempt<How>) => Promise<A>;
  /** `more`: something was typed meanwhile, which is still unsaved; the form should stay. */
  readonly onDone: (answer: A, more: boolean) => void;
  /**
   * The values of what is stored now; left out when something new was created, whose draft is over. A form of a record shows its
   * `Conflicts`, which have to be decided before it is sent.
   */
  readonly stored?: ((answer: A, sent: T) => T) | undefined;
  /** True if the request carries an idempotency key, so that sending again is safe. */
  readonly keyed?: boolean;
  /** Null: nothing prevents sending. */
  readonly disabledReason?: string | null;
  /** The field for a path in a 422 response; null when the form has no such field. */
  readonly fieldOf?: (path: string) => Field | null;
  /** The fields that a rejection concerns; by default those of a 422. */
  readonly rejectedFields?: (problem: Problem) => readonly (readonly [Field, string])[] | null;
  readonly textOf?: (field: Field, values: T) => string;
  /** How the service's rejection of a field reads. */
  readonly rejected?: (message: string) => string;
  /** Errors show at once, without an attempt. */
  readonly eager?: boolean;
  /** Id of the element after which a field's error shows, once it was left; null, and by default: only after an attempt. */
  readonly shownAfter?: (field: Field) => string | null;
  /** Shows and focuses a field; by default the first one marked as invalid. */
  readonly focus?: (field: Field) => void;
  /** The result is unconfirmed; receives the server's message. */
  readonly onUnknown?: (message: string | null) => void;
  /** The record was changed (412) or deleted (404) by somebody else: reads it again. */
  readonly onStale?: () => void;
}

export interface Submit<Field extends string = string, How = unknown> {
  readonly sending: Sending<Field, How>;
  readonly busy: boolean;
  /** Number of attempts with errors. */
  readonly tried: number;
  /** Errors to show now, by field. */
  readonly errors: ReadonlyMap<Field, string>;
  readonly submit: (how: How) => void;
  readonly cancel: () => void;
  /** The next attempt uses a new idempotency key. */
  readonly asNew: () => void;
  /** Properties of the element around the fields. */
  readonly around: { readonly ref: RefObject<never | null>; readonly onBlur: (event: FocusEvent) => void };
}

export function useSubmit<T extends object, Field extends string, Body, A, How = void>(
  draft: DraftEditor<T>,
  setup: SubmitSetup<T, Field, Body, A, How>,
): Submit<Field, How> {
  const {
    checked,
    send,
    onDone,
    onUnknown,
    keyed = false,
    eager = false,
    shownAfter,
    rejected = (message: string) => message,
  } = setup;
  const textOf = (field: Field) =>
    setup.textOf?.(field, draft.values) ?? JSON.stringify(draft.values[field as unknown as keyof T]);
  const { clock } = useLive();
  const [sending, setSending] = useState<Sending<Field, How>>(
    draft.sent === 'unknown' ? { phase: 'unknown', message: null } : { phase: 'idle' },
  );
  const [tried, setTried] = useState(0);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const around = useRef<HTMLElement>(null);
  const busy = sending.phase === 'sending';

  const { values } = draft;
  const refused = sending.phase === 'refused' ? sending : null;
  // A rejection that names no field is over once something is changed.
  const [refused_at, setRefusedAt] = useState(0);
  const is_outdated = refused?.fields.length === 0 && refused_at !== draft.edits.current;

  const submit = async (how: How) => {
    const { body } = checked;
    if (busy || (setup.disabledReason ?? null) !== null) return;
    if (!keyed && sending.phase === 'waiting' && sending.until > clock.now()) return;
    // What a new thing begins with is only suggested; of a record, a colleague's change is decided first.
    const is_undecided = setup.stored !== undefined && Object.keys(draft.conflicts).length > 0;
    if (body === null || is_undecided) return setTried((times) => times + 1);
    if (keyed) draft.markSent('sending');
    setSending({ phase: 'sending', how });
    let answer: A;
    try {
      const { intent_id } = draft;
      answer = await send(body, { how, intent_id, headers: { [INTENT_HEADER]: intent_id } });
    } catch (error) {
      const problem = asProblem(error);
      const next = stateAfterFailure(problem, clock.now(), how, { ...setup, textOf });
      setRefusedAt(draft.edits.current);
      setSending(next);
      if (next.phase === 'refused' && next.fields.length > 0) setTried((times) => times + 1);
      if (problem.code === 412 || problem.code === 404) setup.onStale?.();
      if (keyed) draft.markSent(['no_answer', 'sent_before'].includes(next.phase) ? 'no_answer' : null);
      // A rejected request was not stored, so the next attempt is a new one.
      else if (problem.code >= 400 && problem.code < 500) draft.newIntent();
      return;
    }
    if (answer === false) return setSending({ phase: 'idle' });
    const { state, message } = intentOf(answer);
    if (state === 'done') {
      setSending({ phase: 'idle' });
      setTried(0);
      onDone(answer, draft.done(values, setup.stored?.(answer, values) ?? null));
    } else {
      setSending({ phase: 'unknown', message });
      draft.markSent('unknown');
      onUnknown?.(message);
    }
  };

  const resend = useEffectEvent((how: How) => void submit(how));
  const wait = sending.phase === 'waiting' && keyed ? sending : null;
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(() => resend(wait.how), Math.max(0, wait.until - clock.now()));
    return () => clearTimeout(timer);
  }, [wait, clock]);

  const focusFirst = useEffectEvent(() => {
    const [first] = refused ? refused.fields.map(({ field }) => field) : checked.errors.keys();
    if (setup.focus && first !== undefined) return setup.focus(first);
    const field = around.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const input = field?.matches('fieldset') ? field.querySelector('input') : field;
    input?.scrollIntoView?.({ block: 'nearest' });
    input?.focus();
  });
  useEffect(() => {
    if (tried > 0) focusFirst();
  }, [tried]);

  const errors = useMemo(() => {
    const shown = new Map<Field, string>();
    for (const [field, message] of checked.errors)
      if (eager || tried > 0 || touched.has(shownAfter?.(field) ?? '')) shown.set(field, message);
    for (const { field, message, text } of refused?.fields ?? [])
      if (textOf(field) === text) shown.set(field, rejected(message));
    return shown;
  }, [checked.errors, tried, touched, refused, values]);

  const onBlur = ({ target: { id } }: FocusEvent) => {
    if (id !== '') setTouched((before) => (before.has(id) ? before : new Set([...before, id])));
  };
  return {
    sending: is_outdated ? { phase: 'idle' } : sending,
    busy,
    tried,
    errors,
    submit: (how) => void submit(how),
    cancel: () => setSending({ phase: 'idle' }),
    asNew: () => {
      draft.newIntent();
      setSending({ phase: 'idle' });
    },
    around: { ref: around as RefObject<never | null>, onBlur },
  };
}

const DONE = { state: 'done', message: null } as const;

function intentOf(answer: unknown): Pick<Intent, 'state' | 'message'> {
  return answer !== null && typeof answer === 'object' && 'intent' in answer
    ? (answer.intent as Pick<Intent, 'state' | 'message'>)
    : DONE;
}

/** Used when a rate-limit response does not say how long to wait. */
const WAIT_SECONDS = 5;
const NO_ANSWER: readonly string[] = ['internal', 'unexpected_answer', 'store_unavailable'];

function stateAfterFailure<Field extends string, How>(
  problem: Problem,
  now: number,
  how: How,
  setup: Pick<SubmitSetup<never, Field, never, never, How>, 'keyed' | 'fieldOf' | 'rejectedFields'> & {
    readonly textOf: (field: Field) => string;
  },
): Sending<Field, How> {
  const { code, reason, service_status } = problem;
  const { keyed = false, fieldOf = () => null, rejectedFields, textOf } = setup;
  if (code === 429) {
    const seconds = problem.retry_after_seconds ?? WAIT_SECONDS;
    return { phase: 'waiting', until: now + seconds * 1000, problem, how };
  }
  // A 409 of our own server concerns the key; the tracking service's conflicts have a service status.
  if (keyed && code === 409 && service_status === null) return { phase: 'sent_before', problem };
  if (keyed && (mayHaveHappened(problem) || NO_ANSWER.includes(reason)))
    return { phase: 'no_answer', problem };
  const fields = rejectedFields?.(problem) ?? fieldsOf(problem, fieldOf);
  return {
    phase: 'refused',
    problem,
    fields: fields.map(([field, message]) => ({ field, message, text: textOf(field) })),
  };
}

function fieldsOf<Field extends string>(
  { detail }: Problem,
  fieldOf: (path: string) => Field | null,
): readonly (readonly [Field, string])[] {
  return (Array.isArray(detail) ? detail : []).flatMap(({ path, message }) => {
    const field = fieldOf(path);
    return field === null ? [] : [[field, message] as const];
  });
}

type FormSetup<T, Field extends string, Body, A, How> = FormDraftSetup<T> &
  Omit<SubmitSetup<T, Field, Body, A, How>, 'checked'> & {
    readonly check: (values: T) => Checked<Field, Body>;
  };

/** The names of the text fields. */
type TextName<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T] & string;

export interface Form<T extends object, Field extends string, How>
  extends DraftEditor<T>,
    Submit<Field, How> {
  /** Properties of a text input. @param label begins the error: `Name must not be empty` */
  readonly text: (
    name: TextName<T> & Field,
    label: string,
  ) => {
    readonly label: string;
    readonly value: string;
    readonly error: string | undefined;
    readonly readOnly: boolean;
    readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  };
  /** Drops the draft and closes the form. */
  readonly leave: (onClose: () => void) => () => void;
  /** Properties of the form element. */
  readonly element: {
    readonly ref: RefObject<never | null>;
    readonly noValidate: true;
    readonly onBlur: (event: FocusEvent) => void;
    readonly onSubmit: (event: FormEvent) => void;
  };
}

/** A form whose errors depend on nothing but its values. */
export function useForm<T extends object, Body, A, Field extends string = keyof T & string, How = void>(
  setup: FormSetup<T, Field, Body, A, How>,
): Form<T, Field, How> {
  const draft = useFormDraft(setup);
  return useFormOf(draft, { ...setup, checked: setup.check(draft.values) });
}

/** A form over a draft that others use too, or whose check depends on more. */
export function useFormOf<T extends object, Field extends string, Body, A, How = void>(
  draft: DraftEditor<T>,
  setup: SubmitSetup<T, Field, Body, A, How>,
): Form<T, Field, How> {
  const names = Object.keys(draft.values);
  const submit = useSubmit<T, Field, Body, A, How>(draft, {
    fieldOf: (path) => (names.find((name) => name === path.split('.').at(-1)) as Field | undefined) ?? null,
    ...setup,
  });
  // What creates something is over when it is sent: what was typed meanwhile would belong to nothing.
  const readOnly = submit.busy && setup.stored === undefined;
  const discard = () => {
    draft.discard();
    submit.cancel();
  };
  return {
    ...draft,
    ...submit,
    discard,
    leave: (onClose) => () => {
      discard();
      onClose();
    },
    text: (name, label) => {
      const error = submit.errors.get(name);
      return {
        label,
        value: draft.values[name] as string,
        error: error && `${label} ${error}`,
        readOnly,
        onChange: ({ currentTarget }) => draft.set({ [name]: currentTarget.value } as unknown as Partial<T>),
      };
    },
    element: {
      ...submit.around,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        submit.submit(undefined as How);
      },
    },
  };
}
