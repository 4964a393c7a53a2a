/** The fields that a column can have, named as in the interface, and how their cells are parsed. */
import type { BulkKind } from '@waypost/contract/api/bulk';
import { normalizeForMatch } from '@waypost/contract/api/fleet-matching';
import { withoutFormulaGuard } from '@waypost/contract/csv';
import { RESOURCE_NAMES } from '@waypost/contract/resources';

/**
 * `code`: converted to upper case; `country`: a name or a code of two or three letters; `group`: names or addresses separated by `;`;
 * `levels`: resources with their permission level.
 */
type CellKind = 'text' | 'secret' | 'code' | 'country' | 'boolean' | 'whole' | 'group' | 'levels';

interface FieldInfo {
  /** Path in the body; a dot separates object and property. */
  readonly name: string;
  readonly cell: CellKind;
  readonly example: string;
  /** Other known headers, lower case without spaces and punctuation. */
  readonly aliases: readonly string[];
  readonly width: number;
  readonly required: boolean;
}

const REQUIRED: readonly string[] = ['fleet_ref', 'connection_id'];

const info = (name: string, cell: CellKind, example: string, aliases: string, width: number): FieldInfo => ({
  name,
  cell,
  example,
  aliases: aliases.split(' '),
  width,
  required: REQUIRED.includes(name),
});

const INVITATION_FIELDS: readonly FieldInfo[] = [
  info(
    'fleet_ref',
    'text',
    'CARRIER-1042',
    'ref reference fleetid carrierid carrierref carriercode vendorid code',
    170,
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
  info('connection_id', 'text', '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60', 'connection connectionuuid', 300),
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
  return FIELDS[kind].find((field) => field.name === name);
}

const normalized = (head: string) =>
  head
    .toLowerCase()
    .replace(/^partner_provided_/, '')
    .replace(/[^a-z0-9]/g, '');

/** Guesses the field of each header; null without a match. Exact names first, each field once. */
export function guessFields(kind: BulkKind, heads: readonly string[]): (string | null)[] {
  const unused = new Set(FIELDS[kind]);
  const guessed: (string | null)[] = heads.map(() => null);
  const pass = (fits: (one: FieldInfo, head: string) => boolean) =>
    heads.forEach((head, at) => {
      if (guessed[at] !== null || normalized(head) === '') return;
      const found = [...unused].find((one) => fits(one, normalized(head)));
      if (!found) return;
      unused.delete(found);
      guessed[at] = found.name;
    });
  pass((one, head) => normalized(one.name) === head);
  pass((one, head) => one.aliases.includes(head));
  return guessed;
}

/** Columns whose cells are never stored in the browser, whether used or not. */
export function isSecret(field: string | null, head: string): boolean {
  return field === 'password' || /pass|pwd|secret|kennwort/i.test(head);
}

/** Alpha-2 and alpha-3 codes of all countries, concatenated; Kosovo by its code in common use. */
const CODES = (
  'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE ' +
  'BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS ' +
  'BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN ' +
  'COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST ' +
  'EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF ' +
  'GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD ' +
  'HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM ' +
  'JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA ' +
  'LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD ' +
  'MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM ' +
  'NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG ' +
  'PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA ' +
  'SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD ' +
  'STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON ' +
  'TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR ' +
  'VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE XKXKX '
)
  .trim()
  .split(' ')
  .map((pair) => [pair.slice(0, 2), pair.slice(2)] as const);

/** Country names are understood in the languages of North America. */
const LANGUAGES = ['en', 'es', 'fr'];

/** Common names that `Intl.DisplayNames` lacks. */
const ALIASES: Readonly<Record<string, string>> = {
  america: 'USA',
  unitedstatesofamerica: 'USA',
  theunitedstates: 'USA',
  eeuu: 'USA',
  estadosunidosdeamerica: 'USA',
  uk: 'GBR',
  greatbritain: 'GBR',
  england: 'GBR',
  scotland: 'GBR',
  wales: 'GBR',
  czechrepublic: 'CZE',
  holland: 'NLD',
  turkey: 'TUR',
  southkorea: 'KOR',
  northkorea: 'PRK',
  russianfederation: 'RUS',
};

let names: Map<string, string> | null = null;

function allNames(): Map<string, string> {
  const all = new Map(Object.entries(ALIASES));
  for (const [two, three] of CODES) {
    all.set(two.toLowerCase(), three);
    all.set(three.toLowerCase(), three);
  }
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const [two, three] of CODES) {
      const name = display.of(two);
      if (name) all.set(normalizeForMatch(name), three);
    }
  }
  return all;
}

/** `USA` for "us", "U.S.A.", "United States" or "Estados Unidos"; null for an unknown country. */
export function countryCodeOf(text: string): string | null {
  names ??= allNames();
  return names.get(normalizeForMatch(text)) ?? null;
}

export type CellValue =
  /** `undefined` is deliberate: the field is omitted, whatever the default. */
  | { readonly value: unknown }
  /** A message after the field's name; the server rejects `raw` as well. */
  | { readonly problem: string; readonly raw: unknown };

const YES = ['true', 'yes', 'y', '1', 'x'];
const NO = ['false', 'no', 'n', '0'];

/** Spaces and zero-width characters at either end, as copied from web pages. */
const EDGES = /^[\s\p{Cc}\p{Cf}]+|[\s\p{Cc}\p{Cf}]+$/gu;

/** One line without invisible characters at its ends. */
const readable = (cell: string) =>
  withoutFormulaGuard(cell.replace(EDGES, ''))
    .replace(EDGES, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+|[^\S ]+/gu, ' ')
    .toWellFormed();

/** Null for an empty cell: the field is omitted or takes its default. */
export function cellValue(kind: CellKind, cell: string): CellValue | null {
  if (kind === 'secret') return cell === '' ? null : { value: cell };
  const text = readable(cell);
  if (text === '') return null;
  switch (kind) {
    case 'text':
      return { value: text };
    case 'code':
      return { value: text.toUpperCase() };
    case 'country': {
      const code = countryCodeOf(text);
      if (code !== null) return { value: code };
      // The service may know codes that this list lacks.
      if (/^[a-z]{3}$/i.test(text)) return { value: text.toUpperCase() };
      return { problem: `must be a country name or code, not “${text}”`, raw: text };
    }
    case 'boolean': {
      const word = text.toLowerCase();
      if (YES.includes(word)) return { value: true };
      if (NO.includes(word)) return { value: false };
      return { problem: `must be yes or no, not “${text}”`, raw: text };
    }
    case 'whole':
      return /^-?\d{1,9}$/.test(text)
        ? { value: Number(text) }
        : { problem: `must be a whole number, not “${text}”`, raw: text };
    case 'group':
      return { value: text.toLowerCase() === 'none' ? [] : parts(text) };
    case 'levels':
      return levels(text);
  }
}

const parts = (text: string) => text.split(/[;,|\s]+/).filter((one) => one !== '');

/**
 * `vehicle:read; vehicle_location:read`; the level defaults to read. `all` requests read access to everything, the same as omitting the
 * field.
 */
function levels(text: string): CellValue {
  if (/^(all|everything)$/i.test(text)) return { value: undefined };
  const value: Record<string, string> = {};
  for (const part of parts(text.replace(/\s*[:=]\s*/g, ':'))) {
    const [name = '', level = 'read'] = part.split(':');
    if (!(RESOURCE_NAMES as readonly string[]).includes(name))
      return { problem: `has an unknown resource: “${name}”`, raw: text };
    if (level !== 'read' && level !== 'read_write')
      return { problem: `of ${name} must be read or read_write, not “${level}”`, raw: text };
    value[name] = level;
  }
  return { value };
}
