/**
 * Every attribute and limit of users and invitations as one table, which the schemas, the server and the forms are all tested
 * against. Browser-safe: contains no test runner.
 */
import { HOS_RULESET_CODES } from '../hos-rulesets.ts';
import { INVITATION_HOURS, URL_LENGTH } from '../invitations.ts';
import { PARTNER_REF_MAX } from '../operations.ts';
import { PERMISSION_LEVELS, RESOURCE_NAMES } from '../resources.ts';
import { TIME_ZONES } from '../time-zones.ts';
import { COMPLIANCE_CLASSIFICATIONS, PASSWORD_LENGTH, TRACKING_METHODS, USER_STATUSES } from '../users.ts';

export interface FieldCase {
  readonly field: string;
  readonly value: unknown;
  /** Path of the validation error; null when the value is accepted. */
  readonly refused_at: string | null;
  /** Other attributes that the case needs. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

const taken = (field: string, values: readonly unknown[], beside?: FieldCase['beside']): FieldCase[] =>
  values.map((value) => ({ field, value, refused_at: null, ...(beside ? { beside } : {}) }));
const rejected = (
  field: string,
  values: readonly unknown[],
  refused_at = field,
  beside?: FieldCase['beside'],
): FieldCase[] => values.map((value) => ({ field, value, refused_at, ...(beside ? { beside } : {}) }));

const text = (length: number) => 'x'.repeat(length);
const link = (length: number) => `https://example.com/${text(length - 'https://example.com/'.length)}`;
const NOT_TEXT = [1, true, {}, ['a']];

/** Free text, including empty and long values; null only where allowed. */
const texts = (field: string, nullable: boolean) => [
  ...taken(field, ['a', '', 'Ünïcode ✓', text(5_000)]),
  ...rejected(field, NOT_TEXT),
  ...(nullable ? taken(field, [null]) : rejected(field, [null])),
];
const booleans = (field: string) => [
  ...taken(field, [true, false]),
  ...rejected(field, ['true', 1, 0, null]),
];
const countries = (field: string, nullable: boolean) => [
  ...taken(field, ['USA', 'mex', 'A_1', ...(nullable ? [null] : [])]),
  ...rejected(field, ['US', 'USAA', 'U A', 'U-A', '', ...(nullable ? [] : [null])]),
];
const addresses = (field: string) => [
  ...taken(field, ['https://example.com', link(URL_LENGTH.max), null]),
  ...rejected(field, ['', link(URL_LENGTH.max + 1), 'example.com', 'javascript:alert(1)', 7]),
];
const enums = (field: string, values: readonly string[]) => [
  ...taken(field, values),
  ...rejected(field, ['', `${values[0]} `, String(values[0]).toLowerCase() + text(3), null, 1]),
];

export const INVITATION_BASE = { fleet_ref: 'F-1' } as const;

export const INVITATION_CASES: readonly FieldCase[] = [
  ...taken('fleet_ref', ['F', 'with spaces / and <signs>', text(1_000)]),
  ...rejected('fleet_ref', ['', null, 7]),
  ...texts('fleet_name', true),
  ...taken('fleet_email', ['ops@example.com', 'a.b+c@sub.example.com', null]),
  ...rejected('fleet_email', ['ops', 'ops@', '@example.com', 'a b@example.com', '']),
  ...taken('fleet_regulatory_id', ['1234567', text(300)], { fleet_regulatory_id_type: 'DOT' }),
  ...taken('fleet_regulatory_id', [null, '']),
  ...rejected('fleet_regulatory_id', ['1234567'], 'fleet_regulatory_id_type'),
  ...rejected('fleet_regulatory_id', ['1'], 'fleet_regulatory_id_type', { fleet_regulatory_id_type: null }),
  ...rejected('fleet_regulatory_id', NOT_TEXT),
  ...texts('fleet_regulatory_id_type', true),
  ...texts('fleet_phone', true),
  ...addresses('fleet_website'),
  ...countries('fleet_country_code', true),
  ...addresses('success_redirect_url'),
  ...addresses('failure_redirect_url'),
  ...addresses('callback_url'),
  ...rejected('callback_url', ['http://example.com/hook', 'ftp://example.com']),
  ...taken('limit_tsps', [[], ['milemarker'], ['a', 'b'], null]),
  ...rejected('limit_tsps', ['milemarker', {}]),
  ...rejected('limit_tsps', [['']], 'limit_tsps.0'),
  ...taken('exclude_tsps', [[], ['milemarker'], null]),
  ...rejected('exclude_tsps', [['']], 'exclude_tsps.0'),
  ...rejected('exclude_tsps', [['b']], 'exclude_tsps', { limit_tsps: ['a'] }),
  ...taken('exclude_tsps', [['b']], { limit_tsps: null }),
  ...taken('exclude_tsps', [['b']], { limit_tsps: [] }),
  ...taken('permissions', [
    null,
    {},
    ...RESOURCE_NAMES.map((name) => ({ [name]: 'read' })),
    ...PERMISSION_LEVELS.map((level) => ({ vehicle: level, vehicle_location: level })),
  ]),
  ...rejected('permissions', [{ vehicles: 'read' }], 'permissions.vehicles'),
  ...rejected('permissions', [{ vehicle: 'write' }, { vehicle: null }], 'permissions.vehicle'),
  ...rejected('permissions', ['read', ['vehicle']]),
  ...taken('write_permissions', [null, [], [...RESOURCE_NAMES]]),
  ...rejected('write_permissions', [['vehicles']], 'write_permissions.0'),
  ...rejected('write_permissions', [['user'], []], 'write_permissions', { permissions: { user: 'read' } }),
  ...taken('expires_in_hours', [INVITATION_HOURS.min, INVITATION_HOURS.default, INVITATION_HOURS.max]),
  ...rejected('expires_in_hours', [INVITATION_HOURS.min - 1, INVITATION_HOURS.max + 1, -1, 1.5, '72', null]),
];

export const USER_BASE = { connection_id: '00000000-0000-4000-8000-000000000001' } as const;

export const USER_CASES: readonly FieldCase[] = [
  ...taken('connection_id', ['3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60']),
  ...rejected('connection_id', ['', 'x', '3f2c9a52', null]),
  ...taken('partner_ref', ['', 'HR-77', text(PARTNER_REF_MAX)]),
  ...rejected('partner_ref', [text(PARTNER_REF_MAX + 1), null, 7]),
  ...texts('username', false),
  ...booleans('is_active'),
  ...enums('status', USER_STATUSES),
  ...booleans('is_driver'),
  ...texts('user_designation', false),
  ...taken('user_email', ['jdoe@example.com']),
  ...rejected('user_email', ['jdoe', 'jdoe@', '', null]),
  ...texts('first_name', false),
  ...texts('last_name', false),
  ...taken('password', [text(PASSWORD_LENGTH.min), text(PASSWORD_LENGTH.max), ' leading and "quotes"']),
  ...rejected('password', ['', text(PASSWORD_LENGTH.max + 1), null, 1234]),
  ...taken('phone_number', ['505 555 0117', '+1 (505) 555-0117 ext. 12', '505-555-0117 #12']),
  ...rejected('phone_number', ['call first', '555', '+1 312 555 0142 222 22222', '', ...NOT_TEXT, null]),
  ...countries('country_code', false),
  ...countries('license_country', false),
  ...texts('license_region', false),
  ...texts('license_number', false),
  ...taken('license_expiration', ['2028-02-29', '1999-12-31']),
  ...rejected('license_expiration', [
    '2027-02-29',
    '29.02.2028',
    '2028-2-9',
    '2028-02-29T00:00:00Z',
    '',
    null,
  ]),
  ...texts('employee_number', false),
  ...texts('carrier_number', false),
  ...texts('notes', false),
  ...enums('hos_ruleset_code', HOS_RULESET_CODES),
  ...texts('hos_ruleset_name', false),
  ...booleans('allow_yard_move'),
  ...booleans('allow_personal_conveyance'),
  ...booleans('allow_adverse_driving'),
  ...enums('default_time_zone', TIME_ZONES),
  ...texts('dot_number', false),
  ...taken('phone_country_code', ['+1', '+52', '+1242']),
  ...rejected('phone_country_code', ['1', '+', '+12345', 'US', '', null]),
  ...taken('hos_tracking_config', [
    {},
    ...COMPLIANCE_CLASSIFICATIONS.map((compliance_classification) => ({ compliance_classification })),
    ...TRACKING_METHODS.map((tracking_method) => ({
      compliance_classification: 'non_exempt',
      tracking_method,
    })),
  ]),
  ...rejected('hos_tracking_config', [{ tracking_method: 'by_hand' }], 'hos_tracking_config.tracking_method'),
  ...rejected(
    'hos_tracking_config',
    [{ compliance_classification: 'maybe' }],
    'hos_tracking_config.compliance_classification',
  ),
  ...rejected('hos_tracking_config', ['exempt', null]),
];

/** Builds the request body of a case. */
export function bodyOf(
  base: Readonly<Record<string, unknown>>,
  { field, value, beside }: FieldCase,
): Record<string, unknown> {
  return { ...base, ...beside, [field]: value };
}
