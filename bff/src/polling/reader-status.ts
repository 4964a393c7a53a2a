/** What the server that reads knows of its reading, in the form of our API. */
import type { ServiceStatus } from '@waypost/contract/api/board';
import type { ServiceGate } from '../service/gate.ts';
import type { Poller } from './poller.ts';
import type { ServiceHealth } from './service-health.ts';

/** The servers that do not read take it from the one that does. */
export type ReaderStatus = Pick<
  ServiceStatus,
  'state' | 'since' | 'message' | 'retry_at' | 'last_success_at' | 'calls_last_minute' | 'behind'
>;

export interface ReaderStatusSources {
  readonly health: Pick<ServiceHealth, 'get'>;
  readonly gate: Pick<ServiceGate, 'callsLastMinute' | 'rps'>;
  readonly poller: Pick<Poller, 'overdueMs' | 'readsPerMinute'>;
  readonly intervalSeconds: number;
}

/** A load that waits for less than this beyond its time is no news, however short the interval is. */
const LEAST_BEHIND_MS = 10_000;

export function readerStatus({ health, gate, poller, intervalSeconds }: ReaderStatusSources): ReaderStatus {
  const { state, since, message, retry_at, last_success_at } = health.get();
  const overdue = poller.overdueMs();
  const behind = state === 'ok' && overdue > Math.max(LEAST_BEHIND_MS, intervalSeconds * 1000);
  return {
    state,
    since: new Date(since).toISOString(),
    message,
    retry_at: iso(retry_at),
    last_success_at: iso(last_success_at),
    calls_last_minute: gate.callsLastMinute(),
    behind: behind
      ? {
          seconds: Math.round(overdue / 1000),
          allowed_per_minute: Math.floor(gate.rps * 60),
          needed_per_minute: Math.ceil(poller.readsPerMinute()),
        }
      : null,
  };
}

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
