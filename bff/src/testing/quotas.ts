/** Services that count requests, each in its way. */

/** Takes a request at a time and gives null, or the whole seconds to wait (`retry_after_seconds` is an integer). */
export type Quota = (now: number) => number | null;

/** A store of permits that fills evenly. */
export const store = (perSecond: number): Quota => {
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

/** So many in each second of the service's clock, which is not ours. */
export const windows = (perSecond: number): Quota => {
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
