/**
 * Fleet invitations as Waypost knows them: create answers, reads, webhooks and deliveries to `callback_url`, merged into one
 * state that does not depend on their order or number. Our own API. The service's id of an invitation may be all that its read needs,
 * so here an invitation is named by a `key` of ours; neither id nor link nor tokens are in any of these answers but `invitationLink`.
 */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { invitation, invitationStatus } from '../invitations.ts';
import { unreadRows } from '../unread.ts';

/** Who is called at acceptance: our own address, one that somebody gave, or nobody. */
export const CALLBACKS = ['ours', 'other', 'none'] as const;

/**
 * How a link was given to a fleet. Each says what was done here, none that the fleet has it: `mail_app` opened a message in the person's own
 * mail program, `marked` is a person's word for what was done elsewhere.
 */
export const SHARE_METHODS = ['copied', 'mail_app', 'emailed', 'exported', 'marked'] as const;
export type ShareMethod = (typeof SHARE_METHODS)[number];

/**
 * `waiting`: for its turn, or to be tried again; `unknown`: the mail server may have taken it, its answer was lost; `failed`: it was not sent;
 * `cancelled`: by a person, before it was sent.
 */
export const EMAIL_STATES = ['waiting', 'sending', 'sent', 'failed', 'unknown', 'cancelled'] as const;
export type EmailState = (typeof EMAIL_STATES)[number];

/** The last email of an invitation in its present validity. */
export const invitationEmail = z.object({
  id: uuid,
  state: z.enum(EMAIL_STATES),
  to: z.string(),
  /** Why it is where it is, one sentence with what the mail server said; null while all is well. */
  message: z.string().nullable(),
  at: dateTime,
});
export type InvitationEmail = z.infer<typeof invitationEmail>;

/** Fields that come back as they were sent. Null: the service did not say. */
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
    /** Resource name -> level. Null: not given, or read on everything. */
    permissions: true,
  }).shape,
);

/** One invitation in a list. Times are those of the service, but for what people did here. */
export const boardInvitation = echoed.extend({
  /** Ours, for addresses; says nothing to anybody else. */
  key: uuid,
  fleet_ref: z.string().nullable(),
  /** As the service said it last; time may have moved on since: see `invitationStage`. */
  status: invitationStatus.nullable(),
  created_at: dateTime.nullable(),
  /** Start of the present validity: when it was created, or last refreshed. */
  valid_from: dateTime.nullable(),
  expires_at: dateTime.nullable(),
  expires_in_hours: z.number().int().nullable(),
  /** First view in the present validity; known from events only. */
  viewed_at: dateTime.nullable(),
  accepted_at: dateTime.nullable(),
  declined_at: dateTime.nullable(),
  decline_reason: z.string().nullable(),
  deleted_at: dateTime.nullable(),
  /** Refreshes that were seen from here. */
  refreshes: z.number().int().min(0),
  /** Set after acceptance. */
  fleet_id: uuid.nullable(),
  callback: z.enum(CALLBACKS),
  /** Null when it is our own: that address is a secret. */
  callback_url: z.string().nullable(),
  /** Who created or last refreshed it here; null when that was done elsewhere. */
  created_by_name: z.string().nullable(),
  chases: z.number().int().min(0),
  chased_at: dateTime.nullable(),
  chased_by_name: z.string().nullable(),
  /** When somebody wants to follow up next; null: when the usual time is over. */
  follow_up_at: dateTime.nullable(),
  link_shown_at: dateTime.nullable(),
  link_shown_by_name: z.string().nullable(),
  /** How often its link was given to the fleet from here, in all validities. */
  shares: z.number().int().min(0),
  /** The last time in the present validity; null: not given, or not from here. A renewed invitation has to be shared again. */
  shared_at: dateTime.nullable(),
  shared_by_name: z.string().nullable(),
  shared_how: z.enum(SHARE_METHODS).nullable(),
  /** An address or a name, where it is known. */
  shared_to: z.string().nullable(),
  /** The last email that was asked for in the present validity; null: none. */
  email: invitationEmail.nullable(),
  last_event_at: dateTime.nullable(),
  last_read_at: dateTime.nullable(),
  /** Grows with every change of this invitation here. */
  version: z.number().int(),
});
export type BoardInvitation = z.infer<typeof boardInvitation>;

/** How invitations come to be known, for a line at the foot of the list. `no`: the service has no such read (404, 405, 501). */
export const onboardingSources = z.object({
  /** State of our subscription; `none`: nobody has asked for one yet. */
  events: z.enum(['active', 'pending', 'by_hand', 'none']),
  reads: z.enum(['yes', 'no', 'unknown']),
  last_event_at: dateTime.nullable(),
  last_read_at: dateTime.nullable(),
  /** Why the last read failed, one sentence; null when it did not. */
  read_problem: z.string().nullable(),
  /** What of the last whole list could not be read. */
  unread: unreadRows,
});
export type OnboardingSources = z.infer<typeof onboardingSources>;

/** Newest first, all that are known. */
export const invitationList = z.object({ items: z.array(boardInvitation), sources: onboardingSources });

export const INVITATION_HAPPENINGS = [
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

/** One line of what happened, oldest first. */
export const invitationHappening = z.object({
  what: z.enum(INVITATION_HAPPENINGS),
  at: dateTime,
  /** Person of ours; null when it was the fleet, time or the service. */
  by_name: z.string().nullable(),
  /** Decline reason, note of a chase, why an email failed, name of an event that nobody knows. */
  note: z.string().nullable(),
  /** Of `shared`: by which way. */
  how: z.enum(SHARE_METHODS).nullable(),
  /** To whom it was given, or the email was to go. */
  to: z.string().nullable(),
  /** Of `chased` and `postponed`: when to follow up next, where somebody said so. */
  follow_up_at: dateTime.nullable(),
});
export const boardInvitationDetail = boardInvitation.extend({ history: z.array(invitationHappening) });
export type BoardInvitationDetail = z.infer<typeof boardInvitationDetail>;

/** Answer of `POST /api/invitations/{key}/link`, which is recorded. Not to be kept anywhere. */
export const invitationLink = z.object({
  magic_link: z.string(),
  expires_at: dateTime.nullable(),
  /** False: the service could not be read, this is the link of its last answer to us. */
  fresh: z.boolean(),
});

export const chaseWrite = z.strictObject({
  note: z.string().trim().max(500, { error: 'must be at most 500 characters' }).nullable().default(null),
  /** When to follow up next, in the future. */
  follow_up_at: dateTime.nullable().default(null),
  /** False: the fleet was not asked, it is only put off. */
  contacted: z.boolean().default(true),
});
export type ChaseWrite = z.input<typeof chaseWrite>;

/** What a page can know of: the server itself records what it sends and exports. */
export const shareWrite = z.strictObject({
  how: z.enum(['copied', 'mail_app', 'marked']),
  to: z.string().trim().max(200, { error: 'must be at most 200 characters' }).nullable().default(null),
});
export type ShareWrite = z.infer<typeof shareWrite>;

/** One field that a refresh has changed. */
export const invitationChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
export type InvitationChange = z.infer<typeof invitationChange>;

/** `GET /api/invitations/defaults`: what is put in when a create leaves it out; null is sent as null and means none. */
export const invitationDefaults = z.object({
  success_redirect_url: z.string(),
  failure_redirect_url: z.string(),
  /** `ours`: our address is put in; `none`: it is not https, so the service would refuse it. */
  callback: z.enum(['ours', 'none']),
  /** Providers that are known from connections, for limit_tsps and exclude_tsps. */
  tsps: z.array(z.object({ tsp_slug: z.string(), source_name: z.string().nullable() })),
});
export type InvitationDefaults = z.infer<typeof invitationDefaults>;

/** `event: invitations` on the stream, without an id: those that have changed, whole. After a gap the page reads the list again. */
export const invitationsEvent = z.object({ items: z.array(boardInvitation) });

/** A TMS invitation of which the interface shows nothing. */
export const boardTmsInvitation = z.object({
  key: uuid,
  status: z.string().nullable(),
  created_at: dateTime.nullable(),
  expires_at: dateTime.nullable(),
});
/** `known` false: the service has no list of them; one can still be deleted by its id. */
export const tmsInvitationList = z.object({
  known: z.boolean(),
  items: z.array(boardTmsInvitation),
  unread: unreadRows,
});
/** In the body, since an address is kept in logs. */
export const tmsInvitationDelete = z.strictObject({ tms_invitation_id: uuid });
