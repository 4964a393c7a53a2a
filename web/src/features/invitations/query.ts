/** Filter, search and order of invitations, and how many stand where. Pure; `now` is the server's clock in milliseconds. */
import {
  CHASE_REASONS,
  chaseReason,
  INVITATION_STAGES,
  type InvitationStage,
  invitationStage,
  isOpen,
} from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { STAGE_LABELS } from '../../live/invitations.ts';
import {
  byId,
  hasWords,
  natural,
  type SortKey,
  type SortOrder,
  sortOrder,
  sortRows,
  wordsOf,
} from '../../ui/resource-list/query.ts';
import { INVITATION_SHOWS, type InvitationShow } from './search.ts';

/** `chase`: whom to chase first. */
export type Sort = 'chase' | 'fleet' | 'stage' | 'age' | 'shared' | 'left';

export interface ListQuery {
  /** Absent: all. */
  readonly show?: InvitationShow | undefined;
  readonly q?: string | undefined;
  /** A sort, with a minus in front the other way round; anything else: whom to chase first. */
  readonly sort?: string | undefined;
}

export type Counts = Readonly<Record<InvitationShow | 'all', number>>;

export interface Selected {
  readonly items: readonly BoardInvitation[];
  /** Of all invitations, whatever the search. */
  readonly counts: Counts;
}

export const sortOf = (sort: string | undefined): SortOrder<Sort> => sortOrder(sort, KEYS, 'chase');

const matches = (given: BoardInvitation, stage: InvitationStage, words: readonly string[]): boolean =>
  hasWords(
    [
      given.fleet_ref,
      given.fleet_name,
      given.fleet_email,
      given.fleet_phone,
      given.fleet_regulatory_id,
      given.fleet_country_code,
      given.decline_reason,
      given.created_by_name,
      given.chased_by_name,
      given.shared_by_name,
      given.shared_to,
      STAGE_LABELS[stage],
      stage === 'other' ? given.status : null,
    ],
    words,
  );

const time = (at: string | null) => (at === null ? null : Date.parse(at));

interface Standing {
  readonly item: BoardInvitation;
  readonly stage: InvitationStage;
  /** Place among the reasons to chase; the last place: none. */
  readonly chase: number;
}

const waits = ({ stage }: Standing) => isOpen(stage);

/** Reasons to chase first, then those that wait for an answer, then the rest, newest first. */
function urgency(one: Standing): number {
  const { item, chase } = one;
  if (chase < CHASE_REASONS.length) return chase * 1e14 + (time(item.expires_at) ?? 0);
  if (waits(one)) return 10e14 + (time(item.expires_at) ?? 9e13);
  return 21e14 - (time(item.valid_from ?? item.created_at) ?? 0);
}

const KEYS: Readonly<Record<Sort, (one: Standing) => SortKey>> = {
  chase: urgency,
  fleet: ({ item: { fleet_name, fleet_ref } }) => {
    const name = fleet_name || fleet_ref;
    return name === null ? null : natural(name);
  },
  stage: ({ stage }) => INVITATION_STAGES.indexOf(stage),
  age: ({ item }) => {
    const at = time(item.valid_from ?? item.created_at);
    return at === null ? null : -at;
  },
  shared: ({ item }) => {
    const at = time(item.shared_at);
    return at === null ? null : -at;
  },
  left: (one) => (waits(one) ? time(one.item.expires_at) : null),
};

export function select(items: readonly BoardInvitation[], query: ListQuery, now: number): Selected {
  const counts = Object.fromEntries(['all', ...INVITATION_SHOWS].map((show) => [show, 0])) as Record<
    InvitationShow | 'all',
    number
  >;
  const words = wordsOf(query.q);
  const { by, descending } = sortOf(query.sort);
  const found: Standing[] = [];
  for (const item of items) {
    const stage = invitationStage(item, now);
    const reason = chaseReason(item, now);
    counts.all += 1;
    counts[stage] += 1;
    if (reason !== null) counts.chase += 1;
    const shown =
      query.show === undefined || query.show === stage || (query.show === 'chase' && reason !== null);
    if (!shown || !matches(item, stage, words)) continue;
    const chase = reason === null ? CHASE_REASONS.length : CHASE_REASONS.indexOf(reason);
    found.push({ item, stage, chase });
  }
  const rows = sortRows(
    found,
    KEYS[by],
    descending,
    byId(({ item }) => item.key),
  );
  return { items: rows.map(({ item }) => item), counts };
}

export interface DeclineReason {
  /** As it was written first, on one line and without a full stop; null: none was given. */
  readonly reason: string | null;
  readonly count: number;
}

/** Why fleets declined, the most frequent reason first. Case, spaces and a full stop at the end make no other reason. Items newest first. */
export function declineReasons(items: readonly BoardInvitation[]): readonly DeclineReason[] {
  const counts = new Map<string, DeclineReason>();
  for (const { status, decline_reason } of items) {
    if (status !== 'declined') continue;
    const reason = decline_reason?.trim().replace(/\s+/g, ' ').replace(/\.$/, '') || null;
    const key = (reason ?? '').toLowerCase();
    counts.set(key, { reason, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

/** The one that an invitation of this `fleet_ref` would refresh: withdrawn ones are not taken up again. Items newest first. */
export function invitationOf(items: readonly BoardInvitation[], fleet_ref: string): BoardInvitation | null {
  const same = items.filter((one) => one.fleet_ref === fleet_ref);
  return same.find(({ status }) => status !== 'deleted') ?? null;
}
