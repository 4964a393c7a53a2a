import {
  type ChaseReason,
  chaseReason,
  endsSoon,
  type InvitationStage,
  invitationStage,
  isOpen,
  SHARE_WORD,
} from '@waypost/contract/api/invitation-stage';
import type {
  BoardInvitation,
  EmailState,
  INVITATION_HISTORY_KINDS,
} from '@waypost/contract/api/invitations';
import { isolated } from '../../ui/bidi.ts';
import { emailText } from '../../ui/email-text.ts';
import { agoText, durationText, shortDateTime } from '../../ui/time.ts';

export const STAGE_MEANING: Readonly<Record<InvitationStage, string>> = {
  not_shared: 'Created; its link was not shared from Waypost',
  shared: 'The link was copied, exported or sent, but the fleet has not opened it yet',
  viewed: 'The fleet opened the link but has not answered',
  accepted: 'The fleet shares data',
  declined: 'The fleet declined',
  expired: 'Expired, not answered',
  deleted: 'Withdrawn by us',
  other: 'Unknown status',
};

export const HAPPENING_WORD: Readonly<Record<(typeof INVITATION_HISTORY_KINDS)[number], string>> = {
  created: 'Created',
  refreshed: 'Renewed',
  viewed: 'Opened by the fleet',
  accepted: 'Accepted by the fleet',
  declined: 'Declined by the fleet',
  expired: 'Expired',
  deleted: 'Withdrawn',
  chased: 'Followed up',
  postponed: 'Follow-up postponed',
  link_shown: 'Link viewed',
  shared: 'Link copied or sent',
  not_shared: 'Marked as not shared',
  email_failed: 'Email not sent',
  other: 'Other event',
};

/** `Link copied 2 h ago by Kim, to ops@mesa.example`; null: not shared since the last renewal. */
export function sharedText(
  { shared_at, shared_by_name, shared_how, shared_to }: BoardInvitation,
  now: number,
): string | null {
  if (shared_at === null || shared_how === null) return null;
  const by = shared_by_name === null ? '' : ` by ${isolated(shared_by_name)}`;
  const to = shared_to === null ? '' : `, to ${isolated(emailText(shared_to))}`;
  return `${SHARE_WORD[shared_how]} ${agoText(shared_at, now)}${by}${to}`;
}

/** Someone says that the fleet has the link, or Waypost emailed it; a copied or exported link may have gone nowhere. */
export const isKnownSent = ({ shared_at, shared_how }: Pick<BoardInvitation, 'shared_at' | 'shared_how'>) =>
  shared_at !== null && (shared_how === 'marked' || shared_how === 'emailed');

const since = (at: string | null, now: number) => (at === null ? '' : durationText(now - Date.parse(at)));

/** An email under way: nobody has to share the link meanwhile. */
const EMAIL_WORDS: Partial<Record<EmailState, string>> = {
  waiting: 'email waiting to be sent',
  sending: 'email being sent',
  unknown: 'not known whether the email was sent',
};

function missingStep({ viewed_at, shared_at, created_by_name, email }: BoardInvitation): string {
  if (viewed_at !== null) return 'no answer yet';
  if (shared_at !== null || created_by_name === null) return 'not opened yet';
  return (email && EMAIL_WORDS[email.state]) ?? 'link not shared yet';
}

const CHASE_TEXT: Readonly<Record<ChaseReason, (invitation: BoardInvitation, now: number) => string>> = {
  planned: ({ follow_up_at }, now) => `Follow-up planned for ${shortDateTime(follow_up_at ?? now, now)}`,
  ends_soon: (invitation, now) =>
    `Expires in ${durationText(Date.parse(invitation.expires_at ?? '') - now)}, ${missingStep(invitation)}`,
  unsubscribed: (invitation, now) => statusText(invitation, now),
  viewed_not_answered: ({ viewed_at }, now) => `Opened ${since(viewed_at, now)} ago, no answer yet`,
  not_shared: (invitation, now) =>
    `${invitation.refreshes > 0 ? 'Renewed' : 'Created'} ${since(invitation.valid_from ?? invitation.created_at, now)} ago, ${missingStep(invitation)}`,
  not_viewed: ({ shared_at, valid_from, created_at }, now) =>
    `Not opened for ${since(shared_at ?? valid_from ?? created_at, now)}`,
  expired: ({ expires_at }, now) => `Expired ${since(expires_at, now)} ago, not answered. Renew it`,
};

/** `1 d 4 h`; null when no answer is awaited, or without an end. */
export function timeLeft(
  { expires_at }: BoardInvitation,
  stage: InvitationStage,
  now: number,
): string | null {
  if (expires_at === null || !(isOpen(stage) || stage === 'other')) return null;
  const left = Date.parse(expires_at) - now;
  return left > 0 ? durationText(left) : null;
}

/** The fleet's name, else our reference. */
export const nameOf = ({ fleet_name, fleet_ref }: Pick<BoardInvitation, 'fleet_name' | 'fleet_ref'>) =>
  fleet_name || fleet_ref || 'Unnamed fleet';

/** What is true when no follow-up is due; one that ends within a day was followed up, or has a date set by a person. */
export function noFollowUpsText(items: readonly BoardInvitation[], now: number): string {
  const soon = items
    .filter((one) => endsSoon(one, now))
    .sort((a, b) => Date.parse(a.expires_at ?? '') - Date.parse(b.expires_at ?? ''));
  const [first] = soon;
  if (first === undefined)
    return 'No invitation is ending soon, unanswered for a day or unopened for two days.';
  const others = soon.length > 1 ? `, and ${soon.length - 1} more within a day` : '';
  const next = followUpText(first, now);
  return `The invitation of ${isolated(nameOf(first))} ends in ${timeLeft(first, invitationStage(first, now), now)}${others}.${next === null ? '' : ` ${next}.`}`;
}

/** The status in one sentence; `chase`: a follow-up is due today. @param unsubscribed no email reaches it */
export function statusOf(
  invitation: BoardInvitation,
  now: number,
  unsubscribed = invitation.unsubscribed_at !== null,
) {
  const reason = chaseReason(invitation, now);
  const text = reason === null ? statusText(invitation, now) : CHASE_TEXT[reason](invitation, now);
  const calls = unsubscribed && isOpen(invitationStage(invitation, now));
  return { text: calls ? `Unsubscribed: call them. ${text}` : text, chase: reason !== null };
}

const when = (time: string | null, now: number) => (time === null ? '' : ` ${agoText(time, now)}`);

const STATUS_TEXT: Readonly<Record<InvitationStage, (one: BoardInvitation, now: number) => string>> = {
  not_shared: ({ created_by_name }) =>
    created_by_name === null ? 'No sharing recorded' : 'Link not shared yet',
  shared: (one, now) => `${sharedText(one, now) ?? 'Sent'}, not opened yet`,
  viewed: ({ viewed_at }, now) => `Opened${when(viewed_at, now)}, waiting for an answer`,
  accepted: ({ accepted_at }, now) => `Accepted${when(accepted_at, now)}`,
  declined: ({ declined_at, decline_reason }, now) =>
    `Declined${when(declined_at, now)}${decline_reason ? `: ${decline_reason}` : ', no reason given'}`,
  expired: ({ expires_at }, now) => `Expired${when(expires_at, now)}`,
  deleted: ({ deleted_at }, now) => `Withdrawn${when(deleted_at, now)}`,
  other: ({ status }) => `Status: ${status}`,
};

const statusText = (one: BoardInvitation, now: number): string =>
  STATUS_TEXT[invitationStage(one, now)](one, now);

/** Where its emails go or would go. */
export const addressesOf = ({ fleet_email, email, emailed_to }: BoardInvitation) => [
  email?.to,
  fleet_email,
  emailed_to,
];

export const unsubscribedText = (address: string): string =>
  `${isolated(emailText(address))} has unsubscribed from emails: call, or share the link another way.`;

/** `Followed up 3 h ago by Kim, 2 in total; next Nov 24, 08:00`; null without any. */
export function followUpText(invitation: BoardInvitation, now: number): string | null {
  const { follow_up_at } = invitation;
  const stage = invitationStage(invitation, now);
  const is_due = follow_up_at !== null && Date.parse(follow_up_at) > now;
  const next = is_due && (isOpen(stage) || stage === 'expired') ? shortDateTime(follow_up_at, now) : null;
  if (invitation.chased_at === null) return next === null ? null : `Next follow-up ${next}`;
  const by = invitation.chased_by_name === null ? '' : ` by ${isolated(invitation.chased_by_name)}`;
  const times = invitation.chases > 1 ? `, ${invitation.chases} in total` : '';
  return `Followed up ${agoText(invitation.chased_at, now)}${by}${times}${next === null ? '' : `; next ${next}`}`;
}
