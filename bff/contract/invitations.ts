/** Fleet invitations (paths assumed). TMS invitations are a separate resource: tms-invitations.ts. */
import { z } from 'zod';
import { ASSUMPTIONS, type Assumptions } from './assumptions.ts';
import {
  countryCode,
  dateTime,
  displayText,
  enteredFleetRef,
  MAX_REQUEST_ITEMS,
  openEnum,
  page,
  pageQuery,
  receivedDetail,
  receivedReference,
  requestReference,
  requestText,
  uuid,
} from './common.ts';
import { requestEmail } from './email-address.ts';
import { COMMON_ERRORS, COMMON_ERRORS_AND_501, endpoint } from './endpoint.ts';
import { PERMISSION_LEVELS, permissionLevel, RESOURCE_NAMES } from './resources.ts';

export const INVITATION_STATUSES = ['active', 'accepted', 'declined', 'expired', 'deleted'] as const;
export const invitationStatus = openEnum(INVITATION_STATUSES);

/** Validity of the link, in hours. */
export const INVITATION_HOURS = { min: 1, max: 672, default: 72 } as const;
/** Length of the website, redirect and callback URLs, in characters. */
export const URL_LENGTH = { min: 1, max: 2083 } as const;

/** Any protocol except those that run code or read local data when the link is followed. */
const SAFE_PROTOCOL = /^(?!(javascript|data|vbscript|file|blob)$)/i;

const address = (protocol: RegExp, error: string) =>
  z
    .string()
    .min(URL_LENGTH.min, { error: 'must not be empty' })
    .max(URL_LENGTH.max, { error: `must be at most ${URL_LENGTH.max} characters` })
    .pipe(z.url({ protocol, error }));

/** Allows any safe scheme, because a redirect may use an app's own scheme. */
const uri = address(SAFE_PROTOCOL, 'must be an address such as https://example.com');
const httpsUri = address(/^https$/, 'must be an address that begins with https://');

const tsps = z.array(requestText.min(1)).max(MAX_REQUEST_ITEMS).nullable().optional();

/** Fields that pre-fill the fleet's form. Each has a deprecated `partner_provided_...` alias. */
const prefill = {
  fleet_name: requestText.nullable().optional(),
  fleet_email: requestEmail.nullable().optional(),
  fleet_regulatory_id: requestText.nullable().optional(),
  /** Required when a regulatory id is set. */
  fleet_regulatory_id_type: requestText.nullable().optional(),
  fleet_phone: requestText.nullable().optional(),
  fleet_website: uri.nullable().optional(),
  fleet_country_code: countryCode.nullable().optional(),
} as const;

const createShape = {
  /**
   * The partner's own fleet identifier. The service refreshes an existing invitation with the same value instead of creating
   * another.
   */
  fleet_ref: requestReference,
  ...prefill,
  success_redirect_url: uri.nullable().optional(),
  failure_redirect_url: uri.nullable().optional(),
  callback_url: httpsUri.nullable().optional(),
  /** On refresh, omitting it keeps the current restriction and an empty list clears it. */
  limit_tsps: tsps,
  exclude_tsps: tsps,
  /** When omitted, the fleet must grant read on everything. Shape assumed. */
  permissions: z.partialRecord(z.enum(RESOURCE_NAMES), z.enum(PERMISSION_LEVELS)).nullable().optional(),
  write_permissions: z.array(z.enum(RESOURCE_NAMES)).max(MAX_REQUEST_ITEMS).nullable().optional(),
  expires_in_hours: z
    .number()
    .int()
    .min(INVITATION_HOURS.min, { error: `must be at least ${INVITATION_HOURS.min} hour` })
    .max(INVITATION_HOURS.max, { error: `must be at most ${INVITATION_HOURS.max} hours (28 days)` })
    .default(INVITATION_HOURS.default),
} as const;

const isSet = (value: unknown) => value !== undefined && value !== null;

interface RelatedFields {
  readonly fleet_regulatory_id?: string | null | undefined;
  readonly fleet_regulatory_id_type?: string | null | undefined;
  readonly limit_tsps?: unknown;
  readonly exclude_tsps?: unknown;
  readonly permissions?: unknown;
  readonly write_permissions?: unknown;
}

const isNonEmptyList = (list: unknown) => Array.isArray(list) && list.length > 0;

/**
 * Rules between fields; null counts as not sent. An empty provider list restricts nothing and clears the current one, so it may
 * accompany the other list: one restriction replaces the other in a single request (assumed).
 */
function checkRelatedFields(body: RelatedFields, ctx: z.RefinementCtx): void {
  const issue = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  if (body.fleet_regulatory_id && !body.fleet_regulatory_id_type)
    issue('fleet_regulatory_id_type', 'must be given with a regulatory ID, such as DOT');
  if (isNonEmptyList(body.limit_tsps) && isNonEmptyList(body.exclude_tsps))
    issue('exclude_tsps', 'must be left out when limit_tsps is given');
  if (isSet(body.permissions) && isSet(body.write_permissions))
    issue('write_permissions', 'must be left out when permissions is given');
}

/** Request body that we send, without deprecated fields. */
export const invitationCreate = z
  .strictObject({
    ...createShape,
    fleet_ref: enteredFleetRef,
  })
  .superRefine(checkRelatedFields);
export type InvitationCreate = z.infer<typeof invitationCreate>;
/** Its rules between fields alone: it checks them only when each field by itself is right. */
export const invitationRelations = z.looseObject({}).superRefine(checkRelatedFields);

type Prefill = keyof typeof prefill;
type Alias = `partner_provided_${Prefill}`;
export const FLEET_FIELDS = Object.keys(prefill) as readonly Prefill[];
const aliasOf = (field: Prefill): Alias => `partner_provided_${field}`;

/** Deprecated names with the schemas of their current fields. */
const aliases = Object.fromEntries(FLEET_FIELDS.map((field) => [aliasOf(field), prefill[field]])) as {
  [A in Alias]: A extends `partner_provided_${infer F extends Prefill}` ? (typeof prefill)[F] : never;
};

/** Copies deprecated aliases into their current fields and removes them; a current field that is set wins. */
export function resolveAliases(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const out: Record<string, unknown> = { ...given };
  for (const field of FLEET_FIELDS) {
    const alias = aliasOf(field);
    if (isSet(out[alias]) && !isSet(out[field])) out[field] = out[alias];
    delete out[alias];
  }
  return out;
}

/** Request body that the service accepts, including deprecated aliases. */
export const invitationCreateAccepted = z
  .strictObject({ ...createShape, ...aliases })
  .superRefine((body, ctx) => checkRelatedFields(resolveAliases(body), ctx));

const text = displayText.nullish();
const ref = receivedReference.nullish();
const detail = receivedDetail.nullish();

/** Read model. Only `id` is required. Secret fields are listed in `INVITATION_SECRETS`. */
export const invitation = z.looseObject({
  id: uuid,
  created_at: dateTime.nullish(),
  expires_at: dateTime.nullish(),
  expires_in_hours: z.number().int().nullish(),
  status: invitationStatus.nullish(),
  accepted_at: dateTime.nullish(),
  declined_at: dateTime.nullish(),
  decline_reason: text,
  /** Set after acceptance. */
  fleet_id: uuid.nullish(),
  partner_id: uuid.nullish(),
  partner_slug: ref,
  /** Field name assumed: read it with `magicLinkOf`. */
  magic_link: detail,
  pre_registration_access_token: detail,
  pre_registration_refresh_token: detail,
  fleet_ref: ref,
  fleet_name: text,
  fleet_email: detail,
  fleet_regulatory_id: detail,
  fleet_regulatory_id_type: detail,
  fleet_phone: detail,
  fleet_website: detail,
  fleet_country_code: ref,
  callback_url: detail,
  success_redirect_url: detail,
  failure_redirect_url: detail,
  limit_tsps: z.array(receivedReference).nullish(),
  exclude_tsps: z.array(receivedReference).nullish(),
  /** Resource name -> permission level (assumed). */
  permissions: z.record(z.string(), permissionLevel).nullish(),
  partner_provided_fleet_name: text,
  partner_provided_fleet_email: detail,
  partner_provided_fleet_regulatory_id: detail,
  partner_provided_fleet_regulatory_id_type: detail,
  partner_provided_fleet_phone: detail,
  partner_provided_fleet_website: detail,
  partner_provided_fleet_country_code: ref,
});
export type Invitation = z.infer<typeof invitation>;

/** Secret response fields. The two tokens never reach a browser; the link does only on request. */
export const INVITATION_SECRETS = [
  'magic_link',
  'pre_registration_access_token',
  'pre_registration_refresh_token',
] as const satisfies readonly (keyof Invitation)[];

/** Link to share with the fleet, read under its configured field name. Null when missing. */
export function magicLinkOf(
  given: Readonly<Record<string, unknown>>,
  a: Assumptions = ASSUMPTIONS,
): string | null {
  const link = given[a.fields.magic_link];
  return typeof link === 'string' ? link : null;
}

export const invitationParams = z.strictObject({ invitation_id: uuid });
export const invitationListQuery = z.strictObject({ fleet_ref: z.string().min(1).optional(), ...pageQuery });

export function invitationEndpoints(a: Assumptions) {
  const secrets = ['id', ...INVITATION_SECRETS, a.fields.magic_link];
  return {
    createInvitation: endpoint({
      name: 'createInvitation',
      assumed: 'path',
      method: 'POST',
      path: a.paths.invitations,
      body: invitationCreateAccepted,
      response: invitation,
      secrets,
      /** 201 for a new invitation, 200 for a refreshed one (assumed). */
      success: [201, 200],
      errors: COMMON_ERRORS,
    }),
    listInvitations: endpoint({
      name: 'listInvitations',
      assumed: true,
      method: 'GET',
      path: a.paths.invitations,
      query: invitationListQuery,
      queryNames: { ...a.query.pagination, ...a.query.invitations },
      response: page(invitation),
      secrets,
      success: [200],
      errors: COMMON_ERRORS_AND_501,
    }),
    getInvitation: endpoint({
      name: 'getInvitation',
      assumed: true,
      method: 'GET',
      path: a.paths.invitation,
      params: invitationParams,
      response: invitation,
      secrets,
      about: { param: 'invitation_id', field: 'id' },
      success: [200],
      errors: COMMON_ERRORS_AND_501,
    }),
    deleteInvitation: endpoint({
      name: 'deleteInvitation',
      assumed: true,
      method: 'DELETE',
      path: a.paths.invitation,
      params: invitationParams,
      success: [204, 200],
      errors: COMMON_ERRORS_AND_501,
    }),
  } as const;
}
