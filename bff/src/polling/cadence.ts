/** How soon a load is read again. What changes, and what someone looks at, is read more often. */
import type { TrackingHealth } from '@waypost/contract/loads';
import type { ServiceErrorKind } from '../service/errors.ts';

/** Somebody has the load open: read at least this often. */
const LOOKED_AT_MS = 5_000;
/** The service is in trouble: tried again soon, so that the board heals soon. */
const OUTAGE_MS = 1_000;
const MAX_BACKOFF_MS = 10 * 60_000;

/** Milliseconds from a good read to the next one. */
export function afterAnswer(health: TrackingHealth, lookedAt: boolean, intervalMs: number): number {
  const usual = health === 'live' ? intervalMs : 2 * intervalMs;
  return lookedAt ? Math.min(LOOKED_AT_MS, usual) : usual;
}

/** Milliseconds from a failed read to the next one. `failures` counts this one. */
export function afterFailure(kind: ServiceErrorKind, failures: number, intervalMs: number): number {
  switch (kind) {
    case 'rate_limited':
      return 0; // the gate holds it for as long as the service said
    case 'service_error':
    case 'timeout':
    case 'unreachable':
      return failures <= 3 ? OUTAGE_MS : Math.min(intervalMs, OUTAGE_MS * 2 ** (failures - 3));
    case 'unauthorized':
      return 5_000;
    default:
      // It answered, about this load, and will say the same for a while.
      return Math.min(MAX_BACKOFF_MS, intervalMs * 2 ** Math.min(failures, 10));
  }
}
