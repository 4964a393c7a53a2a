/** What a column of a file can have: the fields of invitations and users by the names of the interface, and how each is written in a cell. */
import type { BulkKind } from '@waypost/contract/api/bulk';

/** `code`: upper case by convention; `country`: a name or a code of two or three letters; `group`: names or addresses parted by `;`; `levels`: resources with their level. */
export type CellKind = 'text' | 'secret' | 'code' | 'country' | 'boolean' | 'whole' | 'group' | 'levels';

export interface FieldInfo {
  /** Path in the body; a dot leads into an object. */
  readonly name: string;
  readonly cell: CellKind;
  readonly example: string;
  /** Other heads by which it is known, in small letters and without spaces or signs. */
  readonly also: readonly string[];
  /** Wide enough for its usual values, pixels. */
  readonly width: number;
  readonly needed?: true;
}

const info = (
  name: string,
  cell: CellKind,
  example: string,
  also: string,
  width = 150,
  more: { readonly needed?: true } = {},
): FieldInfo => ({ name, cell, example, also: also.split(' ').filter(Boolean), width, ...more });

const INVITATION_FIELDS: readonly FieldInfo[] = [
  info(
    'fleet_ref',
    'text',
    'CARRIER-1042',
    'ref reference fleetid carrierid carrierref carriercode vendorid code',
    170,
    {
      needed: true,
    },
  ),
  info('fleet_name', 'text', 'Mesa Haulage', 'name fleet carrier carriername company companyname', 190),
  info('fleet_email', 'text', 'ops@mesa.example', 'email mail contactemail emailaddress', 210),
  info(
    'fleet_regulatory_id',
    'text',
    '1234567',
    'regulatoryid usdot dot dotnumber usdotnumber mc mcnumber',
    140,
  ),
  info('fleet_regulatory_id_type', 'text', 'DOT', 'regulatoryidtype idtype', 110),
  info('fleet_phone', 'text', '+1 505 555 0117', 'phone telephone phonenumber tel', 150),
  info('fleet_website', 'text', 'https://mesa.example', 'website web url homepage site', 200),
  info('fleet_country_code', 'country', 'USA', 'country countrycode', 100),
  info('permissions', 'levels', 'vehicle:read; vehicle_location:read', 'permission access scopes', 240),
  info('write_permissions', 'group', 'user', 'writepermission', 180),
  info('limit_tsps', 'group', 'milemarker; fleetlog', 'tsps providers onlyproviders limitproviders', 180),
  info('exclude_tsps', 'group', 'roadpulse', 'excludeproviders notproviders', 180),
  info('expires_in_hours', 'whole', '72', 'hours validhours expires expiresin', 100),
  info('success_redirect_url', 'text', 'https://example.com/thanks', 'successurl successredirect', 220),
  info('failure_redirect_url', 'text', 'https://example.com/sorry', 'failureurl failureredirect', 220),
  info('callback_url', 'text', 'https://example.com/hook', 'callback', 220),
];

const USER_FIELDS: readonly FieldInfo[] = [
  info('connection_id', 'text', '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60', 'connection connectionuuid', 300, {
    needed: true,
  }),
  info('username', 'text', 'jdoe', 'user login loginname userid driverid', 140),
  info('partner_ref', 'text', 'HR-77', 'partnerreference ref reference externalid', 130),
  info('first_name', 'text', 'Jordan', 'firstname givenname forename', 130),
  info('last_name', 'text', 'Doe', 'lastname surname familyname', 130),
  info('user_email', 'text', 'jdoe@example.com', 'email mail emailaddress', 210),
  info('password', 'secret', 'never saved', 'pass passcode pwd initialpassword', 140),
  info('phone_country_code', 'text', '+1', 'phonecountry dialcode', 110),
  info('phone_number', 'text', '505 555 0117', 'phone telephone mobile cell', 140),
  info('is_driver', 'boolean', 'yes', 'driver', 90),
  info('is_active', 'boolean', 'yes', 'active', 90),
  info('status', 'code', 'ACTIVE', 'userstatus', 110),
  info('user_designation', 'text', 'Driver', 'designation role title', 130),
  info('employee_number', 'text', '4711', 'employee employeeid employeeno payrollid', 130),
  info('country_code', 'country', 'USA', 'country', 100),
  info('license_country', 'country', 'USA', 'licensecountrycode', 110),
  info('license_region', 'text', 'TX', 'licensestate licenseprovince state', 110),
  info('license_number', 'text', 'D1234567', 'license cdl cdlnumber licenseno', 140),
  info('license_expiration', 'text', '2028-02-29', 'licenseexpires licenseexpiry cdlexpiration', 130),
  info('hos_ruleset_code', 'text', 'US_INT_PROP_70_8', 'hosruleset ruleset rulesetcode hos', 200),
  info('hos_ruleset_name', 'text', 'US interstate 70 h / 8 days', 'rulesetname', 200),
  info('default_time_zone', 'text', 'America/Chicago', 'timezone tz hometimezone', 170),
  info('allow_yard_move', 'boolean', 'yes', 'yardmove', 90),
  info('allow_personal_conveyance', 'boolean', 'no', 'personalconveyance', 90),
  info('allow_adverse_driving', 'boolean', 'no', 'adversedriving', 90),
  info(
    'hos_tracking_config.compliance_classification',
    'text',
    'non_exempt',
    'complianceclassification',
    150,
  ),
  info('hos_tracking_config.tracking_method', 'text', 'automatic', 'trackingmethod', 120),
  info('carrier_number', 'text', '77', 'carrierno', 120),
  info('dot_number', 'text', '1234567', 'dot usdot usdotnumber', 120),
  info('notes', 'text', 'Starts on Monday', 'note comment comments remark', 200),
];

export const FIELDS: Readonly<Record<BulkKind, readonly FieldInfo[]>> = {
  invitation: INVITATION_FIELDS,
  user: USER_FIELDS,
};

export function fieldInfo(kind: BulkKind, name: string): FieldInfo | undefined {
  return FIELDS[kind].find((one) => one.name === name);
}

const plain = (head: string) =>
  head
    .toLowerCase()
    .replace(/^partner_provided_/, '')
    .replace(/[^a-z0-9]/g, '');

/** For each head the field that it most likely means, each field once; null where none fits. Exact names come first. */
export function guessFields(kind: BulkKind, heads: readonly string[]): (string | null)[] {
  const left = new Set(FIELDS[kind]);
  const guessed: (string | null)[] = heads.map(() => null);
  const pass = (fits: (one: FieldInfo, head: string) => boolean) =>
    heads.forEach((head, at) => {
      if (guessed[at] !== null || plain(head) === '') return;
      const found = [...left].find((one) => fits(one, plain(head)));
      if (!found) return;
      left.delete(found);
      guessed[at] = found.name;
    });
  pass((one, head) => plain(one.name) === head);
  pass((one, head) => one.also.includes(head));
  return guessed;
}

/** A column whose cells are not written to this computer, whether it is used or not. */
export function isSecret(field: string | null, head: string): boolean {
  return field === 'password' || /pass|pwd|secret|kennwort/i.test(head);
}
