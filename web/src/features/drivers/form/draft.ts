/** The draft of a driver user: the text of every field except the password. */
import type { BoardOperationDetail } from '@waypost/contract/api/operations';
import { userRequest } from '@waypost/contract/api/user-request';
import type { UserCreate } from '@waypost/contract/users';
import { z } from 'zod';
import { calendarDay, dayProblem, expiredWarning, ianaZone } from '../../../live/cells.ts';
import { countryError, countryValue } from '../../../live/countries.ts';
import { phoneWarning, withoutPrefix } from '../../../live/fleet-numbers.ts';
import type { Checked } from '../../../live/form/form.ts';
import { rulesetCode } from '../../../live/hos-cycle.ts';
import { emailText } from '../../../ui/email-text.ts';
import { capital } from '../../../ui/readable-name.ts';
import {
  DRAFT_FIELDS,
  type DraftField,
  type FieldKind,
  type FieldName,
  fieldOf,
  fieldOfPath,
} from './fields.ts';

/** Flags are `true`, `false` or empty. */
export type DriverDraft = Readonly<Record<DraftField, string>>;

const draftWith = (textOf: (name: DraftField) => string): DriverDraft => {
  const draft = Object.fromEntries(DRAFT_FIELDS.map((name) => [name, textOf(name)])) as DriverDraft;
  return { ...draft, user_email: emailText(draft.user_email) };
};

const EMPTY = draftWith(() => '');

export const newDraft = (connection_id = ''): DriverDraft => ({ ...EMPTY, is_driver: 'true', connection_id });

export function draftOf(request: Omit<UserCreate, 'password'>): DriverDraft {
  const { hos_tracking_config, ...plain } = request;
  const sent: Readonly<Record<string, unknown>> = { ...plain, ...hos_tracking_config };
  return draftWith((name) => (sent[name] === undefined ? '' : String(sent[name])));
}

/** What is known of a user that was requested elsewhere; anything unreadable is left empty. */
export function knownDraft({
  payload,
  connection_id,
  partner_ref,
}: Pick<BoardOperationDetail, 'payload' | 'connection_id' | 'partner_ref'>): DriverDraft {
  const { hos_tracking_config, ...plain } = payload ?? {};
  const config = typeof hos_tracking_config === 'object' ? hos_tracking_config : {};
  const known: Readonly<Record<string, unknown>> = {
    is_driver: true,
    connection_id,
    partner_ref,
    ...plain,
    ...config,
  };
  const textOf = (value: unknown) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
  return draftWith((name) => textOf(known[name]));
}

/** Identify a person at nearly every provider. */
const USUAL = ['connection_id', 'username', 'first_name', 'last_name', 'user_email'] as const;

/** Labels of what is usually sent and is not in the draft. The password never is. */
export const missingOf = (draft: DriverDraft): readonly string[] => [
  ...USUAL.filter((name) => draft[name].trim() === '').map((name) => fieldOf(name).label),
  fieldOf('password').label,
];

/** What the request gets for a text, if it is not the text. */
const VALUES: Partial<Record<FieldKind, (text: string) => unknown>> = {
  flag: (text) => text === 'true',
  country: countryValue,
  date: calendarDay,
  zone: ianaZone,
  ruleset: rulesetCode,
  dot: withoutPrefix,
};
const TRACKING = ['compliance_classification', 'tracking_method'] as const;

export function bodyOf(draft: DriverDraft, password: string): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const config: Record<string, string> = {};
  for (const name of DRAFT_FIELDS) {
    const text = draft[name].trim();
    if (text === '') continue;
    if (TRACKING.some((one) => one === name)) config[name] = text;
    else body[name] = VALUES[fieldOf(name).kind]?.(text) ?? text;
  }
  if (Object.keys(config).length > 0) body.hos_tracking_config = config;
  if (password !== '') body.password = password;
  return body;
}

export type FieldErrors = ReadonlyMap<FieldName, string>;

const dayError = (text: string) =>
  dayProblem(text).includes('no such day')
    ? 'there is no such day'
    : 'must be a date with its year, such as 2/29/2028';

/**
 * Validation errors by field.
 * @param password_lost a password was typed before a reload, which drops it
 */
export function checkDraft(
  draft: DriverDraft,
  password: string,
  password_lost = false,
): Checked<FieldName, UserCreate> {
  const errors = new Map<FieldName, string>();
  if (draft.connection_id.trim() === '') errors.set('connection_id', 'Choose a connection');
  if (password_lost && password === '')
    errors.set('password', 'Not saved when the page reloaded: type it again, generate one, or send none');
  const parsed = userRequest.safeParse(bodyOf(draft, password));
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) {
      const field = fieldOfPath(path.join('.'));
      if (!field || errors.has(field)) continue;
      const { kind } = fieldOf(field);
      const country = kind === 'country' ? countryError(draft[field as DraftField]) : null;
      const date = kind === 'date' ? dayError(draft[field as DraftField].trim()) : null;
      const connection = kind === 'connection' ? 'choose a connection from the list' : null;
      errors.set(field, capital(country ?? date ?? connection ?? message));
    }
  return { body: parsed.success && errors.size === 0 ? parsed.data : null, errors };
}

/** @param now Unix milliseconds */
export function warningsOf(draft: DriverDraft, now: number): FieldErrors {
  const found = new Map<FieldName, string>();
  const { is_active, status, compliance_classification, tracking_method, is_driver, hos_ruleset_code } =
    draft;
  if ((is_active === 'true' && status === 'INACTIVE') || (is_active === 'false' && status === 'ACTIVE'))
    found.set('status', 'Does not match “Active”');
  if (compliance_classification === 'exempt' && tracking_method !== '')
    found.set('tracking_method', 'Exempt drivers have no hours to track');
  if (is_driver === 'false' && hos_ruleset_code !== '')
    found.set('hos_ruleset_code', 'Back-office users have no ruleset');
  const of_phone = phoneWarning(draft.phone_number);
  if (of_phone !== null) found.set('phone_number', of_phone);
  const expired = expiredWarning(calendarDay(draft.license_expiration.trim()), now);
  if (expired !== null) found.set('license_expiration', capital(expired));
  return found;
}

/** `Jane Doe`, `jdoe`; null when no name is entered. */
export function subjectOf(draft: DriverDraft): string | null {
  const { username, first_name, last_name, user_email } = draft;
  const name = `${first_name.trim()} ${last_name.trim()}`.trim();
  return username.trim() || name || user_email.trim() || null;
}

const fields = z.object(Object.fromEntries(DRAFT_FIELDS.map((name) => [name, z.string()])));

/** Everything but the password. */
export const driverValues = z.object({
  with_password: z.boolean(),
  /** Created at the provider synchronously. */
  is_sync: z.boolean(),
  draft: fields as unknown as z.ZodType<DriverDraft>,
});
