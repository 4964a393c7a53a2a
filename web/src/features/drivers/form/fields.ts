/** Fields of the form of a driver user: names, words and groups. Each is an attribute; the two of `hos_tracking_config` stand apart. */

export type FieldKind =
  | 'text'
  | 'area'
  | 'flag'
  | 'connection'
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
  /** Words of a flag for true and false. */
  readonly yes_no?: readonly [string, string];
  readonly placeholder?: string;
}

export const FIELDS = {
  connection_id: {
    kind: 'connection',
    label: 'Connection',
    help: 'A fleet and its provider. Search by fleet or provider, or paste a connection id.',
  },
  first_name: { kind: 'text', label: 'First name' },
  last_name: { kind: 'text', label: 'Last name' },
  user_email: { kind: 'text', label: 'E-mail' },
  phone_country_code: { kind: 'text', label: 'Phone country code', placeholder: '+1' },
  phone_number: { kind: 'text', label: 'Phone number' },
  country_code: { kind: 'text', label: 'Country', placeholder: 'USA', help: 'Three letters, ISO 3166-1.' },
  username: { kind: 'text', label: 'Username', help: 'The login; only one of it at a provider.' },
  password: { kind: 'password', label: 'Password' },
  is_active: { kind: 'flag', label: 'Active', yes_no: ['Active', 'Not active'] },
  status: { kind: 'status', label: 'Status' },
  is_driver: { kind: 'flag', label: 'Kind of user', yes_no: ['Driver', 'Back office'] },
  user_designation: { kind: 'text', label: 'Role or title', help: 'Or what the provider calls it.' },
  employee_number: { kind: 'text', label: 'Employee number' },
  carrier_number: { kind: 'text', label: 'Carrier number', help: 'As the provider gives it.' },
  dot_number: { kind: 'text', label: 'DOT number' },
  license_number: { kind: 'text', label: 'License number' },
  license_expiration: {
    kind: 'text',
    label: 'License expires',
    placeholder: 'YYYY-MM-DD',
    help: 'By the day of the authority that issued it.',
  },
  license_region: { kind: 'text', label: 'License state or province', placeholder: 'TX' },
  license_country: {
    kind: 'text',
    label: 'License country',
    placeholder: 'USA',
    help: 'Three letters, ISO 3166-1.',
  },
  hos_ruleset_code: {
    kind: 'ruleset',
    label: 'Ruleset',
    help: 'Search by jurisdiction, meaning or code: texas oil, canada cycle 2, 70_8.',
  },
  hos_ruleset_name: { kind: 'text', label: 'Name of the ruleset', help: 'For people to read.' },
  default_time_zone: {
    kind: 'zone',
    label: 'Time zone',
    help: 'Search by city, name, abbreviation or offset: central, chicago, -6.',
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
    help: 'For drivers who are not exempt, where the provider tells these apart.',
  },
  partner_ref: {
    kind: 'text',
    label: 'Your reference',
    help: 'Comes back with the operation and its events. Waypost adds a mark of its own.',
  },
  notes: { kind: 'area', label: 'Notes' },
} as const satisfies Readonly<Record<string, Field>>;

export type FieldName = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS) as readonly FieldName[];
export const fieldOf = (name: FieldName): Field => FIELDS[name];

/** The password is no part of a draft. */
export type DraftField = Exclude<FieldName, 'password'>;
export const DRAFT_FIELDS = FIELD_NAMES.filter((name): name is DraftField => name !== 'password');

export interface FormSection {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly fields: readonly FieldName[];
}

export const SECTIONS: readonly FormSection[] = [
  {
    id: 'where',
    title: 'Where',
    note: 'Only this is required. Whatever is left empty is not sent.',
    fields: ['connection_id'],
  },
  {
    id: 'person',
    title: 'Person',
    note: 'Who it is, and how to reach them.',
    fields: ['first_name', 'last_name', 'user_email', 'country_code', 'phone_country_code', 'phone_number'],
  },
  {
    id: 'login',
    title: 'Login',
    note: 'How they sign in at the provider.',
    fields: ['username', 'password', 'is_active', 'status'],
  },
  {
    id: 'work',
    title: 'Work',
    note: 'What they are for the fleet.',
    fields: ['is_driver', 'user_designation', 'employee_number', 'carrier_number', 'dot_number'],
  },
  {
    id: 'license',
    title: 'License',
    note: 'As it stands on the card.',
    fields: ['license_number', 'license_expiration', 'license_region', 'license_country'],
  },
  {
    id: 'hours',
    title: 'Hours of service',
    note: 'Which rules count, and in whose time. The meanings are our reading of the codes.',
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
  { id: 'notes', title: 'Notes', note: 'For you and the fleet.', fields: ['partner_ref', 'notes'] },
];

export const fieldDomId = (name: FieldName): string => `field-${name}`;

const isField = (name: string): name is FieldName => Object.hasOwn(FIELDS, name);

/** Label of an attribute; one that the form does not know as it came. */
export const labelOf = (name: string): string => (isField(name) ? FIELDS[name].label : name);

/** Words of a flag for true and false. */
export const yesNoOf = (name: string): readonly [string, string] =>
  (isField(name) ? fieldOf(name).yes_no : undefined) ?? ['Yes', 'No'];

/** The field that a path in a 422 means, ours or the service's: `body.user_email`, `/hos_tracking_config/tracking_method`. */
export function fieldOfPath(path: string): FieldName | null {
  const parts = path.split(/[.[\]/]+/).filter((part) => part !== '');
  const name = parts.findLast(isField);
  if (name !== undefined) return name;
  return parts.includes('hos_tracking_config') ? 'compliance_classification' : null;
}
