/**
 * Fleet invitations as Waypost knows them: create responses, reads, webhooks and deliveries to `callback_url`, merged into one
 * state independent of their order and number. Our own API. The service's invitation id may be enough to read the invitation, so
 * here invitations have a `key` of ours; only `invitationLink` contains the link, and no response contains id or tokens.
 */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { invitation, invitationStatus } from '../invitations.ts';
import { unreadRows } from '../unread.ts';

/** Receiver of the invitation's callbacks: our own URL, another one, or none. */
export const CALLBACKS = ['ours', 'other', 'none'] as const;

/**
 * How a link was given to a fleet. Each value records what was done here, not that the fleet received it: `mail_app` opened a
 * message in the person's mail program; `marked` is the person's statement about something done elsewhere.
 */
export const SHARE_METHODS = ['copied', 'mail_app', 'emailed', 'exported', 'marked'] as const;
export type ShareMethod = (typeof SHARE_METHODS)[number];

/**
 * `waiting`: to be sent or retried; `unknown`: the mail server may have accepted it, but its response was lost; `failed`: not
 * sent; `cancelled`: by a person, before it was sent.
 */
export const EMAIL_STATES = ['waiting', 'sending', 'sent', 'failed', 'unknown', 'cancelled'] as const;
export type EmailState = (typeof EMAIL_STATES)[number];

/** The last email in the invitation's current validity period. */
export const invitationEmail = z.object({
  id: uuid,
  state: z.enum(EMAIL_STATES),
  to: z.string(),
  /** Reason for the state, as one sentence with the mail server's response; null when there is no problem. */
  message: z.string().nullable(),
  at: dateTime,
});
export type InvitationEmail = z.infer<typeof invitationEmail>;

/** Fields echoed by the service. Null when it did not report them. */
const echoed = z.object(
  invitation.pick({
    fleet_name: true,
    fleet_email: true,
    fleet_regulatory_id: true,
    fleet_regulatory_id_type: true,
    fleet_phone: true,
    fleet_website: true,
    fleet_country_code: true,
    success_redirect_url: true,
    failure_redirect_url: true,
    limit_tsps: true,
    exclude_tsps: true,
    /** Resource name -> permission level. Null: not set, or read on everything. */
    permissions: true,
  }).shape,
);

/** One invitation in a list. Times come from the service, except those of actions taken here. */
export const boardInvitation = echoed.extend({
  /** Waypost's own identifier, used in URLs; meaningless to anyone else. */
  key: uuid,
  fleet_ref: z.string().nullable(),
  /** As last reported by the service; it may have expired since, see `invitationStage`. */
  status: invitationStatus.nullable(),
  created_at: dateTime.nullable(),
  /** Start of the current validity period: creation or last refresh. */
  valid_from: dateTime.nullable(),
  expires_at: dateTime.nullable(),
  expires_in_hours: z.number().int().nullable(),
  /** First view in the current validity period; known only from events. */
  viewed_at: dateTime.nullable(),
  accepted_at: dateTime.nullable(),
  declined_at: dateTime.nullable(),
  decline_reason: z.string().nullable(),
  /** Of earlier validity periods, oldest first: a renewal reopens the invitation. */
  past_declines: z.array(z.object({ at: dateTime, reason: z.string().nullable() })).default([]),
  deleted_at: dateTime.nullable(),
  /** Refreshes observed by Waypost. */
  refreshes: z.number().int().min(0),
  fleet_id: uuid.nullable(),
  callback: z.enum(CALLBACKS),
  /** Null for our own callback, whose URL is secret. */
  callback_url: z.string().nullable(),
  /** Who created or last refreshed it here; null when done elsewhere. */
  created_by_name: z.string().nullable(),
  chases: z.number().int().min(0),
  chased_at: dateTime.nullable(),
  chased_by_name: z.string().nullable(),
  /** When a person wants to follow up next; null: at the default time. */
  follow_up_at: dateTime.nullable(),
  link_shown_at: dateTime.nullable(),
  link_shown_by_name: z.string().nullable(),
  /** How often its link was shared from here, over all validity periods. */
  shares: z.number().int().min(0),
  /** Last time in the current validity period; null when not shared from here. A renewed invitation must be shared again. */
  shared_at: dateTime.nullable(),
  shared_by_name: z.string().nullable(),
  shared_how: z.enum(SHARE_METHODS).nullable(),
  /** An address or a name, if known. */
  shared_to: z.string().nullable(),
  /** Last email requested in the current validity period; null when none. */
  email: invitationEmail.nullable(),
  /** Where its last email went, also in an earlier validity period; null when none. */
  emailed_to: z.string().nullable().default(null),
  /** When that address unsubscribed from emails; null: it has not. */
  unsubscribed_at: dateTime.nullable().default(null),
  last_event_at: dateTime.nullable(),
  last_read_at: dateTime.nullable(),
  /** Increases with every change stored here. */
  version: z.number().int(),
});
export type BoardInvitation = z.infer<typeof boardInvitation>;

type Emailed = Pick<BoardInvitation, 'email' | 'emailed_to' | 'fleet_email'>;

/**
 * Where to email it next: where its last email went, unless that one failed, else the fleet's address. After a renewal the fleet's
 * address comes first, because it may have been corrected.
 */
export const nextAddress = ({ email, emailed_to, fleet_email }: Emailed): string | null =>
  (email?.state === 'failed' ? null : email?.to) ?? fleet_email ?? emailed_to;

/** How updates of invitations arrive. `reads` is `no` when the service lacks the endpoint (404, 405, 501). */
export const onboardingSources = z.object({
  /** State of our subscription; `none`: not subscribed yet. */
  events: z.enum(['active', 'pending', 'by_hand', 'none']),
  reads: z.enum(['yes', 'no', 'unknown']),
  last_event_at: dateTime.nullable(),
  last_read_at: dateTime.nullable(),
  /** Why the last read failed, as one sentence; null after success. */
  read_problem: z.string().nullable(),
  /** Items of the last complete list that could not be read. */
  unread: unreadRows,
});
export type OnboardingSources = z.infer<typeof onboardingSources>;

/** All known invitations, newest first. */
export const invitationList = z.object({ items: z.array(boardInvitation), sources: onboardingSources });

export const INVITATION_HISTORY_KINDS = [
  'created',
  'refreshed',
  'viewed',
  'accepted',
  'declined',
  'expired',
  'deleted',
  'chased',
  'postponed',
  'link_shown',
  'shared',
  'not_shared',
  'email_failed',
  'other',
] as const;

/** Oldest first. */
export const invitationHistoryEntry = z.object({
  what: z.enum(INVITATION_HISTORY_KINDS),
  at: dateTime,
  /** User of Waypost; null when the fleet, time or the service caused it. */
  by_name: z.string().nullable(),
  /** Decline reason, follow-up note, email failure, or name of an unknown event. */
  note: z.string().nullable(),
  /** For `shared`. */
  how: z.enum(SHARE_METHODS).nullable(),
  /** Recipient of the link or the email. */
  to: z.string().nullable(),
  /** For `chased` and `postponed`: the next follow-up, if set. */
  follow_up_at: dateTime.nullable(),
});
/** After a follow-up was logged or postponed. */
export const followedUpInvitation = boardInvitation.extend({
  /** Names the entry, to undo this one and no later one of somebody else. */
  logged_at: dateTime,
});

export const boardInvitationDetail = boardInvitation.extend({ history: z.array(invitationHistoryEntry) });
export type BoardInvitationDetail = z.infer<typeof boardInvitationDetail>;

/** Requests are recorded. Do not store the link. */
export const invitationLink = z.object({
  magic_link: z.string(),
  expires_at: dateTime.nullable(),
  /** False when the service could not be read: the link is from its last response. */
  fresh: z.boolean(),
});

export const chaseWrite = z.strictObject({
  note: z.string().trim().max(500, { error: 'must be at most 500 characters' }).nullable().default(null),
  /** Next follow-up, in the future. */
  follow_up_at: dateTime.nullable().default(null),
  /** False when the follow-up is only postponed, without contacting the fleet. */
  contacted: z.boolean().default(true),
});
export type ChaseWrite = z.input<typeof chaseWrite>;

/** Methods that a page can report; the server itself records emails and exports. */
export const shareWrite = z.strictObject({
  how: z.enum(['copied', 'mail_app', 'marked']),
  to: z.string().trim().max(200, { error: 'must be at most 200 characters' }).nullable().default(null),
});
export type ShareWrite = z.infer<typeof shareWrite>;

/** One field changed by a refresh. */
export const invitationChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
export type InvitationChange = z.infer<typeof invitationChange>;

/** Values used for omitted fields. An explicit null is sent as null and means none. */
export const invitationDefaults = z.object({
  success_redirect_url: z.string(),
  failure_redirect_url: z.string(),
  /** `ours`: our URL is used; `none`: our URL is not HTTPS, so the service would reject it. */
  callback: z.enum(['ours', 'none']),
  /** Providers known from connections, for limit_tsps and exclude_tsps. */
  tsps: z.array(z.object({ tsp_slug: z.string(), source_name: z.string().nullable() })),
});
export type InvitationDefaults = z.infer<typeof invitationDefaults>;

/**
 * `event: invitations` on the stream, without an id: complete changed invitations. After a gap the page fetches the list again.
 */
export const invitationsEvent = z.object({ items: z.array(boardInvitation) });

/** A TMS invitation; the interface shows none of its fields. */
export const boardTmsInvitation = z.object({
  key: uuid,
  status: z.string().nullable(),
  created_at: dateTime.nullable(),
  expires_at: dateTime.nullable(),
});
/** `known` false: the service has no such list; invitations can still be deleted by id. */
export const tmsInvitationList = z.object({
  known: z.boolean(),
  items: z.array(boardTmsInvitation),
  unread: unreadRows,
});
/** The id is in the body because URLs are logged. */
export const tmsInvitationDelete = z.strictObject({ tms_invitation_id: uuid });
