/**
 * The few words that every row and heading shows for a cause: title, who must act, and one action available here. The sentences are in
 * explain.ts.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import { plannedStart } from '@waypost/triage/plan';
import { type Cause, isCause } from '@waypost/triage/score';
import { durationText, fromNowText } from '../../ui/time.ts';
import type { MessageKind } from './messages.ts';

export type Owner = 'us' | 'fleet' | 'carrier' | 'provider' | 'wait' | 'none';

export const OWNER_WORD: Readonly<Record<Owner, string>> = {
  us: 'On us',
  fleet: 'Carrier to fix',
  carrier: 'Carrier to fix',
  provider: 'ELD provider to fix',
  wait: 'Wait',
  none: '',
};

export type Action =
  | { readonly kind: 'message'; readonly label: string; readonly to: string; readonly message: MessageKind }
  | { readonly kind: 'read_now' | 'remove' | 'open_monitor'; readonly label: string };

export const actionWords = (action: Action): string =>
  action.kind === 'message' ? `${action.label} for ${action.to}` : action.label;

export const REFRESH: Action = { kind: 'read_now', label: 'Refresh' };
export const REMOVE: Action = { kind: 'remove', label: 'Remove' };
const copy = (message: MessageKind, to = 'the carrier'): Action => ({
  kind: 'message',
  label: 'Copy message',
  to,
  message,
});

export interface CauseWords {
  readonly title: string;
  readonly owner: Owner;
  readonly action: Action | null;
}

const row = (title: string, owner: Owner, action: Action | null = null): CauseWords => ({
  title,
  owner,
  action,
});

export const CAUSE_WORDS: Readonly<Record<Cause, CauseWords>> = {
  read_forbidden: row(
    'Tracking service denies access',
    'us',
    copy('check_access', 'your Waypost administrator'),
  ),
  read_not_found: row('Not found at the tracking service', 'us', REMOVE),
  read_unauthorized: row('Tracking service rejects our credentials', 'us', REFRESH),
  read_refused: row('Update failed', 'us', REFRESH),
  read_failed: row('Update failed, retrying', 'wait', REFRESH),
  read_limited: row('Rate limit reached', 'wait'),
  not_read: row('Waiting for the first update', 'wait'),
  disagree: row('Possible wrong truck', 'carrier', copy('which_truck')),
  vehicle_changed: row('Truck changed', 'carrier', copy('truck_changed')),
  same_truck: row('One truck on several loads', 'carrier', copy('one_truck_two_loads')),
  unmatched: row("Can't match a truck", 'us', copy('check_identifiers')),
  truck_lost: row('Truck no longer matched', 'us', copy('name_truck')),
  unassigned: row('No truck assigned', 'us', copy('name_truck')),
  none_sent: row('No truck, no identifiers sent', 'us', copy('name_truck')),
  unassigned_waiting: row('No truck assigned yet', 'wait'),
  no_signal: row('No pings from truck yet', 'fleet', copy('check_device')),
  not_shared: row('Fleet does not share location', 'fleet', copy('share_location')),
  stale_driving: row('Pings stopped while moving', 'carrier', copy('where_is_it')),
  stale: row('No recent pings', 'carrier', copy('where_is_it')),
  late: row('Late', 'carrier', copy('when_will_it_arrive')),
  running_late: row('Running late', 'carrier', copy('running_late')),
  overdue: row('Past the last appointment', 'carrier', copy('still_driving')),
  monitor_waiting: row('Monitor waits at a passed stop', 'us', {
    kind: 'open_monitor',
    label: 'Open monitor',
  }),
  unknown: row("Position can't be trusted yet", 'provider', REFRESH),
  late_known: row('Late, ETA confirmed by phone', 'wait'),
  unknown_assignment: row('Truck match unclear', 'provider', REFRESH),
  unconfirmed: row('Truck declared, not confirmed yet', 'wait'),
  may_be_delivered: row('May have been delivered', 'none'),
  inferred: row('Truck matched by location', 'none', copy('confirm_truck')),
  fine: row('Truck confirmed on route', 'none'),
  delivered: row('Delivered', 'none'),
};

/** A cause from another version is shown verbatim. */
export const causeText = (cause: string): string => (isCause(cause) ? CAUSE_WORDS[cause].title : cause);

/** `Pickup in 2 h`, `Pickup due 20 min ago`; empty when none is planned. @param now the server's clock */
export function pickupText(load: BoardLoad, now: number): string {
  const overdue = pickupOverdue(load, now);
  if (overdue) return `Pickup due ${overdue} ago`;
  const start = plannedStart(load);
  return start === null ? '' : `Pickup ${fromNowText(start, now)}`;
}

/** `20 min`, since the planned pickup; null when it is ahead or none is planned. */
export function pickupOverdue(load: BoardLoad, now: number): string | null {
  const start = plannedStart(load);
  return start === null || start > now ? null : durationText(now - start);
}
