/**
 * Rules for when a load leaves the board automatically; the first rule that applies wins. `since` is always a time of the load, not the
 * time of our check, so that every server and every restart reaches the same result.
 */
import type { BoardLoad, Leaving } from '@waypost/contract/api/board';
import type { ArchiveReason } from '@waypost/contract/api/url-enums';
import { hasObservedTime } from '@waypost/triage/journey';
import { plannedWindow } from '@waypost/triage/same-truck';
import type { ArchiveSettings } from '../../platform/config/config.ts';
import { toIso } from '../../platform/lib/time.ts';
import { NOTICE_MS } from '../watch-list/restored.ts';

/** What is known about a load beyond what the board shows. Times in ms since 1970. */
export interface Evidence {
  /** The truck stayed at the destination and left it then, by the recorded positions. */
  readonly left_destination_at: number | null;
  /** Since then, and after the end of the plan, the truck has been elsewhere. */
  readonly elsewhere_since: number | null;
  /** By its last movement, the truck may still be on its way to the destination. */
  readonly is_coming: boolean;
  /** A later load that the truck was seen to carry. */
  readonly next_load: {
    readonly load_id: string;
    readonly load_ref: string | null;
    readonly from: number;
  } | null;
}

export const NO_EVIDENCE: Evidence = {
  left_destination_at: null,
  elsewhere_since: null,
  is_coming: false,
  next_load: null,
};

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
    since: (load, { next_load, is_coming }) => {
      const end = plannedWindow(load)?.until;
      return next_load === null || is_coming || end === undefined ? null : Math.max(end, next_load.from);
    },
    wait: 'deliveredMs',
  },
  {
    reason: 'overdue',
    since: (_load, { elsewhere_since, is_coming }) => (is_coming ? null : elsewhere_since),
    wait: 'overdueMs',
  },
];

/** Somebody owns the load's problem, or its monitor still waits for the truck at the destination: only a person archives it. */
function isHeld(load: BoardLoad): boolean {
  const { triage, monitor, stops } = load;
  if (triage?.owner && !triage.closed) return true;
  if (monitor?.status !== 'active') return false;
  const destination = Math.max(...stops.map(({ sequence }) => sequence));
  const last = monitor.stops.at(-1);
  const is_destination = last?.load_stop_sequence == null || last.load_stop_sequence === destination;
  return !last || !is_destination || !hasObservedTime(last);
}

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
  if (isHeld(load)) return null;
  const keptAt = load.kept ? Date.parse(load.kept.at) : Number.NEGATIVE_INFINITY;
  for (const { reason, since: sinceOf, wait } of RULES) {
    const since = sinceOf(load, evidence);
    if (since === null || Number.isNaN(since) || since > now || since <= keptAt) continue;
    const before =
      load.leaving?.reason === reason && Date.parse(load.leaving.since) === since ? load.leaving : null;
    const waitMs = settings[wait];
    // The company may have changed the wait since; the notice counts from when it was first shown.
    const noticeEnds = now + Math.min(NOTICE_MS, waitMs);
    const at = Math.max(since + waitMs, Math.min(noticeEnds, before ? Date.parse(before.at) : noticeEnds));
    if (before && Date.parse(before.at) === at) return before;
    const { next_load } = evidence;
    return {
      reason,
      since: toIso(since),
      at: toIso(at),
      next_load:
        reason === 'next_load' && next_load
          ? { load_id: next_load.load_id, load_ref: next_load.load_ref }
          : null,
    };
  }
  return null;
}

/**
 * Requires a read from after the deadline, so that neither a new plan nor an outdated response archives the load. A truck that left the
 * destination and drives back there may have been turned away.
 */
export function isDue(
  load: BoardLoad,
  leaving: Leaving,
  { is_coming }: Pick<Evidence, 'is_coming'>,
  now: number,
): boolean {
  const at = Date.parse(leaving.at);
  if (at > now || (leaving.reason === 'left_destination' && is_coming)) return false;
  return leaving.reason === 'not_found' || Date.parse(load.read_at ?? '') >= at;
}

/**
 * When the load's monitor saw the truck leave the last stop. A monitor that completed before this plan began belongs to an earlier
 * plan.
 */
function completedAt(load: BoardLoad): number | null {
  const { monitor, stops } = load;
  const last = monitor?.stops.at(-1);
  if (monitor?.status !== 'completed' || !last) return null;
  const destination = Math.max(...stops.map(({ sequence }) => sequence));
  if (last.load_stop_sequence !== null && last.load_stop_sequence !== destination) return null;
  // Without a time at the last stop nobody saw the delivery, and the center of a city is no dock.
  if (last.city_center) return null;
  const at = Date.parse(last.departed_at ?? last.arrived_at ?? '');
  if (Number.isNaN(at)) return null;
  const from = plannedWindow(load)?.from;
  return from !== undefined && at < from ? null : at;
}
