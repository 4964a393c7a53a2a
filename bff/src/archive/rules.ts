/**
 * Rules for when a load leaves the board automatically; the first rule that applies wins. `since` is always a time of the load, not the
 * time of our check, so that every server and every restart reaches the same result.
 */
import type { BoardLoad, Leaving } from '@waypost/contract/api/board';
import type { ArchiveReason } from '@waypost/contract/api/url-enums';
import { plannedWindow } from '@waypost/triage/same-truck';
import { toIso } from '../lib/time.ts';

/** What is known about a load beyond what the board shows. Times in ms since 1970. */
export interface Evidence {
  /** The truck stayed at the destination and left it then, by the recorded positions. */
  readonly left_destination_at: number | null;
  /** Since then, and after the end of the plan, the truck has been elsewhere. */
  readonly elsewhere_since: number | null;
  /** A later load that the truck was seen to carry. */
  readonly next_load: {
    readonly load_id: string;
    readonly load_ref: string | null;
    readonly from: number;
  } | null;
}

export const NO_EVIDENCE: Evidence = { left_destination_at: null, elsewhere_since: null, next_load: null };

export interface ArchiveSettings {
  /** Delay after a delivery. */
  readonly deliveredMs: number;
  /** Delay after the end of the plan, if the truck is elsewhere. */
  readonly overdueMs: number;
  /** Delay after the first response that the service does not know the load. */
  readonly notFoundMs: number;
}

interface Rule {
  readonly reason: Exclude<ArchiveReason, 'removed'>;
  /** Null: the rule does not apply. */
  readonly since: (load: BoardLoad, evidence: Evidence) => number | null;
  readonly wait: keyof ArchiveSettings;
}

const RULES: readonly Rule[] = [
  {
    reason: 'not_found',
    since: ({ read_error }) => (read_error?.kind === 'not_found' ? Date.parse(read_error.since) : null),
    wait: 'notFoundMs',
  },
  { reason: 'monitor_completed', since: completedAt, wait: 'deliveredMs' },
  {
    reason: 'left_destination',
    since: (_load, { left_destination_at }) => left_destination_at,
    wait: 'deliveredMs',
  },
  {
    reason: 'next_load',
    since: (load, { next_load }) => {
      const end = plannedWindow(load)?.until;
      return next_load === null || end === undefined ? null : Math.max(end, next_load.from);
    },
    wait: 'deliveredMs',
  },
  {
    reason: 'overdue',
    since: (_load, { elsewhere_since }) => elsewhere_since,
    wait: 'overdueMs',
  },
];

/** Even after an old delivery, a load is shown as leaving for this long, so that somebody can keep it. */
const NOTICE_MS = 10 * 60_000;

/**
 * Why and when a load leaves; null: it stays.
 * @param now ms since 1970
 */
export function leavingOf(
  load: BoardLoad,
  evidence: Evidence,
  settings: ArchiveSettings,
  now: number,
): Leaving | null {
  const keptAt = load.kept ? Date.parse(load.kept.at) : Number.NEGATIVE_INFINITY;
  for (const { reason, since: sinceOf, wait } of RULES) {
    const since = sinceOf(load, evidence);
    if (since === null || Number.isNaN(since) || since > now || since <= keptAt) continue;
    const before = load.leaving;
    if (before?.reason === reason && Date.parse(before.since) === since) return before;
    const waitMs = settings[wait];
    const { next_load } = evidence;
    return {
      reason,
      since: toIso(since),
      at: toIso(Math.max(since + waitMs, now + Math.min(NOTICE_MS, waitMs))),
      next_load:
        reason === 'next_load' && next_load
          ? { load_id: next_load.load_id, load_ref: next_load.load_ref }
          : null,
    };
  }
  return null;
}

/** Requires a read from after the deadline, so that neither a new plan nor an outdated response archives the load. */
export function isDue(load: BoardLoad, leaving: Leaving, now: number): boolean {
  const at = Date.parse(leaving.at);
  if (at > now) return false;
  return leaving.reason === 'not_found' || Date.parse(load.read_at ?? '') >= at;
}

/**
 * When the load's monitor saw the truck leave the last stop. A monitor that completed before this plan began belongs to an earlier
 * plan.
 */
function completedAt(load: BoardLoad): number | null {
  const { monitor, stops, watched_at } = load;
  if (monitor?.status !== 'completed') return null;
  const last = monitor.stops.at(-1);
  const destination = Math.max(...stops.map(({ sequence }) => sequence));
  if (last && last.load_stop_sequence !== null && last.load_stop_sequence !== destination) return null;
  const at = Date.parse(last?.departed_at ?? last?.arrived_at ?? watched_at);
  const from = plannedWindow(load)?.from;
  return from !== undefined && at < from ? null : at;
}
