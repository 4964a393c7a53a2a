/** Causes of exceptions in a few words, for headings and histories; the whole sentence is in explain.ts. */
import { type Cause, isCause } from '@waypost/triage/score';

const CAUSE_WORDS: Readonly<Record<Cause, string>> = {
  disagree: 'Possible wrong truck',
  unmatched: "Can't match a truck",
  vehicle_changed: 'Truck changed',
  same_truck: 'Truck on several loads',
  unassigned: 'No truck assigned',
  none_sent: 'No truck assigned, no identifiers sent',
  read_refused: 'Update failed',
  read_forbidden: 'No access to this load',
  read_unauthorized: 'Tracking service rejects our credentials',
  stale_driving: 'No pings, was moving',
  read_failed: 'Update failed, retrying',
  late: 'Late',
  no_signal: 'No pings yet',
  not_shared: 'Location not shared',
  read_not_found: 'Load not found',
  stale: 'No pings',
  overdue: 'Driving past its last appointment',
  unknown: "Position can't be trusted",
  unknown_assignment: 'Truck match unclear',
  read_limited: 'Rate limit reached',
  not_read: 'Waiting for the first update',
  unassigned_waiting: 'No truck assigned yet',
  unconfirmed: 'Truck not confirmed yet',
  inferred: 'Truck matched by location',
  fine: 'Fine',
};

/** A cause of an earlier or later version is shown as it came. */
export const causeText = (cause: string): string => (isCause(cause) ? CAUSE_WORDS[cause] : cause);
