/** Called per request; returns null, or whole seconds to wait (`retry_after_seconds` is an integer). */
export type Quota = (now: number) => number | null;

/** A token bucket that fills evenly. */
export const tokenBucket = (perSecond: number): Quota => {
  let left = perSecond;
  let at = 0;
  return (now) => {
    left = Math.min(perSecond, left + ((now - at) * perSecond) / 1000);
    at = now;
    if (left < 1) return Math.max(1, Math.ceil((1 - left) / perSecond));
    left -= 1;
    return null;
  };
};

/** A fixed number per second of the service's clock, which differs from ours. */
export const fixedWindows = (perSecond: number): Quota => {
  let window = -1;
  let count = 0;
  return (now) => {
    const present = Math.floor((now + 370) / 1000);
    if (present !== window) count = 0;
    window = present;
    count += 1;
    return count > perSecond ? 1 : null;
  };
};
