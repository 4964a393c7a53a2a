/** Invitations in words: where one stands, whom to chase and why, what it asks for. Pure. */
import { type ChaseReason, chaseReason, type InvitationStage } from '@waypost/contract/api/invitation-stage';
import type {
  BoardInvitation,
  INVITATION_HAPPENINGS,
  OnboardingSources,
} from '@waypost/contract/api/invitations';
import { RESOURCE_NAMES } from '@waypost/contract/resources';
import { agoText, durationText } from '../../ui/time.ts';

export const STAGE_WORD: Readonly<Record<InvitationStage, string>> = {
  created: 'Created',
  viewed: 'Viewed',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
  deleted: 'Withdrawn',
  other: 'Other',
};

/** What each stage means, for the strip. */
export const STAGE_MEANING: Readonly<Record<InvitationStage, string>> = {
  created: 'Created, not opened yet',
  viewed: 'The fleet opened the link but has not answered',
  accepted: 'The fleet shares data',
  declined: 'The fleet declined',
  expired: 'Expired, not answered',
  deleted: 'Withdrawn by us',
  other: 'Unknown status',
};

export const HAPPENING_WORD: Readonly<Record<(typeof INVITATION_HAPPENINGS)[number], string>> = {
  created: 'Created',
  refreshed: 'Renewed',
  viewed: 'Opened by the fleet',
  accepted: 'Accepted by the fleet',
  declined: 'Declined by the fleet',
  expired: 'Expired',
  deleted: 'Withdrawn',
  chased: 'Followed up',
  link_shown: 'Link viewed',
  other: 'Other event',
};

const since = (at: string | null, now: number) => (at === null ? '' : durationText(now - Date.parse(at)));

const CHASE_TEXT: Readonly<Record<ChaseReason, (given: BoardInvitation, now: number) => string>> = {
  ends_soon: ({ expires_at, viewed_at }, now) =>
    `Ends in ${durationText(Date.parse(expires_at ?? '') - now)}, ${viewed_at === null ? 'not opened yet' : 'no answer yet'}`,
  viewed_not_answered: ({ viewed_at }, now) => `Opened ${since(viewed_at, now)} ago, no answer yet`,
  not_viewed: ({ valid_from, created_at }, now) => `Not opened for ${since(valid_from ?? created_at, now)}`,
  expired: ({ expires_at }, now) => `Expired ${since(expires_at, now)} ago, not answered. Renew it`,
};

/** Why to chase today, in a sentence; null: there is no reason. */
export function chaseText(given: BoardInvitation, now: number): string | null {
  const reason = chaseReason(given, now);
  return reason === null ? null : CHASE_TEXT[reason](given, now);
}

/** `1 d 4 h`; null when nobody waits for an answer, or no end is known. */
export function timeLeft(
  { expires_at }: BoardInvitation,
  stage: InvitationStage,
  now: number,
): string | null {
  if (expires_at === null || (stage !== 'created' && stage !== 'viewed' && stage !== 'other')) return null;
  const left = Date.parse(expires_at) - now;
  return left > 0 ? durationText(left) : null;
}

/** How an invitation is called among people: its reference, with the name beside it where there is one. */
export const refOf = ({ fleet_ref }: Pick<BoardInvitation, 'fleet_ref'>) => fleet_ref ?? 'no reference';

/** `vehicle_location` -> `vehicle location` */
export const resourceWords = (name: string) => name.replaceAll('_', ' ');

type Permissions = BoardInvitation['permissions'];

/** `Read vehicle, vehicle location`; `Read 12 resources, read and write 2`. */
export function permissionsText(permissions: Permissions): string {
  if (permissions === null || permissions === undefined) return 'Read everything';
  const read = namesAt(permissions, 'read');
  const write = namesAt(permissions, 'read_write');
  const other = Object.keys(permissions).length - read.length - write.length;
  if (Object.keys(permissions).length === 0) return 'Nothing';
  // The service echoes the default as every name with its level.
  if (read.length >= RESOURCE_NAMES.length) return 'Read everything';
  if (read.length + write.length >= RESOURCE_NAMES.length && write.length > 0)
    return `Read everything, write ${listed(write)}`;
  return [
    read.length > 0 && `read ${listed(read)}`,
    write.length > 0 && `read and write ${listed(write)}`,
    other > 0 && `${other} more`,
  ]
    .filter((part) => part)
    .join(', ')
    .replace(/^./, (letter) => letter.toUpperCase());
}

export const namesAt = (permissions: NonNullable<Permissions>, level: string) =>
  Object.keys(permissions).filter((name) => permissions[name] === level);

const MOST_NAMED = 3;
const listed = (names: readonly string[]) =>
  names.length > MOST_NAMED ? `${names.length} resources` : names.map(resourceWords).join(', ');

const EVENTS: Readonly<Record<OnboardingSources['events'], string>> = {
  active: 'Live updates from the tracking service',
  pending: 'Setting up live updates',
  by_hand: 'Live updates start once an administrator registers our address',
  none: 'No live updates yet',
};

/** How invitations come to be known here. Both ways are optional (assumed), so it says which there are. */
export function sourcesText(
  { events, reads, read_problem, last_read_at }: OnboardingSources,
  now: number,
): string {
  if (read_problem !== null) return `${EVENTS[events]}; last check failed: ${read_problem}`;
  if (reads === 'no') return `${EVENTS[events]}; no other way to check`;
  return last_read_at === null
    ? EVENTS[events]
    : `${EVENTS[events]}; last checked ${agoText(last_read_at, now)}`;
}
