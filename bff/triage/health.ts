/** The health of a load as the board shows it. */
import type { TrackingHealth } from '@waypost/contract/loads';

/** A `tracking_health` value, or `check`: our flag for a disagreeing or changed vehicle, which outranks the value. */
export type HealthKey = 'live' | 'stale' | 'no_signal' | 'not_shared' | 'unassigned' | 'unknown' | 'check';

/** Worst first: the order of chips, of legends and of the arcs of a cluster. */
export const HEALTH_ORDER: readonly HealthKey[] = [
  'check',
  'unassigned',
  'no_signal',
  'not_shared',
  'stale',
  'unknown',
  'live',
];

/** A value that nobody knows yet, and null (not read yet), are `unknown`. Show the raw value beside the word. */
export function healthKey(tracking_health: TrackingHealth | null): HealthKey {
  return HEALTH_ORDER.find((key) => key === tracking_health && key !== 'check') ?? 'unknown';
}
