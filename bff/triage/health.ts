import type { TrackingHealth } from '@waypost/contract/loads';

/** A `tracking_health` value, or `check`: our flag for a disagreeing or changed vehicle, which takes precedence. */
export type HealthKey = 'live' | 'stale' | 'no_signal' | 'not_shared' | 'unassigned' | 'unknown' | 'check';

/** Worst first: order of chips, legends and cluster arcs. */
export const HEALTH_ORDER: readonly HealthKey[] = [
  'check',
  'unassigned',
  'no_signal',
  'not_shared',
  'stale',
  'unknown',
  'live',
];

/** Unknown values and null (not read yet) become `unknown`. Show the raw value next to the label. */
export function healthKey(tracking_health: TrackingHealth | null): HealthKey {
  return HEALTH_ORDER.find((key) => key === tracking_health && key !== 'check') ?? 'unknown';
}
