/**
 * State of the invitation form: texts as typed and choices. `checkDraft` validates it with the contract's schema, so that page, server and
 * service agree. Mutually exclusive fields are one choice here.
 */

import { type MatchField, matchKeysOf } from '@waypost/contract/api/fleet-matching';
import { sameValue } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { LEAST_PERMISSIONS } from '@waypost/contract/api/least-permissions';
import { asciiDomain } from '@waypost/contract/email-address';
import {
  FLEET_FIELDS,
  INVITATION_HOURS,
  type InvitationCreate,
  invitationCreate,
  invitationRelations,
} from '@waypost/contract/invitations';
import {
  PERMISSION_LEVELS,
  type PermissionLevel,
  RESOURCE_NAMES,
  type ResourceName,
} from '@waypost/contract/resources';
import { z } from 'zod';
import { countryError, countryValue, countryWarning } from '../../live/countries.ts';
import { phoneWarning, regulatoryWarning, spreadsheetWarning } from '../../live/fleet-numbers.ts';
import type { Checked } from '../../live/form/form.ts';
import { websiteValue } from '../../live/website.ts';
import { isolated } from '../../ui/bidi.ts';
import { emailText } from '../../ui/email-text.ts';

export type TextField = (typeof FLEET_FIELDS)[number];

const ADDRESS_FIELDS = ['success_redirect_url', 'failure_redirect_url', 'callback_url'] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];

/** `usual`: omitted, the server fills in its own URL; `none`: sends null. */
const ADDRESS_MODES = ['usual', 'none', 'own'] as const;
export type AddressMode = (typeof ADDRESS_MODES)[number];

/** `least`: read vehicle and vehicle_location; `full`: omitted, which asks to read everything; `write`: that plus write access to some. */
const PRESETS = ['least', 'full', 'write', 'custom'] as const;
export type Preset = (typeof PRESETS)[number];
export type Levels = Readonly<Partial<Record<ResourceName, PermissionLevel>>>;

/** `left_out`: no restriction, or on renewal the existing one; `clear`: an empty list, which removes it. */
const TSP_MODES = ['left_out', 'clear', 'limit', 'exclude'] as const;
export type TspMode = (typeof TSP_MODES)[number];

const forEach = <K extends string, V>(fields: readonly K[], initial: (field: K) => V) =>
  Object.fromEntries(fields.map((field) => [field, initial(field)])) as Record<K, V>;

const address = z.object({ mode: z.enum(ADDRESS_MODES), url: z.string() });
const resource = z.enum(RESOURCE_NAMES);

export const invitationDraft = z.object({
  fleet_ref: z.string(),
  ...forEach(FLEET_FIELDS, () => z.string()),
  ...forEach(ADDRESS_FIELDS, () => address),
  preset: z.enum(PRESETS),
  levels: z.partialRecord(resource, z.enum(PERMISSION_LEVELS)),
  write: z.array(resource),
  tsp_mode: z.enum(TSP_MODES),
  /** Slugs separated by commas or spaces. */
  tsps: z.string(),
  expires_in_hours: z.string(),
  /** Fields that the source invitation had: if emptied, they are cleared instead of omitted. */
  had: z.array(z.enum(FLEET_FIELDS)),
  more: z.boolean(),
});
export type InvitationDraft = Readonly<z.infer<typeof invitationDraft>>;

export type FieldName = 'fleet_ref' | TextField | AddressField | 'permissions' | 'tsps' | 'expires_in_hours';
export type FieldErrors = ReadonlyMap<FieldName, string>;

const DEFAULT_ADDRESS = { mode: 'usual', url: '' } as const;

export function emptyDraft(fleet_ref = ''): InvitationDraft {
  return {
    fleet_ref,
    ...forEach(FLEET_FIELDS, () => ''),
    ...forEach(ADDRESS_FIELDS, () => DEFAULT_ADDRESS),
    preset: 'least',
    levels: LEAST_PERMISSIONS,
    write: ['user'],
    tsp_mode: 'left_out',
    tsps: '',
    expires_in_hours: String(INVITATION_HOURS.default),
    had: [],
    more: false,
  };
}

/**
 * A form with the details of an invitation, to renew it.
 * @param server_urls the server's own redirect URLs
 */
export function draftOf(
  existing: BoardInvitation,
  server_urls: { readonly success_redirect_url: string; readonly failure_redirect_url: string } | undefined,
): InvitationDraft {
  const redirect = (field: 'success_redirect_url' | 'failure_redirect_url') => {
    const url = existing[field];
    return !url || url === server_urls?.[field] ? DEFAULT_ADDRESS : ({ mode: 'own', url } as const);
  };
  const text = (field: TextField) =>
    field === 'fleet_email' ? emailText(existing[field] ?? '') : (existing[field] ?? '');
  const limit = existing.limit_tsps ?? [];
  const tsps = limit.length > 0 ? limit : (existing.exclude_tsps ?? []);
  return {
    ...emptyDraft(existing.fleet_ref ?? ''),
    ...forEach(FLEET_FIELDS, text),
    success_redirect_url: redirect('success_redirect_url'),
    failure_redirect_url: redirect('failure_redirect_url'),
    callback_url: existing.callback_url ? { mode: 'own', url: existing.callback_url } : DEFAULT_ADDRESS,
    ...permissionsOf(existing.permissions),
    tsps: tsps.join(', '),
    expires_in_hours: String(existing.expires_in_hours ?? INVITATION_HOURS.default),
    had: FLEET_FIELDS.filter((field) => text(field) !== ''),
  };
}

function permissionsOf(
  permissions: BoardInvitation['permissions'],
): Pick<InvitationDraft, 'preset' | 'levels'> {
  if (!permissions) return { preset: 'full', levels: LEAST_PERMISSIONS };
  const levels = z.partialRecord(resource, z.enum(PERMISSION_LEVELS)).safeParse(permissions);
  // Unknown names and levels cannot be sent; the preview shows that they are dropped.
  if (!levels.success)
    return {
      preset: 'custom',
      levels: Object.fromEntries(Object.entries(permissions).filter(isKnown)) as Levels,
    };
  return { preset: sameValue(levels.data, LEAST_PERMISSIONS) ? 'least' : 'custom', levels: levels.data };
}

const isKnown = ([name, level]: [string, string]) =>
  (RESOURCE_NAMES as readonly string[]).includes(name) &&
  (PERMISSION_LEVELS as readonly string[]).includes(level);

export const slugsOf = (tsps: string): string[] => [
  ...new Set(tsps.split(/[\s,;]+/).filter((slug) => slug !== '')),
];

function sentValue(field: TextField, text: string): string {
  if (field === 'fleet_country_code') return countryValue(text);
  return field === 'fleet_website' ? websiteValue(text) : text;
}

/** The request body, not validated. */
export function bodyOf(draft: InvitationDraft, existing: BoardInvitation | null): Record<string, unknown> {
  const body: Record<string, unknown> = { fleet_ref: draft.fleet_ref.trim() };
  for (const field of FLEET_FIELDS) {
    const text = draft[field].trim();
    if (text !== '') body[field] = sentValue(field, text);
    else if (draft.had.includes(field)) body[field] = null;
  }
  for (const field of ADDRESS_FIELDS) {
    const { mode, url } = draft[field];
    if (mode === 'none') body[field] = null;
    if (mode === 'own') body[field] = url.trim();
  }
  if (draft.preset === 'least') body.permissions = LEAST_PERMISSIONS;
  if (draft.preset === 'custom') body.permissions = draft.levels;
  if (draft.preset === 'write') body.write_permissions = draft.write;
  const { tsp_mode } = draft;
  if (tsp_mode === 'limit' || tsp_mode === 'exclude') {
    const [list, other] =
      tsp_mode === 'limit'
        ? (['limit_tsps', 'exclude_tsps'] as const)
        : (['exclude_tsps', 'limit_tsps'] as const);
    body[list] = slugsOf(draft.tsps);
    // An omitted list would remain, and the two cannot be combined.
    if (existing?.[other]?.length) body[other] = [];
  }
  if (tsp_mode === 'clear') body[existing?.exclude_tsps?.length ? 'exclude_tsps' : 'limit_tsps'] = [];
  const hours = draft.expires_in_hours.trim();
  if (hours !== '') body.expires_in_hours = Number(hours);
  return body;
}

const HOURS_RULE = `must be a whole number from ${INVITATION_HOURS.min} to ${INVITATION_HOURS.max} hours (28 days)`;

/** @param existing the invitation that would be renewed */
export function checkDraft(
  draft: InvitationDraft,
  existing: BoardInvitation | null,
): Checked<FieldName, InvitationCreate> {
  const errors = new Map<FieldName, string>();
  if ((draft.tsp_mode === 'limit' || draft.tsp_mode === 'exclude') && slugsOf(draft.tsps).length === 0)
    errors.set('tsps', 'must name at least one provider');
  const body = bodyOf(draft, existing);
  const parsed = invitationCreate.safeParse(body);
  const related = invitationRelations.safeParse(body);
  for (const { path, message } of [parsed, related].flatMap(({ error }) => error?.issues ?? [])) {
    const field = fieldOfPath(path.join('.'));
    if (!field || errors.has(field)) continue;
    if (field === 'expires_in_hours') errors.set(field, HOURS_RULE);
    else if (field === 'fleet_country_code')
      errors.set(field, countryError(draft.fleet_country_code) ?? message);
    else errors.set(field, message);
  }
  return { body: parsed.success && errors.size === 0 ? parsed.data : null, errors };
}

export type LikeFleets = ReadonlyMap<string, BoardInvitation>;

/** The invited fleets by what they may be recognized by. */
export function likeFleets(items: readonly BoardInvitation[]): LikeFleets {
  const fleets = new Map<string, BoardInvitation>();
  for (const item of items)
    if (item.status !== 'deleted')
      for (const [by, text] of matchKeysOf(item))
        if (!fleets.has(`${by} ${text}`)) fleets.set(`${by} ${text}`, item);
  return fleets;
}

const ALIKE: Readonly<Record<MatchField, readonly [field: FieldName, words: string]>> = {
  fleet_ref: ['fleet_ref', 'is this reference with other capitals, spaces or punctuation'],
  fleet_name: ['fleet_name', 'has this name too'],
  usdot_number: ['fleet_regulatory_id', 'has this USDOT number too'],
  mc_number: ['fleet_regulatory_id', 'has this MC number too'],
  regulatory_id: ['fleet_regulatory_id', 'has this regulatory ID too'],
  fleet_email: ['fleet_email', 'has this email too'],
};

function likenessWarnings(draft: InvitationDraft, fleets: LikeFleets): [FieldName, string][] {
  return matchKeysOf({ ...draft, fleet_email: asciiDomain(draft.fleet_email.trim()) }).flatMap(
    ([by, text]): [FieldName, string][] => {
      const [field, words] = ALIKE[by];
      const ref = fleets.get(`${by} ${text}`)?.fleet_ref;
      return ref && ref !== draft.fleet_ref.trim() ? [[field, `${isolated(ref)} ${words}`]] : [];
    },
  );
}

/** What looks wrong by field, in the form's order, although it can be sent: the tracking service takes any text. */
export function warningsOf(draft: InvitationDraft, fleets: LikeFleets = new Map()): FieldErrors {
  const alike = new Map(likenessWarnings(draft, fleets));
  const all: readonly (readonly [FieldName, string | null])[] = [
    ['fleet_ref', spreadsheetWarning(draft.fleet_ref) ?? alike.get('fleet_ref') ?? null],
    ['fleet_name', spreadsheetWarning(draft.fleet_name) ?? alike.get('fleet_name') ?? null],
    ['fleet_email', alike.get('fleet_email') ?? null],
    ['fleet_phone', phoneWarning(draft.fleet_phone)],
    [
      'fleet_regulatory_id',
      regulatoryWarning(draft.fleet_regulatory_id_type, draft.fleet_regulatory_id) ??
        alike.get('fleet_regulatory_id') ??
        null,
    ],
    ['fleet_country_code', countryWarning(draft.fleet_country_code)],
  ];
  return new Map(all.filter((one): one is [FieldName, string] => one[1] !== null));
}

const FIELD_ALIASES: Readonly<Record<string, FieldName>> = {
  write_permissions: 'permissions',
  limit_tsps: 'tsps',
  exclude_tsps: 'tsps',
};
const FORM_FIELDS = new Set<string>([
  'fleet_ref',
  ...FLEET_FIELDS,
  ...ADDRESS_FIELDS,
  'permissions',
  'expires_in_hours',
]);

/** The field for a path in a 422 of our server or the service: `body.fleet_email`, `/limit_tsps/0`. Null: no field of the form. */
export function fieldOfPath(path: string): FieldName | null {
  const [first = ''] = path
    .split(/[.[\]/]+/)
    .filter((part) => part !== '' && part !== '$' && part !== 'body');
  return FIELD_ALIASES[first] ?? (FORM_FIELDS.has(first) ? (first as FieldName) : null);
}

/** Serialized value of a field; a rejection is shown until it changes. */
export function fieldText(draft: InvitationDraft, field: FieldName): string {
  if (field === 'permissions') return JSON.stringify([draft.preset, draft.levels, draft.write]);
  if (field === 'tsps') return JSON.stringify([draft.tsp_mode, draft.tsps]);
  return JSON.stringify(draft[field]);
}
