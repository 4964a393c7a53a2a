/** How long a truck was in a circle, and how early or late it came: from the times of a monitor, never guessed. */
import { durationText } from '../ui/time.ts';

export interface StayTimes {
  readonly arrived_at: string | null;
  readonly departed_at: string | null;
  /** At the origin when tracking started: it may have come long before. */
  readonly arrived_at_start: boolean;
}

export interface Dwell {
  readonly ms: number;
  /** Still inside: `ms` grows. */
  readonly running: boolean;
}

export const AT_START = 'at origin when tracking started';

/** When the truck arrived; null when that is not known, or only that it was there when tracking started. */
export function provedArrival({ arrived_at, arrived_at_start }: StayTimes): string | null {
  return arrived_at_start ? null : arrived_at;
}

/**
 * Null without a proved arrival, and without a departure unless it is `inside` now. Two times in the wrong order are no stay:
 * they are null too.
 */
export function dwellOf(stop: StayTimes, inside: boolean, now: number): Dwell | null {
  const { departed_at } = stop;
  const arrived_at = provedArrival(stop);
  if (arrived_at === null || (departed_at === null && !inside)) return null;
  const ms = (departed_at === null ? now : Date.parse(departed_at)) - Date.parse(arrived_at);
  // The arrival may come from a clock a moment ahead of ours.
  if (departed_at === null) return { ms: Math.max(0, ms), running: true };
  return ms < 0 ? null : { ms, running: false };
}

/** Milliseconds after the plan, negative before it; null when one of the two is not known. */
export function lateness(planned: string | null, actual: string | null): number | null {
  return planned === null || actual === null ? null : Date.parse(actual) - Date.parse(planned);
}

/** `12 min late`, `1 h 5 min early`, `on time` under a minute. */
export function latenessText(ms: number): string {
  if (Math.abs(ms) < 60_000) return 'on time';
  return `${durationText(Math.abs(ms))} ${ms > 0 ? 'late' : 'early'}`;
}
