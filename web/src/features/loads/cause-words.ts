/** Causes of exceptions in a few words, for headings and histories; the whole sentence is in explain.ts. */
import { type Cause, isCause } from '@waypost/triage/score';

export const CAUSE_TITLES: Readonly<Record<Cause, string>> = {
  read_forbidden: 'Tracking service denies us access',
  read_not_found: 'Not found at the tracking service',
  read_unauthorized: 'Tracking service rejects our credentials',
  read_refused: 'Update failed',
  read_failed: 'Update failed, retrying',
  read_limited: 'Rate limit reached',
  not_read: 'Waiting for the first update',
  disagree: 'Possible wrong truck',
  vehicle_changed: 'Truck changed',
  same_truck: 'One truck on several loads',
  unmatched: "Can't match a truck",
  unassigned: 'No truck assigned',
  none_sent: 'No truck assigned, no identifiers sent',
  unassigned_waiting: 'No truck assigned yet',
  no_signal: 'No pings from the truck yet',
  not_shared: 'Fleet does not share location',
  stale_driving: 'Pings stopped while moving',
  stale: 'No recent pings',
  late: 'Late',
  running_late: 'Running late',
  overdue: 'Still driving past the last appointment',
  unknown: "Position can't be trusted yet",
  unknown_assignment: 'Truck match unclear',
  unconfirmed: 'Truck declared, not confirmed yet',
  may_be_delivered: 'May have been delivered',
  inferred: 'Truck matched by location',
  fine: 'Truck confirmed on route',
  delivered: 'Delivered',
};

/** A cause of an earlier or later version is shown as it came. */
export const causeText = (cause: string): string => (isCause(cause) ? CAUSE_TITLES[cause] : cause);
