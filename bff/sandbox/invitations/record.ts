/** Stored fleet invitation and its read model. */
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { FLEET_FIELDS, type INVITATION_STATUSES, type Invitation } from '@waypost/contract/invitations';
import { defaultPermissions, type PermissionLevel, type ResourceName } from '@waypost/contract/resources';
import { HOUR } from '../world/clock.ts';

export const URL_FIELDS = ['success_redirect_url', 'failure_redirect_url', 'callback_url'] as const;

type Texts = Readonly<Record<(typeof FLEET_FIELDS)[number] | (typeof URL_FIELDS)[number], string | null>>;
export type Scopes = Partial<Record<ResourceName, PermissionLevel>>;

/** The partner's request, with deprecated aliases resolved. */
export interface InvitationRequest extends Texts {
  readonly fleet_ref: string;
  /** Null: no restriction. */
  readonly limit_tsps: readonly string[] | null;
  readonly exclude_tsps: readonly string[] | null;
  /** Permissions that the fleet must grant; null when not sent, which means read on everything. */
  readonly permissions: Scopes | null;
  readonly expires_in_hours: number;
}

/** Times are wall clock, milliseconds. */
export interface InvitationRecord {
  readonly id: string;
  /** Last path segment of the magic link. */
  readonly secret: string;
  readonly created_at: number;
  request: InvitationRequest;
  expires_at: number;
  viewed_at: number | null;
  accepted_at: number | null;
  declined_at: number | null;
  decline_reason: string | null;
  deleted_at: number | null;
  fleet_id: string | null;
  access_token: string | null;
  refresh_token: string | null;
}

/** As stored in state files; earlier versions call the request `wishes`. */
export interface SavedInvitation extends InvitationRecord {
  readonly wishes?: InvitationRequest;
}

/** A new, unanswered invitation. */
export function openInvitation(
  given: Pick<InvitationRecord, 'id' | 'secret' | 'created_at' | 'request'>,
): InvitationRecord {
  return {
    ...given,
    expires_at: given.created_at + given.request.expires_in_hours * HOUR,
    viewed_at: null,
    accepted_at: null,
    declined_at: null,
    decline_reason: null,
    deleted_at: null,
    fleet_id: null,
    access_token: null,
    refresh_token: null,
  };
}

export function statusOf(record: InvitationRecord, now: number): (typeof INVITATION_STATUSES)[number] {
  if (record.deleted_at !== null) return 'deleted';
  if (record.accepted_at !== null) return 'accepted';
  if (record.declined_at !== null) return 'declined';
  return record.expires_at <= now ? 'expired' : 'active';
}

/** Scopes that the fleet grants by accepting. */
export function scopesOf({ permissions }: InvitationRequest): Scopes {
  return permissions ?? defaultPermissions([]);
}

const isoOrNull = (wall: number | null) => (wall === null ? null : new Date(wall).toISOString());

export interface ReadContext {
  readonly now: number;
  readonly partner_id: string;
  readonly partner_slug: string;
  /** URL of the magic link with this secret. */
  readonly link: (secret: string) => string;
}

/** Read model with its secrets. */
export function toInvitationResponse(record: InvitationRecord, context: ReadContext): Invitation {
  const { request } = record;
  const texts = Object.fromEntries([...FLEET_FIELDS, ...URL_FIELDS].map((field) => [field, request[field]]));
  const aliases = Object.fromEntries(
    FLEET_FIELDS.map((field) => [`partner_provided_${field}`, request[field]]),
  );
  return {
    id: record.id,
    created_at: new Date(record.created_at).toISOString(),
    expires_at: new Date(record.expires_at).toISOString(),
    expires_in_hours: request.expires_in_hours,
    status: statusOf(record, context.now),
    accepted_at: isoOrNull(record.accepted_at),
    declined_at: isoOrNull(record.declined_at),
    decline_reason: record.decline_reason,
    // A fleet that is invited again is known, but the id is set only when it accepts.
    fleet_id: record.accepted_at === null ? null : record.fleet_id,
    partner_id: context.partner_id,
    partner_slug: context.partner_slug,
    [ASSUMPTIONS.fields.magic_link]: context.link(record.secret),
    pre_registration_access_token: record.access_token,
    pre_registration_refresh_token: record.refresh_token,
    fleet_ref: request.fleet_ref,
    ...texts,
    limit_tsps: request.limit_tsps && [...request.limit_tsps],
    exclude_tsps: request.exclude_tsps && [...request.exclude_tsps],
    permissions: request.permissions,
    ...aliases,
  };
}
