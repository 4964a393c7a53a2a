/**
 * Fields of the driver form: kinds, labels and groups. Each is an attribute of the interface; the two of `hos_tracking_config` are
 * flattened.
 */

import { HOS_RULESETS, type HosRuleset } from '@waypost/contract/hos-meanings';
import { rulesetCode } from '../../../live/hos-cycle.ts';
import { readableName } from '../../../ui/readable-name.ts';
import { hasWords, wordsOf } from '../../../ui/resource-list/words.ts';

export type FieldKind =
  | 'text'
  | 'area'
  | 'date'
  | 'dot'
  | 'flag'
  | 'connection'
  | 'country'
  | 'status'
  | 'password'
  | 'ruleset'
  | 'zone'
  | 'compliance'
  | 'tracking';

interface Field {
  readonly kind: FieldKind;
  readonly label: string;
  readonly help?: string;
  /** Labels of a flag for true and false. */
  readonly yes_no?: readonly [string, string];
  readonly placeholder?: string;
}

export const FIELDS = {
  connection_id: {
    kind: 'connection',
    label: 'Connection',
    help: 'Search by fleet or provider, or paste a connection ID.',
  },
  first_name: { kind: 'text', label: 'First name' },
  last_name: { kind: 'text', label: 'Last name' },
  user_email: { kind: 'text', label: 'Email' },
  phone_country_code: { kind: 'text', label: 'Phone country code', placeholder: '+1' },
  phone_number: { kind: 'text', label: 'Phone number' },
  country_code: { kind: 'country', label: 'Country' },
  username: { kind: 'text', label: 'Username', help: 'The login. Must be unique at the provider.' },
  password: { kind: 'password', label: 'Password' },
  is_active: { kind: 'flag', label: 'Active', yes_no: ['Yes', 'No'] },
  status: { kind: 'status', label: 'Status' },
  is_driver: { kind: 'flag', label: 'Kind of user', yes_no: ['Driver', 'Back office'] },
  user_designation: { kind: 'text', label: 'Role or title', help: "Or the provider's own term." },
  employee_number: { kind: 'text', label: 'Employee number' },
  carrier_number: { kind: 'text', label: 'Carrier number', help: 'As given by the provider.' },
  dot_number: { kind: 'dot', label: 'DOT number' },
  license_number: { kind: 'text', label: 'License number' },
  license_expiration: {
    kind: 'date',
    label: 'License expires',
    placeholder: '2/29/2028',
    help: "In the issuing authority's time zone.",
  },
  license_region: { kind: 'text', label: 'License state or province', placeholder: 'TX' },
  license_country: { kind: 'country', label: 'License country' },
  hos_ruleset_code: {
    kind: 'ruleset',
    label: 'Ruleset',
    help: 'Search by jurisdiction, meaning or code, e.g. texas oil, canada cycle 2, 70/8.',
  },
  hos_ruleset_name: { kind: 'text', label: 'Name of the ruleset', help: 'Display name.' },
  default_time_zone: {
    kind: 'zone',
    label: 'Time zone',
    help: 'Search by city, name, abbreviation or offset, e.g. central, chicago, -6.',
  },
  allow_yard_move: { kind: 'flag', label: 'Yard moves', yes_no: ['Allowed', 'Not allowed'] },
  allow_personal_conveyance: {
    kind: 'flag',
    label: 'Personal conveyance',
    yes_no: ['Allowed', 'Not allowed'],
  },
  allow_adverse_driving: {
    kind: 'flag',
    label: 'Adverse driving exemption',
    yes_no: ['Allowed', 'Not allowed'],
  },
  compliance_classification: { kind: 'compliance', label: 'Compliance' },
  tracking_method: {
    kind: 'tracking',
    label: 'How hours are tracked',
    help: 'Only for drivers who are not exempt, if the provider supports it.',
  },
  partner_ref: {
    kind: 'text',
    label: 'Your reference',
    help: 'Returned with the operation. Waypost adds a suffix.',
  },
  notes: { kind: 'area', label: 'Notes' },
} as const satisfies Readonly<Record<string, Field>>;

export type FieldName = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS) as readonly FieldName[];
export const fieldOf = (name: FieldName): Field => FIELDS[name];

/** The password is not part of the draft. */
export type DraftField = Exclude<FieldName, 'password'>;
export const DRAFT_FIELDS = FIELD_NAMES.filter((name): name is DraftField => name !== 'password');

interface FormSection {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly fields: readonly FieldName[];
}

export const SECTIONS: readonly FormSection[] = [
  {
    id: 'where',
    title: 'Where',
    note: 'The only required field. Empty fields are not sent.',
    fields: ['connection_id'],
  },
  {
    id: 'person',
    title: 'Person',
    note: 'Name and contact details.',
    fields: ['first_name', 'last_name', 'user_email', 'country_code', 'phone_country_code', 'phone_number'],
  },
  {
    id: 'login',
    title: 'Login',
    note: 'How the driver signs in at the provider.',
    fields: ['username', 'password', 'is_active', 'status'],
  },
  {
    id: 'work',
    title: 'Work',
    note: 'Role at the fleet.',
    fields: ['is_driver', 'user_designation', 'employee_number', 'carrier_number', 'dot_number'],
  },
  {
    id: 'license',
    title: 'License',
    note: 'As printed on the license.',
    fields: ['license_number', 'license_expiration', 'license_region', 'license_country'],
  },
  {
    id: 'hours',
    title: 'Hours of service',
    note: "Which rules apply, and in which time zone. Rule names are Waypost's own.",
    fields: [
      'hos_ruleset_code',
      'hos_ruleset_name',
      'default_time_zone',
      'compliance_classification',
      'tracking_method',
      'allow_yard_move',
      'allow_personal_conveyance',
      'allow_adverse_driving',
    ],
  },
  { id: 'notes', title: 'Notes', note: 'Visible to you and the fleet.', fields: ['partner_ref', 'notes'] },
];

/** How a user is created at the provider. */
export const SENDING = { 'In the background': 'later', 'Right away': 'now' } as const;

export const fieldDomId = (name: FieldName): string => `field-${name}`;

const isField = (name: string): name is FieldName => Object.hasOwn(FIELDS, name);

/** Label of an attribute, also in a group (`u.username`); readable words for unknown attributes. */
export function labelOf(name: string): string {
  const last = name.split('.').at(-1) ?? name;
  return isField(last) ? FIELDS[last].label : readableName(last);
}

/** Labels of a flag for true and false. */
export const yesNoOf = (name: string): readonly [string, string] =>
  (isField(name) ? fieldOf(name).yes_no : undefined) ?? ['Yes', 'No'];

/** The field for a path in a 422 of our server or the service: `body.user_email`, `/hos_tracking_config/tracking_method`. */
export function fieldOfPath(path: string): FieldName | null {
  const parts = path.split(/[.[\]/]+/).filter((part) => part !== '');
  const name = parts.findLast(isField);
  if (name !== undefined) return name;
  return parts.includes('hos_tracking_config') ? 'compliance_classification' : null;
}

const BY_CODE = new Map<string, HosRuleset>(HOS_RULESETS.map((one) => [one.code, one]));

export const rulesetOf = (code: string): HosRuleset | undefined => BY_CODE.get(code.trim());

/**
 * Searches jurisdiction, meaning and code (also `70 8`, `70/8`); every word must match. Keeps the list's order, which is grouped by
 * jurisdiction; the one that is meant as people write it comes first.
 */
export function findRulesets(query: string): readonly HosRuleset[] {
  const words = wordsOf(query);
  const meant = rulesetOf(rulesetCode(query) ?? '');
  const found = HOS_RULESETS.filter(
    (one) =>
      one !== meant &&
      hasWords(
        [
          one.code,
          one.code.replaceAll('_', ' '),
          one.code.replaceAll('_', '/'),
          one.jurisdiction,
          one.meaning,
        ],
        words,
      ),
  );
  return meant ? [meant, ...found] : found;
}

/** `Texas intrastate: Property, 70 hours in 7 days`; null for an unknown code. */
export function meaningOf(code: string): string | null {
  const ruleset = rulesetOf(code);
  return ruleset ? `${ruleset.jurisdiction}: ${ruleset.meaning}` : null;
}

export function hosRulesetText(code: string): string {
  const meaning = meaningOf(code);
  return meaning === null ? code : `${code} (${meaning})`;
}
