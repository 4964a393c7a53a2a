/** What the server that reads knows of its reading, in the form of our API. */

import type { ServiceStatus } from '@waypost/contract/api/board';
import { toIso } from '../lib/time.ts';
import type { RequestScheduler } from '../upstream/request-scheduler.ts';
import type { ServiceHealth } from '../upstream/service-health.ts';
import type { Poller } from './poller.ts';

/** The servers that do not read take it from the one that does. */
export type PollingStatus = Pick<
  ServiceStatus,
  'state' | 'since' | 'message' | 'retry_at' | 'last_success_at' | 'calls_last_minute' | 'behind'
>;

export interface PollingStatusSources {
  readonly health: Pick<ServiceHealth, 'get'>;
  readonly scheduler: Pick<RequestScheduler, 'callsLastMinute' | 'rps'>;
  readonly poller: Pick<Poller, 'overdueMs' | 'readsPerMinute'>;
  readonly intervalSeconds: number;
}

/** A load that waits for less than this beyond its time is no news, however short the interval is. */
const LEAST_BEHIND_MS = 10_000;

export function pollingStatus({
  health,
  scheduler,
  poller,
  intervalSeconds,
}: PollingStatusSources): PollingStatus {
  const { state, since, message, retry_at, last_success_at } = health.get();
  const overdue = poller.overdueMs();
  const behind = state === 'ok' && overdue > Math.max(LEAST_BEHIND_MS, intervalSeconds * 1000);
  return {
    state,
    since: toIso(since),
    message,
    retry_at: toIso(retry_at),
    last_success_at: toIso(last_success_at),
    calls_last_minute: scheduler.callsLastMinute(),
    behind: behind
      ? {
          seconds: Math.round(overdue / 1000),
          allowed_per_minute: Math.floor(scheduler.rps * 60),
          needed_per_minute: Math.ceil(poller.readsPerMinute()),
        }
      : null,
  };
}
