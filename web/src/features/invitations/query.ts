/** Filter, search and sort order of invitations, and counts by stage. Pure; `now` is the server's clock in milliseconds. */

import {
  CHASE_REASONS,
  chaseReason,
  INVITATION_STAGES,
  type InvitationStage,
  invitationStage,
  isOpen,
  stageLabel,
} from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { emailText } from '../../ui/email-text.ts';
import { byId, natural, type SortKey, sorting } from '../../ui/resource-list/query.ts';
import { hasWords, wordsOf } from '../../ui/resource-list/words.ts';
import { INVITATION_SHOWS, type InvitationShow } from './search.ts';

/** `chase`: most urgent follow-up first. */
export type Sort = 'chase' | 'fleet' | 'stage' | 'age' | 'shared' | 'left';

export interface ListQuery {
  /** Absent: all. */
  readonly show?: InvitationShow | undefined;
  readonly q?: string | undefined;
  /** A sort key, descending with a leading minus; anything else means most urgent follow-up first. */
  readonly sort?: string | undefined;
}

export type Counts = Readonly<Record<InvitationShow | 'all', number>>;

const matches = (
  invitation: BoardInvitation,
  stage: InvitationStage,
  words: readonly string[],
  now: number,
): boolean =>
  hasWords(
    [
      invitation.fleet_ref,
      invitation.fleet_name,
      invitation.fleet_email,
      invitation.fleet_email && emailText(invitation.fleet_email),
      invitation.fleet_phone,
      invitation.fleet_regulatory_id,
      invitation.fleet_country_code,
      invitation.decline_reason,
      invitation.created_by_name,
      invitation.chased_by_name,
      invitation.shared_by_name,
      invitation.shared_to,
      stageLabel(invitation, now),
      stage === 'other' ? invitation.status : null,
    ],
    words,
  );

const time = (at: string | null) => (at === null ? null : Date.parse(at));
const latestFirst = (at: string | null) => (at === null ? null : -Date.parse(at));

interface RankedInvitation {
  readonly item: BoardInvitation;
  readonly stage: InvitationStage;
  /** Index in CHASE_REASONS; its length when no follow-up is due. */
  readonly chase: number;
}

const isWaiting = ({ stage }: RankedInvitation) => isOpen(stage);

/** Those that a fleet answered come before those that ended otherwise. */
const ENDED_RANK: Readonly<Partial<Record<InvitationStage, number>>> = {
  accepted: 1,
  declined: 1,
  expired: 2,
  deleted: 3,
};

/** Due follow-ups by reason, then those waiting for an answer, then the rest by how they ended, newest first. */
function urgency(one: RankedInvitation): number {
  const { item, chase } = one;
  if (chase < CHASE_REASONS.length) return chase * 1e14 + (time(item.expires_at) ?? 0);
  if (isWaiting(one)) return 10e14 + (time(item.expires_at) ?? 9e13);
  const rank = ENDED_RANK[one.stage] ?? 0;
  return (11 + rank) * 1e14 + 9e13 - (time(item.valid_from ?? item.created_at) ?? 0);
}

const KEYS: Readonly<Record<Sort, (one: RankedInvitation) => SortKey>> = {
  chase: urgency,
  fleet: ({ item: { fleet_name, fleet_ref } }) => {
    const name = fleet_name || fleet_ref;
    return name === null ? null : natural(name);
  },
  stage: ({ stage }) => INVITATION_STAGES.indexOf(stage),
  age: ({ item }) => latestFirst(item.valid_from ?? item.created_at),
  shared: ({ item }) => latestFirst(item.shared_at),
  left: (one) => (isWaiting(one) ? time(one.item.expires_at) : null),
};

export const { sortOf, sorted } = sorting(
  KEYS,
  'chase',
  byId(({ item }) => item.key),
);

export function select(items: readonly BoardInvitation[], query: ListQuery, now: number) {
  // Of all invitations, ignoring the search.
  const counts = Object.fromEntries(['all', ...INVITATION_SHOWS].map((show) => [show, 0])) as Record<
    InvitationShow | 'all',
    number
  >;
  const words = wordsOf(query.q);
  const found: RankedInvitation[] = [];
  for (const item of items) {
    const stage = invitationStage(item, now);
    const reason = chaseReason(item, now);
    counts.all += 1;
    counts[stage] += 1;
    if (reason !== null) counts.chase += 1;
    const shown =
      query.show === undefined || query.show === stage || (query.show === 'chase' && reason !== null);
    if (!shown || !matches(item, stage, words, now)) continue;
    const chase = reason === null ? CHASE_REASONS.length : CHASE_REASONS.indexOf(reason);
    found.push({ item, stage, chase });
  }
  const rows = sorted(found, query.sort);
  return { items: rows.map(({ item }) => item), counts };
}

interface DeclineReason {
  /** First spelling, on one line without a full stop; null: none given. */
  readonly reason: string | null;
  readonly count: number;
}

/** Reasons as fleets wrote them, most frequent first. Case, spaces and a final full stop are ignored. */
export function declineReasons(given: readonly (string | null)[]): readonly DeclineReason[] {
  const counts = new Map<string, DeclineReason>();
  for (const text of given) {
    const reason = text?.trim().replace(/\s+/g, ' ').replace(/\.$/, '') || null;
    const key = (reason ?? '').toLowerCase();
    counts.set(key, { reason, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

/** The invitation that sending this `fleet_ref` would renew; withdrawn ones cannot be renewed. Items newest first. */
export function invitationOf(items: readonly BoardInvitation[], fleet_ref: string): BoardInvitation | null {
  const same = items.filter((item) => item.fleet_ref === fleet_ref);
  return same.find(({ status }) => status !== 'deleted') ?? null;
}
