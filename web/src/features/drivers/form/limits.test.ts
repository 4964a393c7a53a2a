/** Every attribute and limit of a user in the form, from the same table as the schema and server tests. */
import { failedCases } from '@waypost/contract/testing/cases';
import { type FieldCase, USER_BASE, USER_CASES } from '@waypost/contract/testing/onboarding-cases';
import { userCreate } from '@waypost/contract/users';
import { describe, expect, it } from 'vitest';
import { countryCodeOf } from '../../../live/countries.ts';
import { bodyOf, checkDraft, type DriverDraft, draftOf, knownDraft, newDraft, warningsOf } from './draft.ts';
import { type DraftField, FIELD_NAMES, type FieldName, fieldOf, fieldOfPath, SECTIONS } from './fields.ts';

interface Typed {
  readonly draft: DriverDraft;
  readonly password: string;
}

const BASE: DriverDraft = { ...newDraft(USER_BASE.connection_id), is_driver: '' };

/** The form with the value of a case; null for values that the form cannot hold. */
function typed({ field, value }: FieldCase): Typed | null {
  const put = (name: string, text: string): Typed => ({ draft: { ...BASE, [name]: text }, password: '' });
  if (field === 'hos_tracking_config') {
    if (value === null || typeof value !== 'object') return null;
    const texts = Object.entries(value).map(([name, inner]) => [name, String(inner)]);
    return { draft: { ...BASE, ...(Object.fromEntries(texts) as Partial<DriverDraft>) }, password: '' };
  }
  if (fieldOf(field as FieldName).kind === 'flag')
    return typeof value === 'boolean' ? put(field, String(value)) : null;
  if (typeof value !== 'string') return null;
  return field === 'password' ? { draft: BASE, password: value } : put(field, value);
}

const asSent = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
/** A country is sent as its code, however it is written. */
const codeOf = ({ field, value }: FieldCase) =>
  fieldOf(field as FieldName)?.kind === 'country' ? countryCodeOf(String(value)) : null;

const ROWS = USER_CASES.flatMap((one) => {
  const form = typed(one);
  return form ? [[one.field, JSON.stringify(one.value).slice(0, 40), one, form] as const] : [];
});

it('has one field per attribute', () => {
  const attributes = Object.keys(userCreate.shape).flatMap((name) =>
    name === 'hos_tracking_config' ? ['compliance_classification', 'tracking_method'] : [name],
  );
  expect([...FIELD_NAMES].sort()).toEqual(attributes.sort());
  const shown = SECTIONS.flatMap(({ fields }) => fields);
  expect([...shown].sort()).toEqual([...FIELD_NAMES].sort());
});

it('accepts a value for every attribute, and rejects one where the schema rejects texts', () => {
  const attributes = Object.keys(userCreate.shape).sort();
  const taken = new Set(ROWS.filter(([, , one]) => one.refused_at === null).map(([field]) => field));
  expect([...taken].sort()).toEqual(attributes);
  const refused = new Set(ROWS.filter(([, , one]) => one.refused_at !== null).map(([field]) => field));
  const wanted = USER_CASES.filter(
    ({ field, value, refused_at }) =>
      refused_at !== null && typeof value === 'string' && typed({ field, value, refused_at }) !== null,
  ).map(({ field }) => field);
  expect([...refused].sort()).toEqual([...new Set([...wanted, 'hos_tracking_config'])].sort());
});

describe('every limit', () => {
  const holds = ([field, _value, one, { draft, password }]: (typeof ROWS)[number]) => {
    const found = checkDraft(draft, password);
    // An empty field is not sent, so it cannot be rejected; only the connection is required.
    const left_out = field !== 'password' && asSent(one.value) === '';
    if (one.refused_at === null || (left_out && field !== 'connection_id')) {
      expect([...found.errors]).toEqual([]);
      const sent = bodyOf(draft, password)[field];
      if (left_out) expect(sent).toBeUndefined();
      else if (field === 'password') expect(sent).toBe(one.value);
      else if (Object.keys(Object(one.value)).length > 0 || typeof one.value !== 'object')
        expect(sent).toEqual(codeOf(one) ?? asSent(one.value));
    } else if (password === '' && field === 'password')
      expect(bodyOf(draft, password)).not.toHaveProperty(field);
    else {
      const at: FieldName | null = fieldOfPath(one.refused_at);
      // Trailing spaces are not sent.
      const mended =
        typeof one.value === 'string' && (one.value.trim() !== one.value || codeOf(one) !== null);
      expect(mended ? [at] : [...found.errors.keys()]).toEqual([at]);
      expect(found.body !== null).toBe(mended);
    }
  };
  it.each(Object.entries(Object.groupBy(ROWS, ([field]) => field)))('of %s', async (_field, rows = []) => {
    expect(await failedCases(rows, ([, value]) => value, holds)).toEqual([]);
  });

  it('applies to flags: yes, no, or not set', () => {
    const flags = FIELD_NAMES.filter((name): name is DraftField => fieldOf(name).kind === 'flag');
    for (const flag of flags) {
      expect(bodyOf({ ...BASE, [flag]: 'true' }, '')[flag]).toBe(true);
      expect(bodyOf({ ...BASE, [flag]: 'false' }, '')[flag]).toBe(false);
      expect(bodyOf(BASE, '')).not.toHaveProperty(flag);
    }
  });
});

const NOW = Date.parse('2026-11-27T18:00:00Z');
it.each([
  ['7/4/2026', 'Is in the past: Jul 4, 2026'],
  ['11/28/2026', undefined],
])('warns of a license that has expired, %s', (license_expiration, warning) => {
  expect(warningsOf({ ...BASE, license_expiration }, NOW).get('license_expiration')).toBe(warning);
});

it.each([
  ['call first', '“call first” is not a phone number'],
  ['555-0142', '“555-0142” has 7 digits, too few for a number with its area code'],
  ['505 555 0117', undefined],
])('warns of the phone %s as a file does', (phone_number, warning) => {
  expect(warningsOf({ ...BASE, phone_number }, NOW).get('phone_number')).toBe(warning);
});

it('says that there is no such day, and sends a USDOT number without its prefix', () => {
  const draft = { ...BASE, license_expiration: '2/29/2027', dot_number: 'DOT# 1880217' };
  expect(checkDraft(draft, '').errors.get('license_expiration')).toBe('There is no such day');
  expect(bodyOf(draft, '')).toMatchObject({ dot_number: '1880217' });
});

it('begins with an email as it was typed, from a request and from what is known of one, and sends it in ASCII', () => {
  const user_email = 'jo@xn--mller-kva.de';
  const sent = draftOf({ ...USER_BASE, user_email });
  const known = knownDraft({
    payload: { user_email },
    connection_id: USER_BASE.connection_id,
    partner_ref: null,
  });
  for (const draft of [sent, known]) {
    expect(draft.user_email).toBe('jo@müller.de');
    expect(checkDraft(draft, '').body).toMatchObject({ user_email });
  }
});
