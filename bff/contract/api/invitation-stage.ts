/** Stage of an invitation, changes that a refresh would make, and follow-up reasons. Pure; used by page and server. */
import { FLEET_FIELDS, INVITATION_HOURS, type InvitationCreate } from '../invitations.ts';
import { defaultPermissions } from '../resources.ts';
import type { BoardInvitation, InvitationChange, ShareMethod } from './invitations.ts';
import { INVITATION_STAGES } from './url-enums.ts';

export { INVITATION_STAGES };
export type InvitationStage = (typeof INVITATION_STAGES)[number];

/** Shown in the page and matched by search. */
export const STAGE_LABELS: Readonly<Record<InvitationStage, string>> = {
  not_shared: 'Not shared yet',
  shared: 'Copied or sent',
  viewed: 'Viewed',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
  deleted: 'Withdrawn',
  other: 'Other',
};

/** Names exactly what was done with a link, as delivery is unknown. */
export const SHARE_WORD: Readonly<Record<ShareMethod, string>> = {
  copied: 'Link copied',
  mail_app: 'Message opened in email app',
  emailed: 'Emailed',
  exported: 'Link exported',
  marked: 'Marked as shared',
};

type Staged = Pick<BoardInvitation, 'status' | 'expires_at' | 'viewed_at' | 'shared_at'>;

/**
 * Stage at `now` (ms since 1970). An active invitation past `expires_at` counts as expired, whatever the service last reported.
 */
export function invitationStage(given: Staged, now: number): InvitationStage {
  const { status, expires_at, viewed_at, shared_at } = given;
  for (const end of ['accepted', 'declined', 'expired', 'deleted'] as const) if (status === end) return end;
  if (status !== 'active' && status !== null) return 'other';
  if (expires_at !== null && Date.parse(expires_at) <= now) return 'expired';
  if (viewed_at !== null) return 'viewed';
  return shared_at === null ? 'not_shared' : 'shared';
}

/** The stage of one invitation in words: of a link that was given out, how. */
export function stageLabel(given: Staged & Pick<BoardInvitation, 'shared_how'>, now: number): string {
  const stage = invitationStage(given, now);
  if (stage !== 'shared' || given.shared_how === null) return STAGE_LABELS[stage];
  return given.shared_how === 'mail_app' ? 'In email app' : SHARE_WORD[given.shared_how];
}

/** Stages in which the fleet can still respond. */
export const isOpen = (stage: InvitationStage): boolean =>
  stage === 'not_shared' || stage === 'shared' || stage === 'viewed';

/** Stages whose link does not work until the invitation is renewed. */
export const needsRenewal = (stage: InvitationStage): boolean =>
  stage === 'expired' || stage === 'declined' || stage === 'deleted';

export const CHASE_REASONS = [
  'planned',
  'ends_soon',
  'unsubscribed',
  'viewed_not_answered',
  'not_shared',
  'not_viewed',
  'expired',
] as const;
export type ChaseReason = (typeof CHASE_REASONS)[number];

const HOUR = 3600_000;
/** No follow-up within this time after the last one. */
const FOLLOW_UP_INTERVAL = 20 * HOUR;
const EXPIRES_SOON = 24 * HOUR;
const VIEWED_GRACE = 24 * HOUR;
const NOT_VIEWED_GRACE = 48 * HOUR;
/** Invitations that expired earlier need no follow-up. */
const EXPIRED_FOLLOW_UP_PERIOD = 14 * 24 * HOUR;

type Dated = Staged & Pick<BoardInvitation, 'valid_from' | 'created_at'>;

/** Awaits an answer and ends within a day; a link valid for only a few hours, once half of its validity has passed. */
export function endsSoon(given: Dated, now: number): boolean {
  if (given.expires_at === null || !isOpen(invitationStage(given, now))) return false;
  const left = Date.parse(given.expires_at) - now;
  const from = given.valid_from ?? given.created_at;
  const validity = left + (from === null ? 0 : now - Date.parse(from));
  return left < Math.min(EXPIRES_SOON, validity / 2);
}

/** Whether the link stops working by `at` (ms), and the fleet can still answer until then: putting it off until `at` would lose it. */
export const endsBefore = (given: Staged, at: number, now: number): boolean =>
  given.expires_at !== null && isOpen(invitationStage(given, now)) && Date.parse(given.expires_at) <= at;

/**
 * Why to follow up with this fleet now, most urgent reason first; null when there is none. A time set by a person overrides the
 * defaults.
 */
export function chaseReason(
  given: Dated & Pick<BoardInvitation, 'created_by_name' | 'chased_at' | 'follow_up_at' | 'unsubscribed_at'>,
  now: number,
): ChaseReason | null {
  const stage = invitationStage(given, now);
  const since = (at: string | null) => (at === null ? 0 : now - Date.parse(at));
  // A time after the end of the link does not keep its last day from being shown.
  const is_late =
    given.follow_up_at !== null &&
    endsSoon(given, now) &&
    endsBefore(given, Date.parse(given.follow_up_at), now);
  if (given.follow_up_at !== null && !is_late) {
    if (since(given.follow_up_at) < 0) return null;
    return isOpen(stage) || stage === 'expired' ? 'planned' : null;
  }
  const { unsubscribed_at } = given;
  // It can't be emailed any more, which whoever followed up before did not know.
  if (
    unsubscribed_at !== null &&
    isOpen(stage) &&
    (given.chased_at === null || Date.parse(given.chased_at) < Date.parse(unsubscribed_at))
  )
    return endsSoon(given, now) ? 'ends_soon' : 'unsubscribed';
  if (given.chased_at !== null && since(given.chased_at) < FOLLOW_UP_INTERVAL) return null;
  if (stage === 'expired') return since(given.expires_at) < EXPIRED_FOLLOW_UP_PERIOD ? 'expired' : null;
  if (!isOpen(stage)) return null;
  if (endsSoon(given, now)) return 'ends_soon';
  if (stage === 'viewed') return since(given.viewed_at) >= VIEWED_GRACE ? 'viewed_not_answered' : null;
  // For invitations created elsewhere, it is unknown whether the link was shared.
  if (stage === 'not_shared' && given.created_by_name !== null) return 'not_shared';
  return since(given.shared_at ?? given.valid_from ?? given.created_at) >= NOT_VIEWED_GRACE
    ? 'not_viewed'
    : null;
}

/** `left_out`: has a value now, the new body omits it, and the interface does not say whether it is kept. */
export const REFRESH_EFFECTS = ['set', 'cleared', 'kept', 'left_out'] as const;
export type RefreshEffect = (typeof REFRESH_EFFECTS)[number];
export interface RefreshChange extends InvitationChange {
  readonly effect: RefreshEffect;
}

const COMPARED_FIELDS = [...FLEET_FIELDS, 'success_redirect_url', 'failure_redirect_url'] as const;
const PROVIDER_LISTS = ['limit_tsps', 'exclude_tsps'] as const;

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
 * Lists the fields that sending `body` would change in an existing invitation. Unchanged fields are omitted, except provider
 * lists that are kept because `body` omits them. `expires_at` always changes.
 */
export function refreshChanges(
  existing: BoardInvitation,
  body: InvitationCreate,
  now: number,
): readonly RefreshChange[] {
  const changes: RefreshChange[] = [];
  const add = (field: string, before: unknown, after: unknown, effect: RefreshEffect) =>
    changes.push({ field, before: before ?? null, after: after ?? null, effect });
  const hours = body.expires_in_hours ?? INVITATION_HOURS.default;
  add('expires_at', existing.expires_at, new Date(now + hours * HOUR).toISOString(), 'set');
  for (const field of COMPARED_FIELDS) {
    const [before, after] = [existing[field], body[field]];
    if (isEmpty(after)) {
      if (!isEmpty(before)) add(field, before, after, after === null ? 'cleared' : 'left_out');
    } else if (!sameValue(before, after)) add(field, before, after, 'set');
  }
  // Omitted permissions are not left as they are: they ask for everything.
  const permissions = body.permissions ?? defaultPermissions(body.write_permissions ?? []);
  if (!sameValue(existing.permissions ?? defaultPermissions([]), permissions))
    add('permissions', existing.permissions, permissions, 'set');
  for (const field of PROVIDER_LISTS) {
    const [before, after] = [existing[field], body[field]];
    if (after === undefined || after === null) {
      if (!isEmpty(before)) add(field, before, before, 'kept');
    } else if (after.length === 0) {
      if (!isEmpty(before)) add(field, before, null, 'cleared');
    } else if (!sameValue(before, after)) add(field, before, after, 'set');
  }
  return changes;
}
