/** What the list keeps beside each monitor, so that counts, order and filters need no second look. Worked out by changes, and by time. */
import { type BoardMonitor, MONITOR_ENDED_ASKS_MS } from '@waypost/contract/api/monitors';
import { MONITOR_STATUSES } from '@waypost/contract/monitors';
import { type JourneyKind, journeyOf } from '@waypost/triage/journey';
import { FLAG_KINDS, type Flag, type IntegrityContext, integrityOf, statusAt } from './integrity.ts';

/** A status of the service, or `other`: unknown, or none received yet. */
export type MonitorState = (typeof MONITOR_STATUSES)[number] | 'other';

export interface MonitorFacts {
  readonly state: MonitorState;
  /** Worst first. */
  readonly flags: readonly Flag[];
  /** True when a person should look at it now. */
  readonly attention: boolean;
  /** Order of the worst first: lower is worse. */
  readonly rank: number;
  /** The order inside a rank, milliseconds. */
  readonly since: number;
  readonly journey: JourneyKind;
  readonly stop_sequence: number | null;
  readonly next_sequence: number | null;
  /** Planned arrival at the next stop. */
  readonly next_arrival: number | null;
  /** End of the watch while it is watched, else null. */
  readonly expires: number | null;
  readonly valid_until: number;
}

const QUIET = 100;
const STATE_RANK: Readonly<Record<MonitorState, number>> = {
  active: QUIET,
  other: QUIET + 1,
  expired: QUIET + 2,
  completed: QUIET + 2,
  cancelled: QUIET + 2,
};

const isState = (status: string | null): status is (typeof MONITOR_STATUSES)[number] =>
  (MONITOR_STATUSES as readonly (string | null)[]).includes(status);

export function monitorFacts(monitor: BoardMonitor, context: IntegrityContext): MonitorFacts {
  const { now } = context;
  const status = statusAt(monitor, now);
  const state = isState(status) ? status : 'other';
  const integrity = integrityOf(monitor, context);
  const { kind, stop, next } = journeyOf({ ...monitor, status });
  const worst = integrity.flags[0];
  const expires = monitor.expires_at === null ? null : Date.parse(monitor.expires_at);
  const asks_until = state === 'expired' && expires !== null ? expires + MONITOR_ENDED_ASKS_MS : null;
  const attention = worst !== undefined && (state === 'active' || (asks_until !== null && asks_until > now));
  const planned = state === 'active' ? (next?.planned_arrival_at ?? null) : null;
  return {
    state,
    flags: integrity.flags,
    attention,
    rank: attention ? FLAG_KINDS.indexOf(worst.kind) : STATE_RANK[state],
    // The older trouble first; what is quiet, the newest first.
    since: attention ? (worst.since ?? 0) : -(Date.parse(monitor.created_at ?? '') || 0),
    journey: kind,
    stop_sequence: stop?.sequence ?? null,
    next_sequence: next?.sequence ?? null,
    next_arrival: planned === null ? null : Date.parse(planned),
    expires: state === 'active' ? expires : null,
    valid_until:
      asks_until !== null && asks_until > now
        ? Math.min(asks_until, integrity.valid_until)
        : integrity.valid_until,
  };
}
