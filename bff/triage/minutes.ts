const MINUTE_MS = 60_000;
/** Milliseconds since 1970, without the seconds. */
export const minuteOf = (at: string | number): number =>
  Math.floor(new Date(at).getTime() / MINUTE_MS) * MINUTE_MS;

/**
 * Milliseconds between two times without their seconds, negative when `to` is first: times are shown by the minute, and whoever
 * subtracts them gets the same.
 */
export const minutesBetween = (from: string | number, to: string | number): number =>
  minuteOf(to) - minuteOf(from);
