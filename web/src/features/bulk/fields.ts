/** The fields that a column can have, named as in the interface (on screen by their label), and how their cells are parsed. */
import type { BulkKind } from '@waypost/contract/api/bulk';
import { LEAST_PERMISSIONS } from '@waypost/contract/api/least-permissions';
import { type RegulatoryType, regulatoryId } from '@waypost/contract/api/regulatory-id';
import { invitationCreate } from '@waypost/contract/invitations';
import { RESOURCE_NAMES } from '@waypost/contract/resources';
import { timeZone } from '@waypost/contract/time-zones';
import { regionCodeOf } from '@waypost/geo/region-names';
import { calendarDay, dayProblem, emailOf, ianaZone, lostText, phoneOf, readable } from '../../live/cells.ts';
import { countryCodeOf, countryError, countryWarning } from '../../live/countries.ts';
import { REGULATORY_NAME, shortNumber, withoutPrefix } from '../../live/fleet-numbers.ts';
import {
  CONTACT_WORD,
  EMAIL_WORD,
  FIRST_NAME_HEADS,
  FLEET_CODE_HEADS,
  FLEET_NAME_HEADS,
  FLEET_NOUNS,
  FLEET_WORD,
  headLine,
  headWords,
  LAST_NAME_HEADS,
  PHONE_WORD,
  plainHead,
} from '../../live/header-words.ts';
import { rulesetCode } from '../../live/hos-cycle.ts';
import { FIELD_LABEL } from '../../live/invitations.ts';
import { websiteValue } from '../../live/website.ts';
import { splitWarning, splitWholeName } from '../../live/whole-name.ts';
import { readablePath } from '../../ui/readable-name.ts';

/**
 * `code`: converted to upper case; `country`: a name or a code of two or three letters; `group`: names or addresses separated by `;`;
 * `levels`: resources with their permission level; `whole_name`: first and last name;
 * `region`: a state or province, by its name or code; `DOT`, `MC`: a number of that kind.
 */
type CellKind =
  | 'text'
  | 'secret'
  | 'code'
  | 'country'
  | 'email'
  | 'phone'
  | 'website'
  | 'boolean'
  | 'hours'
  | 'group'
  | 'levels'
  | 'whole_name'
  | 'region'
  | 'date'
  | 'zone'
  | 'ruleset'
  | 'number'
  | RegulatoryType;

interface FieldInfo {
  /** Path in the body; a dot separates object and property, or a regulatory ID and its type. */
  readonly name: string;
  readonly cell: CellKind;
  readonly example: string;
  /** Other known headers, lower case without spaces and punctuation. */
  readonly aliases: readonly string[];
  /** Headers that mean this field where no other column does. */
  readonly fallbacks: readonly string[];
  /** Words of a header that may mean this field; people are asked. */
  readonly words: RegExp | null;
  readonly width: number;
  readonly required: boolean;
}

const REQUIRED: readonly string[] = ['fleet_ref', 'connection_id'];

const info = (
  name: string,
  cell: CellKind,
  example: string,
  aliases: string,
  width: number,
  words: RegExp | null = null,
  fallbacks = '',
): FieldInfo => ({
  name,
  cell,
  example,
  aliases: aliases.split(' '),
  fallbacks: fallbacks.split(' '),
  words,
  width,
  required: REQUIRED.includes(name),
});

/** What a column of a carrier holds besides its name: "Carrier email", "Company #". */
const NAME_WORDS =
  /^(?!.*\b(number|no|nr|id|code|ref|reference|e ?mail|phone|tel|fax|contact|address|city|state|zip|country|type|status|us|usdot|dot|mc|docket)\b).*\b(carrier|company|fleet|hauler|trucker|trucking|transporter|legal|name|dba)\b/;

const INVITATION_FIELDS: readonly FieldInfo[] = [
  info(
    'fleet_ref',
    'text',
    'CARRIER-1042',
    'ref reference fleetid carrierref vendorid code',
    130,
    /^(?!.*\b(zip|postal|area|phone|country)\b).*\b(ref|reference|code|vendor|account)\b/,
    FLEET_CODE_HEADS.join(' '),
  ),
  info(
    'fleet_name',
    'text',
    'Mesa Haulage',
    `name legalname carrierlegalname legalnamedba businessname ${FLEET_NAME_HEADS.join(' ')}`,
    150,
    NAME_WORDS,
    'dba dbaname',
  ),
  info('fleet_email', 'email', 'ops@mesa.example', 'email mail contactemail emailaddress', 170, EMAIL_WORD),
  info(
    'fleet_regulatory_id.DOT',
    'DOT',
    '1234567',
    'dot dotno dotnumber usdot usdotno usdotnumber',
    108,
    /\b(us)?dot\b/,
  ),
  info(
    'fleet_regulatory_id.MC',
    'MC',
    '123456',
    'mc mcno mcnumber docket docketnumber motorcarrierno motorcarriernumber',
    96,
    /\b(mc|docket)\b/,
  ),
  info('fleet_regulatory_id', 'text', '1234567', 'regulatoryid', 140),
  info('fleet_regulatory_id_type', 'text', 'DOT', 'regulatoryidtype idtype', 110),
  info(
    'fleet_phone',
    'phone',
    '+1 505 555 0117',
    'phone telephone phonenumber tel telnumber',
    130,
    PHONE_WORD,
  ),
  info('fleet_website', 'website', 'https://mesa.example', 'website web url homepage site', 200, /\bweb/),
  info(
    'fleet_country_code',
    'country',
    'USA',
    'country countrycode ctry nation',
    80,
    /\b(country|ctry|cntry)\b/,
  ),
  info('permissions', 'levels', 'vehicle:read; vehicle_location:read', 'permission access scopes', 240),
  info('write_permissions', 'group', 'user', 'writepermission', 180),
  info('limit_tsps', 'group', 'milemarker; fleetlog', 'tsps providers onlyproviders limitproviders', 180),
  info('exclude_tsps', 'group', 'roadpulse', 'excludeproviders notproviders', 180),
  info('expires_in_hours', 'hours', '72', 'hours validhours expires expiresin', 100),
  info('success_redirect_url', 'text', 'https://example.com/thanks', 'successurl successredirect', 220),
  info('failure_redirect_url', 'text', 'https://example.com/sorry', 'failureurl failureredirect', 220),
  info('callback_url', 'text', 'https://example.com/hook', 'callback', 220),
];

const USER_FIELDS: readonly FieldInfo[] = [
  info(
    'connection_id',
    'text',
    'Mesa Haulage or CARRIER-1042',
    `connection connectionid connectionuuid employer ${[...FLEET_NAME_HEADS, ...FLEET_CODE_HEADS].join(' ')}`,
    240,
    FLEET_WORD,
  ),
  info('fleet_reference', 'text', 'CARRIER-1042', '', 130),
  info(
    'provider',
    'text',
    'Milemarker',
    'eld eldprovider eldvendor eldsystem eldcompany telematics telematicsprovider telematicsvendor tsp tspname devicevendor deviceprovider gpsprovider gpsvendor',
    150,
    /\b(eld|telematics|gps|provider)\b(?!.*\b(id|number|no|serial|device)\b)/,
  ),
  info(
    'username',
    'text',
    'jdoe',
    'user userid userlogin username login loginid loginname driverlogin eldlogin eldusername appusername appuser',
    140,
    /^(?!.*\b(e ?mail|password|pass|pwd|date|last|type|role|status)\b).*\b(login|user|username)\b/,
  ),
  info(
    'partner_ref',
    'text',
    'HR-77',
    'partnerreference ref reference externalid',
    130,
    null,
    'driverid driverno drivernumber drivercode employeeid empid',
  ),
  info('first_name', 'text', 'Jordan', FIRST_NAME_HEADS.join(' '), 130, /\b(first|given)\b/),
  info('last_name', 'text', 'Doe', LAST_NAME_HEADS.join(' '), 130, /\b(last|family)\b/),
  info(
    'full_name',
    'whole_name',
    'Doe, Jordan',
    'name drivername employeename wholename driver contactname contactperson firstnamelastname firstlastname firstlast namefirstlast',
    160,
    /\b(driver|employee|full|whole)\b.*\b(name|nm)\b/,
  ),
  info('user_email', 'email', 'jdoe@example.com', 'email mail emailaddr emailaddress', 210, EMAIL_WORD),
  info('password', 'secret', 'never saved', 'pass passcode pwd initialpassword', 140),
  info('phone_country_code', 'text', '+1', 'phonecountry dialcode', 110),
  info(
    'phone_number',
    'phone',
    '505 555 0117',
    'phone telephone mobile cell tel mobilenumber cellnumber telnumber',
    140,
    PHONE_WORD,
  ),
  info('is_driver', 'boolean', 'yes', 'driver', 90),
  info('is_active', 'boolean', 'yes', 'active', 90),
  info('status', 'code', 'ACTIVE', 'userstatus', 110),
  info(
    'user_designation',
    'text',
    'Driver',
    'designation role title position',
    130,
    /\b(title|position|role)\b/,
  ),
  info(
    'employee_number',
    'text',
    '4711',
    'employee employeeno emp empno empnumber payrollid',
    130,
    /\b(emp|employee|payroll)\b/,
    'employeeid empid',
  ),
  info('country_code', 'country', 'USA', 'country', 100),
  info('license_country', 'country', 'USA', 'licensecountrycode', 110),
  info(
    'license_region',
    'region',
    'TX',
    'licensestate licenseprovince licstate cdlstate dlstate state st',
    110,
    /^(st|state|prov|province)$|\b(lic|license|cdl|dl)\b.*\b(st|state|prov|province)\b/,
  ),
  info(
    'license_number',
    'text',
    'D1234567',
    'license licenseno lic licno licnumber cdl cdlno cdlnumber dl dlno dlnumber',
    140,
    /\b(lic|license|cdl|dl)\b(?!.*\b(exp|expir\w*|st|state|prov|province|country|class|type)\b)/,
  ),
  info(
    'license_expiration',
    'date',
    '2/29/2028',
    'licenseexpires licenseexpiry licexp cdlexp cdlexpiration',
    130,
    /\b(lic|license|cdl|dl)\b.*\b(exp|expir\w*)\b|^(exp|expir\w*)( date)?$/,
  ),
  info(
    'hos_ruleset_code',
    'ruleset',
    '70/8',
    'hosruleset ruleset rulesetcode hos hoscycle hosrule hosrules',
    200,
    /^cycle$|\b(hos|hours)\b.*\b(cycle|rules?|ruleset)\b(?! name)/,
  ),
  info('hos_ruleset_name', 'text', 'US interstate 70 h / 8 days', 'rulesetname', 200),
  info(
    'default_time_zone',
    'zone',
    'America/Chicago',
    'timezone tz hometimezone hometerminaltimezone',
    170,
    /^zone$|\b(tz|time ?zone)\b/,
  ),
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
  info('dot_number', 'number', '1234567', 'dot usdot usdotnumber', 120),
  info('notes', 'text', 'Starts on Monday', 'note comment comments remark', 200),
];

export const FIELDS: Readonly<Record<BulkKind, readonly FieldInfo[]>> = {
  invitation: INVITATION_FIELDS,
  user: USER_FIELDS,
};

export function fieldInfo(kind: BulkKind, name: string): FieldInfo | undefined {
  return FIELDS[kind].find((field) => field.name === name);
}

const normalized = (head: string) => plainHead(head.replace(/^partner_provided_/i, ''));

interface GuessedField {
  readonly field: string | null;
  /** Guessed by a word of the header, or another column could be meant as well. */
  readonly unsure: boolean;
}

/** "Ops contact" is an email or a phone by what is below it. */
const isContact = (one: FieldInfo, head: string, cells: readonly string[]) =>
  (one.cell === 'email' || one.cell === 'phone') &&
  CONTACT_WORD.test(headWords(head)) &&
  isToldByCells(one, cells);

/** The index of the line that names fields; -1: none. */
export const fieldsLine = (kind: BulkKind, lines: readonly (readonly string[])[]): number =>
  headLine(
    lines,
    (head) => FIELDS[kind].some((one) => isNameOf(one, head) || isFallbackOf(one, head)),
    (head) => FIELDS[kind].some((one) => fitsWord(one, head)),
  );

const fitsWord = (one: FieldInfo, head: string) => one.words?.test(headWords(head)) ?? false;

const isNameOf = (one: FieldInfo, head: string) =>
  normalized(head) !== '' &&
  (normalized(one.name) === normalized(head) ||
    normalized(fieldLabel(one.name)) === normalized(head) ||
    one.aliases.includes(normalized(head)));

const isFallbackOf = (one: FieldInfo, head: string, cells: readonly string[] = []) =>
  normalized(head) !== '' &&
  (one.fallbacks.includes(normalized(head)) ||
    // Below "Carrier" are names, or codes.
    (one.name === 'fleet_ref' && areCodes(cells) && FLEET_NOUNS.includes(normalized(head))));

/** Whether each cell is one word with a digit, such as C5000. */
function areCodes(cells: readonly string[]): boolean {
  const filled = cells.map(readable).filter((one) => one !== '');
  return filled.length > 0 && filled.every((one) => /^\S*\d\S*$/.test(one));
}

/** Whether each cell is a first and a last name. */
function areTwoWords(cells: readonly string[]): boolean {
  const filled = cells.map(readable).filter((one) => one !== '');
  return filled.length > 0 && filled.every((one) => one.split(' ').length === 2);
}

/** Whether the cells can be what a known name says: below "Driver" are names, or yes and no. */
function canHold({ name, cell }: FieldInfo, cells: readonly string[]): boolean {
  const filled = cells.filter((one) => readable(one) !== '');
  if (filled.length === 0) return true;
  if (name === 'fleet_name') return !areCodes(filled);
  if (cell === 'whole_name') return filled.some((one) => splitWholeName(readable(one)) !== null);
  return cell !== 'boolean' || filled.some((one) => [...YES, ...NO].includes(readable(one).toLowerCase()));
}

/** Rows by whose cells a column is guessed. */
const SAMPLE_ROWS = 200;

/** Kinds whose cells are of no other field. */
const TOLD_BY_CELLS: readonly CellKind[] = [
  'email',
  'phone',
  'website',
  'country',
  'DOT',
  'MC',
  'date',
  'zone',
  'ruleset',
];
/** Whether most cells are what a column with this word is expected to have: then nobody has to confirm it. */
function isToldByCells({ cell }: FieldInfo, cells: readonly string[]): boolean {
  const filled = TOLD_BY_CELLS.includes(cell) ? cells.flatMap((one) => cellValue(cell, one) ?? []) : [];
  const fitting = filled.filter((one) => 'value' in one);
  return fitting.length > 0 && fitting.length * 2 > filled.length;
}

/** Guesses the field of each header: exact names first, then known ones, then fallbacks, then contacts by their cells, then by a word; each field once. */
export function guessFields(
  kind: BulkKind,
  heads: readonly string[],
  rows: readonly (readonly string[])[] = [],
): GuessedField[] {
  const has_fleets = heads.some((head) => FLEET_NAME_HEADS.includes(normalized(head)));
  // A reference alone is the fleet, whose connection is chosen there.
  const unused = new Set(FIELDS[kind].filter(({ name }) => has_fleets || name !== 'fleet_reference'));
  const sample = rows.slice(0, SAMPLE_ROWS);
  const cellsAt = (at: number) => sample.map((row) => row[at] ?? '');
  const guessed: GuessedField[] = heads.map(() => ({ field: null, unsure: false }));
  type Fits = (one: FieldInfo, head: string, cells: readonly string[]) => boolean;
  const isExact: Fits = (one, head) =>
    // "Carrier #" of users is rather their fleet than the field "Carrier number".
    [one.name, fieldLabel(one.name)].map(normalized).includes(normalized(head.replaceAll('#', '')));
  const pass = (fits: Fits, unsure: boolean) =>
    heads.forEach((head, at) => {
      if (guessed[at]?.field !== null) return;
      const cells = cellsAt(at);
      const found = [...unused].find(
        (one) => fits(one, head, cells) && (fits === isExact || canHold(one, cells)),
      );
      if (!found) return;
      unused.delete(found);
      guessed[at] = { field: found.name, unsure };
    });
  pass(isExact, false);
  pass(({ name }, head) => name === 'fleet_reference' && FLEET_CODE_HEADS.includes(normalized(head)), false);
  pass(isNameOf, false);
  pass(isFallbackOf, false);
  pass(isContact, false);
  pass(fitsWord, true);
  const indexOf = (name: string) => guessed.findIndex(({ field }) => field === name);
  const first = indexOf('first_name');
  if (first >= 0 && indexOf('last_name') < 0 && indexOf('full_name') < 0 && areTwoWords(cellsAt(first)))
    guessed[first] = { field: 'full_name', unsure: true };
  return guessed.map((one, at) => {
    const info = one.field === null ? undefined : fieldInfo(kind, one.field);
    if (!info) return one;
    const named = isNameOf(info, heads[at] ?? '');
    const isRival = (head: string, other: number) => {
      const cells = cellsAt(other);
      if (guessed[other]?.field !== null || !canHold(info, cells)) return false;
      if (isFallbackOf(info, head, cells)) return !named;
      return isNameOf(info, head) || fitsWord(info, head);
    };
    const cells = cellsAt(at);
    const is_doubtful = (one.unsure && !isToldByCells(info, cells)) || !canHold(info, cells);
    return { ...one, unsure: is_doubtful || heads.some(isRival) };
  });
}

/** `USDOT number`: the word for a field on screen. */
export function fieldLabel(name: string): string {
  if (name === 'fleet_regulatory_id.DOT') return 'USDOT number';
  if (name === 'fleet_regulatory_id.MC') return 'MC number';
  // By its name or reference; an ID says one of its connections.
  if (name === 'connection_id') return 'Fleet';
  return (FIELD_LABEL as Readonly<Record<string, string>>)[name] ?? readablePath(name);
}

/** Columns whose cells are never stored in the browser, whether used or not. */
export function isSecret(field: string | null, head: string): boolean {
  return field === 'password' || /pass|pwd|secret|kennwort/i.test(head);
}

export type CellValue =
  /**
   * `undefined` is deliberate: the field is omitted, whatever the default. `warning`: sent, although it looks wrong. `type`: which regulatory
   * number it is.
   */
  | { readonly value: unknown; readonly warning?: string | null; readonly type?: RegulatoryType }
  /** A message after the field's name; the server rejects `raw` as well. */
  | { readonly problem: string; readonly raw: unknown }
  /** Unusable: a field that is not required is left out, with a warning. */
  | { readonly unusable: string };

const YES = ['true', 'yes', 'y', '1', 'x'];
const NO = ['false', 'no', 'n', '0'];

/** Null for an empty cell: the field is omitted or takes its default. */
export function cellValue(kind: CellKind, cell: string): CellValue | null {
  if (kind === 'secret') return cell === '' ? null : { value: cell };
  const text = readable(cell);
  if (text === '') return null;
  const lost = lostText(text);
  if (lost !== null) return kind === 'levels' ? { problem: lost, raw: text } : { unusable: lost };
  switch (kind) {
    case 'text':
      return { value: text };
    case 'number':
      return { value: withoutPrefix(text) };
    case 'code':
      return /^terminated$/i.test(text)
        ? { value: 'INACTIVE', warning: `“${text}” is read as INACTIVE` }
        : { value: text.toUpperCase() };
    case 'country': {
      if (countryError(text) !== null) return { unusable: `“${text}” is not a country` };
      return { value: countryCodeOf(text) ?? text.toUpperCase(), warning: countryWarning(text) };
    }
    case 'email':
      return emailOf(text);
    case 'phone':
      return phoneOf(text);
    case 'website': {
      const value = websiteValue(text);
      return invitationCreate.shape.fleet_website.safeParse(value).success
        ? { value }
        : { unusable: `“${text}” is not the address of a website` };
    }
    case 'DOT':
    case 'MC': {
      const found = regulatoryId(kind, text);
      if (found === null) {
        const is_zero = /0/.test(text) && !/[1-9]/.test(text);
        const what = is_zero ? `is not ${REGULATORY_NAME[kind]}` : 'must be 1 to 8 digits';
        return { unusable: `“${text}” ${what}` };
      }
      const read_as = found.type === kind ? null : `“${text}” is read as ${REGULATORY_NAME[found.type]}`;
      const warnings = [read_as, shortNumber(found)].filter((one) => one !== null);
      return { value: found.number, type: found.type, warning: warnings.join('; ') || null };
    }
    case 'boolean': {
      const word = text.toLowerCase();
      if (YES.includes(word)) return { value: true };
      if (NO.includes(word)) return { value: false };
      return { unusable: `“${text}” is neither yes nor no` };
    }
    case 'hours':
      return /^-?\d{1,9}$/.test(text)
        ? { value: Number(text) }
        : { problem: `must be a whole number of hours, not “${text}”`, raw: text };
    case 'group':
      return { value: text.toLowerCase() === 'none' ? [] : parts(text) };
    case 'levels':
      return levels(text);
    case 'date': {
      const value = calendarDay(text);
      return value === null ? { unusable: `“${text}” ${dayProblem(text)}` } : { value };
    }
    case 'zone': {
      const zone = timeZone.safeParse(ianaZone(text));
      return zone.success ? { value: zone.data } : { unusable: `“${text}” is not a time zone` };
    }
    case 'ruleset': {
      const code = rulesetCode(text);
      if (code === null) return { unusable: `“${text}” is not a ruleset such as 70/8` };
      return { value: code, warning: code === text.toUpperCase() ? null : `“${text}” is read as ${code}` };
    }
    case 'region': {
      const code = regionCodeOf(text);
      return { value: code ?? text, warning: code === null ? `“${text}” is no state or province` : null };
    }
    case 'whole_name': {
      const name = splitWholeName(text);
      if (name === null) return { unusable: `“${text}” is not a first and a last name` };
      const { unsure: _, user_email, ...names } = name;
      const value = user_email === null ? names : { ...names, user_email };
      return { value, warning: splitWarning(text, name) };
    }
  }
}

const parts = (text: string) => text.split(/[;,|\s]+/).filter((one) => one !== '');

/**
 * `vehicle:read; vehicle_location:read`; the level defaults to read. `all` requests read access to everything, the same as omitting the
 * field. The words of the form's choices, and others for the least.
 */
function levels(text: string): CellValue {
  if (/^(read )?(all|everything)$/i.test(text)) return { value: undefined };
  if (/^read and write (all|everything)$/i.test(text))
    return { value: Object.fromEntries(RESOURCE_NAMES.map((name) => [name, 'read_write'])) };
  if (/^(least|min(imum|imal)?)( permissions)?(: read vehicles and locations)?$/i.test(text))
    return { value: LEAST_PERMISSIONS };
  if (/^(read([ -]only)?|(vehicles? (and )?)?locations?)$/i.test(text))
    return { value: LEAST_PERMISSIONS, warning: `“${text}” is read as the minimum: vehicles and locations` };
  const value: Record<string, string> = {};
  for (const part of parts(text.replace(/\s*[:=]\s*/g, ':'))) {
    const [name = '', level = 'read'] = part.split(':');
    const is_known = (RESOURCE_NAMES as readonly string[]).includes(name);
    if (!is_known || (level !== 'read' && level !== 'read_write'))
      return {
        problem: `“${text}” is not known: write minimum, everything, or resources such as vehicle:read`,
        raw: text,
      };
    value[name] = level;
  }
  return { value };
}
