/** What there is to say of an invitation now, in one sentence, and whether somebody has to do something. Pure. */

import { invitationStage } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { isolated } from '../../ui/bidi.ts';
import { agoText, shortDateTime } from '../../ui/time.ts';
import { chaseText, sharedText } from './words.ts';

export interface Standing {
  readonly text: string;
  /** True: chase this fleet today. */
  readonly chase: boolean;
}

export function standingOf(given: BoardInvitation, now: number): Standing {
  const chase = chaseText(given, now);
  if (chase !== null) return { text: chase, chase: true };
  return { text: settled(given, now), chase: false };
}

function settled(given: BoardInvitation, now: number): string {
  const at = (time: string | null) => (time === null ? '' : ` ${agoText(time, now)}`);
  switch (invitationStage(given, now)) {
    case 'not_shared':
      return given.created_by_name === null ? 'No sharing recorded' : 'Link not shared yet';
    case 'shared':
      return `${sharedText(given, now) ?? 'Shared'}, not opened yet`;
    case 'viewed':
      return `Opened${at(given.viewed_at)}, waiting for an answer`;
    case 'accepted':
      return `Accepted${at(given.accepted_at)}`;
    case 'declined':
      return given.decline_reason
        ? `Declined${at(given.declined_at)}: ${given.decline_reason}`
        : `Declined${at(given.declined_at)}, no reason given`;
    case 'expired':
      return `Expired${at(given.expires_at)}`;
    case 'deleted':
      return `Withdrawn${at(given.deleted_at)}`;
    case 'other':
      return `Status: ${given.status}`;
  }
}

/** `Followed up 3 h ago by Kim, 2 in total; next Nov 24, 08:00`; null: nobody has, and nobody plans to. */
export function chasedText(given: BoardInvitation, now: number): string | null {
  const { follow_up_at } = given;
  const next =
    follow_up_at !== null && Date.parse(follow_up_at) > now ? shortDateTime(follow_up_at, now) : null;
  if (given.chased_at === null) return next === null ? null : `Next follow-up ${next}`;
  const by = given.chased_by_name === null ? '' : ` by ${isolated(given.chased_by_name)}`;
  const times = given.chases > 1 ? `, ${given.chases} in total` : '';
  return `Followed up ${agoText(given.chased_at, now)}${by}${times}${next === null ? '' : `; next ${next}`}`;
}
