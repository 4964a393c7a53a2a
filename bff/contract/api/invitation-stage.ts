/** The stage of an invitation at one instant, what a refresh would change, and whom to chase: pure, the same in page and server. */
import { FLEET_FIELDS, INVITATION_HOURS, type InvitationCreate } from '../invitations.ts';
import type { BoardInvitation, InvitationChange } from './invitations.ts';
import { INVITATION_STAGES } from './words.ts';

export { INVITATION_STAGES };
export type InvitationStage = (typeof INVITATION_STAGES)[number];

/** As the page and the search say them. */
export const STAGE_WORD: Readonly<Record<InvitationStage, string>> = {
  not_shared: 'Not shared yet',
  shared: 'Shared',
  viewed: 'Viewed',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
  deleted: 'Withdrawn',
  other: 'Other',
};

type Staged = Pick<BoardInvitation, 'status' | 'expires_at' | 'viewed_at' | 'shared_at'>;

/** Stage at `now` (ms since 1970): an active one whose time is over has expired, whatever the service said last. */
export function invitationStage(given: Staged, now: number): InvitationStage {
  const { status, expires_at, viewed_at, shared_at } = given;
  for (const end of ['accepted', 'declined', 'expired', 'deleted'] as const) if (status === end) return end;
  if (status !== 'active' && status !== null) return 'other';
  if (expires_at !== null && Date.parse(expires_at) <= now) return 'expired';
  if (viewed_at !== null) return 'viewed';
  return shared_at === null ? 'not_shared' : 'shared';
}

/** Stages in which the fleet can answer. */
export const isOpen = (stage: InvitationStage): boolean =>
  stage === 'not_shared' || stage === 'shared' || stage === 'viewed';

/** Stages whose link opens nothing until the invitation is renewed. */
export const isDead = (stage: InvitationStage): boolean =>
  stage === 'expired' || stage === 'declined' || stage === 'deleted';

export const CHASE_REASONS = [
  'planned',
  'ends_soon',
  'viewed_not_answered',
  'not_shared',
  'not_viewed',
  'expired',
] as const;
export type ChaseReason = (typeof CHASE_REASONS)[number];

const HOUR = 3600_000;
/** Chased within this time: let them be. */
const CHASED_REST = 20 * HOUR;
const ENDS_SOON = 24 * HOUR;
const VIEWED_REST = 24 * HOUR;
const UNSEEN_REST = 48 * HOUR;
/** One that expired longer ago is forgotten rather than chased. */
const EXPIRED_FOR = 14 * 24 * HOUR;

/** Why to chase this fleet today, most urgent reason first; null: there is none. A time that a person has set outranks the usual ones. */
export function chaseReason(
  given: Staged &
    Pick<BoardInvitation, 'valid_from' | 'created_at' | 'created_by_name' | 'chased_at' | 'follow_up_at'>,
  now: number,
): ChaseReason | null {
  const stage = invitationStage(given, now);
  const since = (at: string | null) => (at === null ? 0 : now - Date.parse(at));
  if (given.follow_up_at !== null) {
    if (since(given.follow_up_at) < 0) return null;
    return isOpen(stage) || stage === 'expired' ? 'planned' : null;
  }
  if (given.chased_at !== null && since(given.chased_at) < CHASED_REST) return null;
  if (stage === 'expired') return since(given.expires_at) < EXPIRED_FOR ? 'expired' : null;
  if (!isOpen(stage)) return null;
  // A link that is valid for a few hours only was made to be used at once: its half counts.
  const whole = -since(given.expires_at) + since(given.valid_from ?? given.created_at);
  if (given.expires_at !== null && -since(given.expires_at) < Math.min(ENDS_SOON, whole / 2))
    return 'ends_soon';
  if (stage === 'viewed') return since(given.viewed_at) >= VIEWED_REST ? 'viewed_not_answered' : null;
  // Of one that was made elsewhere nobody here knows whether its link was shared.
  if (stage === 'not_shared' && given.created_by_name !== null) return 'not_shared';
  return since(given.shared_at ?? given.valid_from ?? given.created_at) >= UNSEEN_REST ? 'not_viewed' : null;
}

/** `left_out`: it has a value now, the new body has none, and the interface does not say whether it stays. */
export const REFRESH_EFFECTS = ['set', 'cleared', 'kept', 'left_out'] as const;
export type RefreshEffect = (typeof REFRESH_EFFECTS)[number];
export interface RefreshChange extends InvitationChange {
  readonly effect: RefreshEffect;
}

const COMPARED = [...FLEET_FIELDS, 'success_redirect_url', 'failure_redirect_url', 'permissions'] as const;
const LISTS = ['limit_tsps', 'exclude_tsps'] as const;

const canonical = (value: unknown): unknown =>
  Array.isArray(value)
    ? [...value].map(String).sort()
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : (value ?? null);
export const sameValue = (a: unknown, b: unknown) =>
  JSON.stringify(canonical(a)) === JSON.stringify(canonical(b));
const isEmpty = (value: unknown) =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/**
 * What sending `body` for an invitation that is there will change, field by field; fields that stay as they are are not listed, but for
 * provider lists that are kept because they are left out. `expires_at` is always new.
 */
export function refreshChanges(
  there: BoardInvitation,
  body: InvitationCreate,
  now: number,
): readonly RefreshChange[] {
  const changes: RefreshChange[] = [];
  const add = (field: string, before: unknown, after: unknown, effect: RefreshEffect) =>
    changes.push({ field, before: before ?? null, after: after ?? null, effect });
  const hours = body.expires_in_hours ?? INVITATION_HOURS.default;
  add('expires_at', there.expires_at, new Date(now + hours * HOUR).toISOString(), 'set');
  for (const field of COMPARED) {
    const [before, after] = [there[field], body[field]];
    if (isEmpty(after)) {
      if (!isEmpty(before)) add(field, before, after, after === null ? 'cleared' : 'left_out');
    } else if (!sameValue(before, after)) add(field, before, after, 'set');
  }
  if (!isEmpty(body.write_permissions)) add('write_permissions', null, body.write_permissions, 'set');
  for (const field of LISTS) {
    const [before, after] = [there[field], body[field]];
    if (after === undefined || after === null) {
      if (!isEmpty(before)) add(field, before, before, 'kept');
    } else if (after.length === 0) {
      if (!isEmpty(before)) add(field, before, null, 'cleared');
    } else if (!sameValue(before, after)) add(field, before, after, 'set');
  }
  return changes;
}
