/** A driver user in the making: what is in each field, as text. Pure. The password is not in it. */
import { type UserCreate, userCreate } from '@waypost/contract/users';
import { useCallback, useState } from 'react';
import { z } from 'zod';
import { sendable, useSendableDraft } from '../../../live/sending.ts';
import { DRAFT_FIELDS, type DraftField, type FieldName, fieldOf, fieldOfPath } from './fields.ts';

/** Flags are `true`, `false` or empty. */
export type DriverDraft = Readonly<Record<DraftField, string>>;

const EMPTY = Object.fromEntries(DRAFT_FIELDS.map((name) => [name, ''])) as DriverDraft;

/** The page is for drivers. */
export const newDraft = (connection_id = ''): DriverDraft => ({ ...EMPTY, is_driver: 'true', connection_id });

/** The form with the data of an operation. */
export function draftOf(request: Omit<UserCreate, 'password'>): DriverDraft {
  const { hos_tracking_config, ...plain } = request;
  const sent: Readonly<Record<string, unknown>> = { ...plain, ...hos_tracking_config };
  return Object.fromEntries(
    DRAFT_FIELDS.map((name) => [name, sent[name] === undefined ? '' : String(sent[name])]),
  ) as DriverDraft;
}

const TRACKING = ['compliance_classification', 'tracking_method'] as const;

/** What would be sent. An empty field is left out; a password is sent to the letter. */
export function bodyOf(draft: DriverDraft, password: string): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const config: Record<string, string> = {};
  for (const name of DRAFT_FIELDS) {
    const text = draft[name].trim();
    if (text === '') continue;
    if (TRACKING.some((one) => one === name)) config[name] = text;
    else body[name] = fieldOf(name).kind === 'flag' ? text === 'true' : text;
  }
  if (Object.keys(config).length > 0) body.hos_tracking_config = config;
  if (password !== '') body.password = password;
  return body;
}

export type FieldErrors = ReadonlyMap<FieldName, string>;

export type Checked =
  | { readonly ok: true; readonly body: UserCreate; readonly errors: FieldErrors }
  | { readonly ok: false; readonly errors: FieldErrors };

const sentence = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}`;

/** What is wrong, on its field, in the words of the schema. @param password_lost one was typed, and a reload has taken it */
export function checked(draft: DriverDraft, password: string, password_lost = false): Checked {
  const errors = new Map<FieldName, string>();
  if (draft.connection_id.trim() === '') errors.set('connection_id', 'Choose a connection');
  if (password_lost && password === '')
    errors.set('password', 'Not saved when the page reloaded: type it again, generate one, or send none');
  const parsed = userCreate.safeParse(bodyOf(draft, password));
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) {
      const field = fieldOfPath(path.join('.'));
      if (field && !errors.has(field)) errors.set(field, sentence(message));
    }
  return parsed.success && errors.size === 0
    ? { ok: true, body: parsed.data, errors }
    : { ok: false, errors };
}

/** What may be meant otherwise; it can be sent all the same. */
export function doubts(draft: DriverDraft): FieldErrors {
  const found = new Map<FieldName, string>();
  const { is_active, status, compliance_classification, tracking_method, is_driver, hos_ruleset_code } =
    draft;
  if ((is_active === 'true' && status === 'INACTIVE') || (is_active === 'false' && status === 'ACTIVE'))
    found.set('status', 'Does not match “Active”');
  if (compliance_classification === 'exempt' && tracking_method !== '')
    found.set('tracking_method', 'Exempt drivers have no hours to track');
  if (is_driver === 'false' && hos_ruleset_code !== '')
    found.set('hos_ruleset_code', 'Back-office users have no ruleset');
  return found;
}

/** `Jane Doe`, `jdoe`; null when nothing names the person. */
export function subjectOf(draft: DriverDraft): string | null {
  const { username, first_name, last_name, user_email } = draft;
  const name = `${first_name.trim()} ${last_name.trim()}`.trim();
  return username.trim() || name || user_email.trim() || null;
}

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

interface DraftSetup {
  /** `blank`, `at:{connection_id}`, `from:{operation_id}`; another one is another page. */
  readonly source: string;
  /** What it begins from; called again when the draft is discarded. */
  readonly begin: () => DriverDraft;
  readonly newId: () => string;
}

export type DriverEditor = ReturnType<typeof useDriverDraft>;

/** The draft on this page, kept on this computer under the beginning it came from; the password is kept in this page only. */
export function useDriverDraft({ source, begin, newId }: DraftSetup) {
  const { state, change, ...editor } = useSendableDraft<KeptDraft>({
    kind: 'driver_draft',
    schema: keptDraft,
    source,
    initial: (sending) => ({ ...sending, with_password: false, is_sync: false, draft: begin() }),
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
    setPassword: (text: string) => {
      setPassword(text);
      change((before) => ({ ...before, with_password: text !== '' }));
    },
    /** One was typed, and a reload has taken it. */
    password_lost: with_password && password === '',
    /** The user is to be created without one. */
    sendNone: () => change((before) => ({ ...before, with_password: false })),
    is_sync,
    setSync: (sync: boolean) => change((before) => ({ ...before, is_sync: sync })),
    discard: () => {
      editor.discard();
      setPassword('');
    },
  };
}
