/**
 * Three clocks. `Date.now` is for what is shown and stored as a fact: an operator or a time server may set it back or forward at any
 * moment. Whatever waits or measures uses one of these two, on the same scale: milliseconds since 1970.
 */

/** Whole milliseconds. Never jumps: for waits and durations in memory. It differs from `Date.now` after that clock was set. */
export const monotonicNow = (): number => Math.floor(performance.timeOrigin + performance.now());

let aheadMs = 0;

/**
 * Never goes back: for due times in the database, to write and to compare them. After the clock was set back, what was due soon is
 * still due soon; after it was set forward, this clock follows it, because other servers and a restart do.
 */
export function dueClock(): number {
  const monotonic = monotonicNow();
  aheadMs = Math.max(aheadMs, Date.now() - monotonic);
  return monotonic + aheadMs;
}

/** Forgets that the clock was ever ahead, as a restart does. */
export function resetDueClock(): void {
  aheadMs = 0;
}

/** The two clocks tick at different moments: without this, the same moment would be shown a millisecond earlier or later each time. */
const JITTER_MS = 50;
let wallOffsetMs = 0;

function wallOffset(): number {
  const offset = Date.now() - monotonicNow();
  if (Math.abs(offset - wallOffsetMs) > JITTER_MS) wallOffsetMs = offset;
  return wallOffsetMs;
}

/** A moment of the monotonic clock as shown to people, ms since 1970. */
export function toWallTime(monotonic: number): number;
export function toWallTime(monotonic: number | null): number | null;
export function toWallTime(monotonic: number | null): number | null {
  return monotonic === null ? null : monotonic + wallOffset();
}
