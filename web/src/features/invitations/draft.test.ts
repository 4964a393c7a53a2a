import { FLEET_FIELDS } from '@waypost/contract/invitations';
import { failedCases } from '@waypost/contract/testing/cases';
import {
  bodyOf as caseBody,
  type FieldCase,
  INVITATION_BASE,
  INVITATION_CASES,
} from '@waypost/contract/testing/onboarding-cases';
import { describe, expect, it } from 'vitest';
import { countryCodeOf } from '../../live/countries.ts';
import { websiteValue } from '../../live/website.ts';
import { DEFAULTS, invitation } from '../../testing/invitations.ts';
import {
  bodyOf,
  checkDraft,
  draftOf,
  emptyDraft,
  fieldOfPath,
  type InvitationDraft,
  likeFleets,
  type TextField,
  warningsOf,
} from './draft.ts';

const isTextField = (field: string): field is TextField => FLEET_FIELDS.some((one) => one === field);
const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isLevels = (value: unknown): value is InvitationDraft['levels'] =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The form state that sends the value of a case; null when no field can express it. */
function typed(field: string, value: unknown): Partial<InvitationDraft> | null {
  if (field === 'fleet_ref') return isText(value) ? { fleet_ref: value } : null;
  if (isTextField(field)) {
    // An emptied field of an existing invitation.
    if (value === null) return { [field]: '', had: [field] };
    return isText(value) ? { [field]: value } : null;
  }
  if (field.endsWith('_url')) {
    if (value === null) return { [field]: { mode: 'none', url: '' } };
    return isText(value) ? { [field]: { mode: 'own', url: value } } : null;
  }
  if (field === 'limit_tsps' || field === 'exclude_tsps') {
    if (value === null) return { tsp_mode: 'left_out' };
    if (!isTexts(value)) return null;
    if (value.length === 0) return { tsp_mode: 'clear' };
    return { tsp_mode: field === 'limit_tsps' ? 'limit' : 'exclude', tsps: value.join(' ') };
  }
  if (field === 'permissions') {
    if (value === null) return { preset: 'full' };
    return isLevels(value) ? { preset: 'custom', levels: value } : null;
  }
  if (field === 'write_permissions') {
    if (value === null) return { preset: 'full' };
    return isTexts(value) ? { preset: 'write', write: value as InvitationDraft['write'] } : null;
  }
  if (field === 'expires_in_hours')
    return typeof value === 'number' ? { expires_in_hours: String(value) } : null;
  throw new Error(`the form has no field for ${field}`);
}

function draftOfCase({ field, value, beside }: FieldCase): InvitationDraft | null {
  let draft = emptyDraft(INVITATION_BASE.fleet_ref);
  for (const [name, one] of [...Object.entries(beside ?? {}), [field, value] as const]) {
    const change = typed(name, one);
    if (change === null) return null;
    draft = { ...draft, ...change };
  }
  return draft;
}

/** The form offers these as one choice, so the rejected combination cannot be expressed. */
const ONE_CHOICE = (one: FieldCase) =>
  one.beside !== undefined && (one.refused_at === 'exclude_tsps' || one.refused_at === 'write_permissions');
/** An empty text omits the field. */
const LEFT_OUT = ({ field, value }: FieldCase) => value === '' && isTextField(field);

const failedOf = (wanted: (one: FieldCase) => boolean, check: (one: FieldCase) => void) =>
  failedCases(INVITATION_CASES.filter(wanted), (one) => `${one.field} ${JSON.stringify(one.value)}`, check);

/** A country is sent as its code, however it is written, and a website without its protocol with it. */
function codeOf({ field, value }: FieldCase): string | null {
  if (typeof value !== 'string') return null;
  if (field === 'fleet_country_code') return countryCodeOf(value);
  const website = websiteValue(value);
  return field === 'fleet_website' && website !== value ? website : null;
}

describe('every attribute and every limit of an invitation, in the form', () => {
  it('accepts each valid value', async () => {
    const accepted = (one: FieldCase) => {
      const draft = draftOfCase(one);
      expect(draft, 'can be entered').not.toBeNull();
      // An empty list removes the existing one.
      const existing = invitation(1, { exclude_tsps: one.field === 'exclude_tsps' ? ['milemarker'] : null });
      const checked = checkDraft(draft as InvitationDraft, one.beside === undefined ? existing : null);
      expect([...checked.errors]).toEqual([]);
      const wanted = caseBody(INVITATION_BASE, one)[one.field];
      const sent = (checked.body as Record<string, unknown>)[one.field];
      // Null and omitted mean the same for a new invitation, except for URLs that the server fills in.
      if (one.field.endsWith('_url')) expect(sent).toEqual(wanted);
      else expect(sent ?? null).toEqual(codeOf(one) ?? wanted);
    };
    expect(await failedOf((one) => one.refused_at === null && !LEFT_OUT(one), accepted)).toEqual([]);
  });

  it('rejects each invalid value at its field, or cannot express it', async () => {
    const refused = (one: FieldCase) => {
      const draft = draftOfCase(one);
      if (draft === null)
        return expect(isText(one.value) && (isTextField(one.field) || one.field === 'fleet_ref')).toBe(false);
      const checked = checkDraft(draft, null);
      expect(checked.body).toBeNull();
      expect([...checked.errors.keys()]).toContain(fieldOfPath(one.refused_at as string));
    };
    const bad = (one: FieldCase) =>
      one.refused_at !== null && !LEFT_OUT(one) && !ONE_CHOICE(one) && codeOf(one) === null;
    expect(await failedOf(bad, refused)).toEqual([]);
  });

  it('omits emptied fields', async () => {
    const leftOut = (one: FieldCase) => {
      const draft = draftOfCase(one) as InvitationDraft;
      expect(checkDraft(draft, null).body).not.toBeNull();
      expect(bodyOf(draft, null)).not.toHaveProperty(one.field);
    };
    expect(await failedOf(LEFT_OUT, leftOut)).toEqual([]);
  });

  it('makes mutually exclusive fields one choice', async () => {
    const oneChoice = (one: FieldCase) => {
      const draft = draftOfCase(one);
      if (draft === null) return;
      const body = bodyOf(draft, null);
      expect('limit_tsps' in body && 'exclude_tsps' in body).toBe(false);
      expect('permissions' in body && 'write_permissions' in body).toBe(false);
    };
    expect(await failedOf(ONE_CHOICE, oneChoice)).toEqual([]);
  });
});

describe('the request', () => {
  it('contains only the reference and the defaults when nothing else is filled in', () => {
    const checked = checkDraft(emptyDraft(' CARRIER-7 '), null);
    expect(checked.body).toEqual({
      fleet_ref: 'CARRIER-7',
      permissions: { vehicle: 'read', vehicle_location: 'read' },
      expires_in_hours: 72,
    });
  });

  it('never contains a deprecated field', () => {
    expect(Object.keys(bodyOf(emptyDraft('F'), null)).filter((name) => name.startsWith('partner_'))).toEqual(
      [],
    );
  });

  it('begins with the domain of an email as it was typed, sends it in ASCII, and finds it at another fleet', () => {
    const existing = invitation(1, { fleet_email: 'ops@xn--mller-kva.de' });
    const draft = draftOf(existing, DEFAULTS);
    expect(draft.fleet_email).toBe('ops@müller.de');
    expect(checkDraft(draft, existing).body?.fleet_email).toBe('ops@xn--mller-kva.de');
    const others = likeFleets([{ ...existing, fleet_ref: 'CARRIER-9' }]);
    expect(warningsOf(draft, others).get('fleet_email')).toContain('has this email too');
  });

  it('clears emptied fields on renewal and keeps the rest', () => {
    const existing = invitation(1, {
      fleet_name: 'Lone Star',
      fleet_email: 'ops@lonestar.example',
      limit_tsps: ['milemarker'],
    });
    const draft = draftOf(existing, DEFAULTS);
    expect(bodyOf({ ...draft, fleet_email: '' }, existing)).toEqual({
      fleet_ref: 'CARRIER-1',
      fleet_name: 'Lone Star',
      fleet_email: null,
      permissions: { vehicle: 'read', vehicle_location: 'read' },
      expires_in_hours: 72,
    });
  });

  it('clears the existing provider list with an empty one of its own kind', () => {
    const limited = invitation(1, { limit_tsps: ['milemarker'] });
    const excluded = invitation(2, { exclude_tsps: ['milemarker'] });
    const clear = { ...emptyDraft('F'), tsp_mode: 'clear' } as const;
    expect(bodyOf(clear, limited)).toMatchObject({ limit_tsps: [] });
    expect(bodyOf(clear, excluded)).toMatchObject({ exclude_tsps: [] });
    expect(bodyOf(clear, excluded)).not.toHaveProperty('limit_tsps');
  });

  it.each([
    ['exclude', 'exclude_tsps', 'limit_tsps'],
    ['limit', 'limit_tsps', 'exclude_tsps'],
  ] as const)('sets %s in place of the other provider list in one step', (tsp_mode, set, cleared) => {
    const existing = invitation(1, { [cleared]: ['milemarker'] });
    const draft: InvitationDraft = { ...emptyDraft('F'), tsp_mode, tsps: 'northgauge' };
    expect(checkDraft(draft, existing)).toMatchObject({
      body: { [set]: ['northgauge'], [cleared]: [] },
    });
    expect(checkDraft(draft, null).body).not.toHaveProperty(cleared);
  });

  it('omits unknown permissions and keeps the known ones', () => {
    const existing = invitation(1, { permissions: { vehicle: 'read', teleporter: 'read', user: 'admire' } });
    expect(draftOf(existing, DEFAULTS)).toMatchObject({ preset: 'custom', levels: { vehicle: 'read' } });
  });
});

it.each([
  ['body.fleet_email', 'fleet_email'],
  ['/limit_tsps/0', 'tsps'],
  ['write_permissions[2]', 'permissions'],
  ['permissions.vehicles', 'permissions'],
  ['header.Idempotency-Key', null],
] as const)('finds the field of the path %s', (path, field) => expect(fieldOfPath(path)).toBe(field));

describe('what looks wrong', () => {
  const warnings = (change: Partial<InvitationDraft>) => {
    const draft = { ...emptyDraft('F-1'), ...change };
    expect(checkDraft(draft, null).body, 'is sent as typed').not.toBeNull();
    return Object.fromEntries(warningsOf(draft));
  };
  it('is said in the words of a file, and can be sent', () => {
    expect(
      warnings({
        fleet_regulatory_id: 'ABC',
        fleet_regulatory_id_type: 'dot',
        fleet_phone: 'call first',
      }),
    ).toEqual({
      fleet_regulatory_id: '“ABC” does not look like a USDOT number',
      fleet_phone: '“call first” is not a phone number',
    });
    expect(warnings({ fleet_name: '#NAME?', fleet_country_code: 'tex' })).toEqual({
      fleet_name: '“#NAME?” is an error of the spreadsheet',
      fleet_country_code: '“tex” is not a country we know',
    });
    expect(warnings({ fleet_country_code: 'USA' })).toEqual({});
    expect(warnings({ fleet_regulatory_id: 'MC-456', fleet_regulatory_id_type: 'DOT' })).toEqual({
      fleet_regulatory_id: '“MC-456” looks like an MC number',
    });
    expect(warnings({ fleet_regulatory_id: '7', fleet_regulatory_id_type: 'MC' })).toEqual({
      fleet_regulatory_id: '“7” has only 1 digit',
    });
  });
  it('is a fleet that another reference already stands for', () => {
    const fleets = likeFleets([
      invitation(1, {
        fleet_ref: 'F-1',
        fleet_name: 'Old Mill',
        fleet_email: 'ops@mill.example',
        fleet_regulatory_id: '1234567',
        fleet_regulatory_id_type: 'DOT',
      }),
    ]);
    const at = (change: Partial<InvitationDraft>) =>
      Object.fromEntries(warningsOf({ ...emptyDraft('G-2'), ...change }, fleets));
    expect(at({ fleet_ref: 'f 1' })).toEqual({
      fleet_ref: 'F-1 is this reference with other capitals, spaces or punctuation',
    });
    expect(at({ fleet_name: 'OLD MILL.', fleet_email: 'OPS@mill.example' })).toEqual({
      fleet_name: 'F-1 has this name too',
      fleet_email: 'F-1 has this email too',
    });
    expect(at({ fleet_regulatory_id: 'USDOT 1,234,567', fleet_regulatory_id_type: 'DOT' })).toEqual({
      fleet_regulatory_id: 'F-1 has this USDOT number too',
    });
    expect(at({ fleet_regulatory_id: '1234567', fleet_regulatory_id_type: 'MC' })).toEqual({});
    expect(at({ fleet_ref: 'F-1', fleet_name: 'Old Mill' })).toEqual({});
  });
  it('is not what has no known form', () => {
    expect(
      warnings({
        fleet_regulatory_id: 'ABC',
        fleet_regulatory_id_type: 'NSC',
        fleet_phone: '(806) 555-0134',
      }),
    ).toEqual({});
  });
});
