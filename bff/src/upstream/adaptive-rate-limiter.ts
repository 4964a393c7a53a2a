/**
 * The service does not say how many requests a second it takes, nor how it counts, so the pace is found.
 *
 * - At first nothing is known: the pace doubles each second that it is used (slow start).
 * - A refusal is one lesson, however many requests under way it met. How the service counts gives two readings of it: a window of a second
 *   was full (then what went out in it is the quota), or a store of permits ran dry (then the quota is the smallest at which all that was
 *   let through is let through). The second refusal says which: the way of counting whose reading stayed the same. Until then the bound
 *   is between the two, nearer to the first; the pace falls to the lower one and comes back to the bound by half of the gap a second.
 * - At the bound it stays, and looks a little higher after a while, and further each time that it was let through; each look that is refused
 *   doubles the time until the next one.
 * - No refusal takes away more than half of what a second before it has let through: one that comes in a quiet moment has other reasons.
 * - Refusals with nothing let through between them are one lesson. While they last, one request a second finds out whether they are over;
 *   then the pace begins with half of the bound. Where they lasted longer than a quota's window they teach nothing.
 * - A refusal that speaks of much less than the bound is not believed at once: the pace climbs back, and is refused again if it was true.
 * - In no second leaves more than the pace, whatever was saved up: a full window refuses what a store lets through.
 * - A pace that nobody used teaches nothing.
 */
interface AdaptiveRateLimiterOptions {
  /** Never more than this many a second. */
  readonly most: number;
  readonly start: number;
  readonly now: number;
}

/** Requests a second that a refusal speaks of, by how the service may count. */
interface Readings {
  readonly window: number;
  readonly store: number;
}

/** Refusals with nothing let through between them. */
interface Series {
  count: number;
  readonly first: number;
  last: number;
  /** What was known before the first of them. */
  readonly before: [bound: number | null, proven: number, last: Readings | null];
}

const LEAST = 0.2;
/** Just under what was refused. */
const UNDER = 0.98;
/** How much of the bound is the reading as a window while both are possible; the rest is the reading as a store of permits. */
const AS_WINDOW = 2 / 3;
const LOOK = 1.1;
const FURTHEST_LOOK = 2;
const FIRST_LOOK_MS = 8_000;
const LAST_LOOK_MS = 16 * 60_000;
/** So much of a pace has to be used for it to be tried. */
const USED = 0.7;
/** A refusal that speaks of less than this part of what was let through before is not believed at once. */
const SURPRISING = 0.76;
const SECOND = 1000;
/** Requests a second while everything is refused: one is enough to notice that it is over. */
const PROBE = 1;
/** Everything was refused for longer than a window of the quota lasts: that had other reasons than our pace. */
const EPISODE_MS = 2 * SECOND;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = SECOND;
/** What left longer ago says nothing of a store that fills in a second. */
const REMEMBERED_MS = 10 * SECOND;

export class AdaptiveRateLimiter {
  readonly #most: number;
  #rps: number;
  /** Null until the first refusal. */
  #bound: number | null = null;
  #raisedAt: number;
  #boundAt: number;
  #lookAfter = FIRST_LOOK_MS;
  #looking = false;
  #look = LOOK;
  /** The most that a second has let through, halved by each refusal. */
  #proven = 0;
  #last: Readings | null = null;
  /** When requests left, since the last wait. */
  #left: number[] = [];
  /** What was let through before a refusal in a quiet moment, which may have had other reasons: it is tried again soon. */
  #known = 0;
  #series: Series | null = null;

  constructor({ most, start, now }: AdaptiveRateLimiterOptions) {
    this.#most = most;
    this.#rps = Math.min(start, most);
    this.#raisedAt = this.#boundAt = now;
  }

  get rps(): number {
    return this.#rps;
  }

  /** The shortest wait after one more refusal: it doubles until a request is let through, so that a service that says 0 is not hammered. */
  get backoffMs(): number {
    return Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (this.#series?.count ?? 0));
  }

  /** A request has left. */
  sent(now: number): void {
    this.#left.push(now);
    while ((this.#left[0] ?? now) <= now - REMEMBERED_MS) this.#left.shift();
  }

  /** Milliseconds until one more may leave without the last second holding more than the pace; 0 = now. */
  fullFor(now: number): number {
    const most = Math.max(1, Math.ceil(this.#rps));
    if (this.#inLastSecond(now) < most) return 0;
    return Math.max(0, (this.#left.at(-most) ?? now) + SECOND - now);
  }

  /** Refused: nothing is sent until `until`, and then more slowly. */
  refused(now: number, until: number): void {
    if (this.#series) {
      this.#series.count += 1;
      this.#series.last = now;
      this.#rps = Math.min(this.#rps, PROBE);
    } else {
      this.#series = { count: 1, first: now, last: now, before: [this.#bound, this.#proven, this.#last] };
      this.#learn(now);
    }
    this.#raisedAt = this.#boundAt = until;
    this.#left = [];
  }

  /** A request that left after the last refusal was let through: the service takes requests again. */
  accepted(now: number): void {
    const series = this.#series;
    if (!series) return;
    this.#series = null;
    if (series.count === 1) return;
    if (series.last - series.first >= EPISODE_MS) [this.#bound, this.#proven, this.#last] = series.before;
    this.#rps = Math.min(this.#most, Math.max(this.#rps, (this.#bound ?? this.#proven) / 2));
    this.#raisedAt = this.#boundAt = now;
  }

  /** The wait has ended before its time. */
  resume(now: number): void {
    this.#raisedAt = Math.min(this.#raisedAt, now);
    this.#boundAt = Math.min(this.#boundAt, now);
  }

  #learn(now: number): void {
    const readings = this.#readings(now);
    const way = this.#last && closer(this.#last, readings);
    const reading = way ? readings[way] : AS_WINDOW * readings.window + (1 - AS_WINDOW) * readings.store;
    const known = this.#known > 0 ? 0 : (this.#bound ?? this.#proven);
    this.#bound = Math.max(LEAST, UNDER * reading);
    this.#known = this.#bound < SURPRISING * known ? known : 0;
    this.#rps = way ? this.#bound : Math.max(LEAST, Math.min(readings.store, this.#bound));
    if (this.#looking) this.#lookAfter = Math.min(LAST_LOOK_MS, this.#lookAfter * 2);
    this.#looking = false;
    this.#look = LOOK;
    this.#last = readings;
  }

  /** Makes it quicker where the present pace was used for a second and let through. */
  raise(now: number): void {
    if (this.#series && this.#series.count > 1) return;
    if (now - this.#raisedAt < Math.max(SECOND, SECOND / this.#rps)) return;
    this.#raisedAt = now;
    const through = this.#inLastSecond(now);
    this.#proven = Math.max(this.#proven, Math.min(through, this.#rps));
    const used = through >= Math.floor(USED * this.#rps);
    if (this.#bound === null) {
      if (used) this.#rps = Math.min(this.#most, this.#rps * 2);
      return;
    }
    this.#rps = Math.min(this.#most, this.#rps + (this.#bound - this.#rps) / 2);
    if (!used) {
      this.#boundAt = now;
      return;
    }
    if (this.#known > 0) {
      this.#bound += (this.#known - this.#bound) / 2;
      this.#boundAt = now;
      if (this.#bound > UNDER * this.#known) this.#known = 0;
    }
    if (now - this.#boundAt < this.#lookAfter) return;
    this.#bound *= this.#look;
    this.#look = Math.min(FURTHEST_LOOK, this.#look ** 2);
    this.#boundAt = now;
    this.#looking = true;
  }

  #inLastSecond(now: number): number {
    let count = 0;
    while ((this.#left.at(-1 - count) ?? Number.NEGATIVE_INFINITY) > now - SECOND) count += 1;
    return count;
  }

  #readings(now: number): Readings {
    // The one that was refused is among those that left. Nothing left: another server of ours was refused.
    const through = this.#left.slice(0, -1);
    if (through.length === 0) return { window: this.#rps, store: this.#rps / 2 };
    this.#proven /= 2;
    const window = Math.max(1, this.#proven, this.#inLastSecond(now) - 1);
    return { window, store: Math.min(window, Math.max(this.#proven, smallestStore(through))) };
  }
}

/** The way of counting by which two refusals speak of the same quota. */
function closer(one: Readings, other: Readings): keyof Readings {
  const apart = (way: keyof Readings) => Math.abs(Math.log(one[way] / other[way]));
  return apart('window') < apart('store') ? 'window' : 'store';
}

/** Permits a second of the smallest store, full at the start and holding a second's worth, that lets all of these through. */
function smallestStore(times: readonly number[]): number {
  const lets = (perSecond: number) => {
    let [permits, at] = [perSecond, times[0] ?? 0];
    for (const time of times) {
      permits = Math.min(perSecond, permits + ((time - at) * perSecond) / SECOND);
      at = time;
      if (permits < 1) return false;
      permits -= 1;
    }
    return true;
  };
  let [least, most] = [LEAST, times.length];
  for (let step = 0; step < 24; step += 1) {
    const between = Math.sqrt(least * most);
    if (lets(between)) most = between;
    else least = between;
  }
  return most;
}
