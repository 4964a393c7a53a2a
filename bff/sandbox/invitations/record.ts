/** What is kept of a fleet invitation, and how it reads. */
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { FLEET_FIELDS, type INVITATION_STATUSES, type Invitation } from '@waypost/contract/invitations';
import { type PermissionLevel, RESOURCE_NAMES, type ResourceName } from '@waypost/contract/resources';
import { HOUR } from '../world/clock.ts';

export const ADDRESSES = ['success_redirect_url', 'failure_redirect_url', 'callback_url'] as const;

type Texts = Readonly<Record<(typeof FLEET_FIELDS)[number] | (typeof ADDRESSES)[number], string | null>>;
export type Scopes = Partial<Record<ResourceName, PermissionLevel>>;

/** What the partner asked for, deprecated aliases read in. */
export interface InvitationRequest extends Texts {
  readonly fleet_ref: string;
  /** Null: no restriction. */
  readonly limit_tsps: readonly string[] | null;
  readonly exclude_tsps: readonly string[] | null;
  /** What the fleet must grant; null when nothing was said, which means read on everything. */
  readonly permissions: Scopes | null;
  readonly expires_in_hours: number;
}

/** Times are wall clock, milliseconds. */
export interface InvitationRecord {
  readonly id: string;
  /** Ends the magic link. */
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

/** As a state file has it; files of earlier versions call the request `wishes`. */
export interface SavedInvitation extends InvitationRecord {
  readonly wishes?: InvitationRequest;
}

/** A new invitation that nobody has answered. */
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

/** What the fleet grants by accepting. */
export function scopesOf({ permissions }: InvitationRequest): Scopes {
  return permissions ?? readAnd([]);
}

/** Read on everything, with some raised to read-write. */
export function readAnd(raised: readonly ResourceName[]): Scopes {
  return Object.fromEntries(
    RESOURCE_NAMES.map((name) => [name, raised.includes(name) ? 'read_write' : 'read']),
  );
}

const isoOrNull = (wall: number | null) => (wall === null ? null : new Date(wall).toISOString());

export interface Reading {
  readonly now: number;
  readonly partner_id: string;
  readonly partner_slug: string;
  /** Address of the magic link that ends in this secret. */
  readonly link: (secret: string) => string;
}

/** Read model with its secrets. */
export function invitationAnswer(record: InvitationRecord, reading: Reading): Invitation {
  const { request } = record;
  const texts = Object.fromEntries([...FLEET_FIELDS, ...ADDRESSES].map((field) => [field, request[field]]));
  const aliases = Object.fromEntries(
    FLEET_FIELDS.map((field) => [`partner_provided_${field}`, request[field]]),
  );
  return {
    id: record.id,
    created_at: new Date(record.created_at).toISOString(),
    expires_at: new Date(record.expires_at).toISOString(),
    expires_in_hours: request.expires_in_hours,
    status: statusOf(record, reading.now),
    accepted_at: isoOrNull(record.accepted_at),
    declined_at: isoOrNull(record.declined_at),
    decline_reason: record.decline_reason,
    // A fleet that is asked anew is known here already, but the event comes when it accepts.
    fleet_id: record.accepted_at === null ? null : record.fleet_id,
    partner_id: reading.partner_id,
    partner_slug: reading.partner_slug,
    [ASSUMPTIONS.fields.magic_link]: reading.link(record.secret),
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
