/** How soon a load is read again. What changes, and what someone looks at, is read more often. */
import type { TrackingHealth } from '@waypost/contract/loads';
import { isOutage, type ServiceError } from '../upstream/errors.ts';

/** Somebody has the load open: read at least this often. */
const OPENED_MS = 5_000;
/** The service is in trouble: tried again soon, so that the board heals soon. */
const OUTAGE_MS = 1_000;
const MAX_BACKOFF_MS = 10 * 60_000;

/** Milliseconds from a good read to the next one. */
export function afterAnswer(health: TrackingHealth, opened: boolean, intervalMs: number): number {
  const usual = health === 'live' ? intervalMs : 2 * intervalMs;
  return opened ? Math.min(OPENED_MS, usual) : usual;
}

/** The scheduler holds everything for as long as the service said; this only keeps a retry from following at once. */
const REFUSED_MS = 250;
/** An answer that cannot be read is checked again soon: the next answers show whether it is this load or all of them. */
const UNREADABLE_TRIES = 3;

/** Milliseconds from a failed read to the next one. `failures` counts this one. Never 0: what failed without a call would spin. */
export function afterFailure(error: ServiceError, failures: number, intervalMs: number): number {
  if (isOutage(error))
    return failures <= 3 ? OUTAGE_MS : Math.min(intervalMs, OUTAGE_MS * 2 ** (failures - 3));
  switch (error.kind) {
    case 'rate_limited':
      return REFUSED_MS;
    case 'unauthorized':
      return 5_000;
    case 'unexpected_answer':
      if (failures < UNREADABLE_TRIES) return OUTAGE_MS;
  }
  // It answered, about this load, and will say the same for a while.
  return Math.min(MAX_BACKOFF_MS, intervalMs * 2 ** Math.min(failures, 10));
}
