/**
 * Finds the highest sustainable request rate, because the service documents neither its quota nor how it counts.
 *
 * - Slow start: until the first refusal the rate doubles for each second in which it was used.
 * - A refusal counts once, however many concurrent requests it hit. Its quota is estimated in two ways: as a fixed window (the requests
 *   sent within the last second) and as a token bucket (the smallest bucket that would have passed every accepted request). The second
 *   refusal decides: the model whose estimate did not change is right. Until then the bound lies between both estimates, closer to the
 *   window; the rate drops to the lower one and recovers half of the gap to the bound per second.
 * - At the bound the rate stays, with an occasional probe slightly above it, and larger steps after each accepted probe. A refused probe
 *   doubles the time until the next one.
 * - A refusal removes at most half of the rate that a previous second has proven: a refusal at low load has other causes.
 * - Consecutive refusals count once. While they last, one request per second checks whether they are over; then the rate restarts at
 *   half of the bound. Refusals that lasted longer than a quota window do not change the bound.
 * - An estimate far below the bound is not trusted immediately: the rate climbs back, and is refused again if the estimate was right.
 * - No second sends more than the rate, regardless of saved allowance: a full window refuses what a bucket would accept.
 * - An unused rate proves nothing.
 */
interface AdaptiveRateLimiterOptions {
  readonly maxRps: number;
  readonly start: number;
  readonly now: number;
}

/** Requests a second that a refusal implies, by model of the service's quota. */
interface QuotaEstimates {
  readonly window: number;
  readonly bucket: number;
}

interface RefusalSeries {
  count: number;
  readonly first: number;
  last: number;
  /** State before the first of them. */
  readonly before: [bound: number | null, proven: number, last: QuotaEstimates | null];
}

const MIN_RPS = 0.2;
/** Stays just below the refused rate. */
const BOUND_FACTOR = 0.98;
/** Weight of the window estimate while both models are possible; the bucket estimate has the rest. */
const WINDOW_WEIGHT = 2 / 3;
const PROBE_FACTOR = 1.1;
const MAX_PROBE_FACTOR = 2;
const FIRST_PROBE_MS = 8_000;
const MAX_PROBE_MS = 16 * 60_000;
/** Share of the pace that must be used before it is raised. */
const MIN_USE = 0.7;
/** An estimate below this share of the proven rate is not trusted immediately. */
const TRUSTED_SHARE = 0.76;
const SECOND = 1000;
/** Requests a second while everything is refused: enough to notice the end. */
const REFUSED_RPS = 1;
/** Refusals for longer than a quota window have other reasons than our pace. */
const EPISODE_MS = 2 * SECOND;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = SECOND;
/** Older requests do not affect a bucket that fills in a second. */
const HISTORY_MS = 10 * SECOND;

export class AdaptiveRateLimiter {
  readonly #maxRps: number;
  #rps: number;
  /** Null until the first refusal. */
  #bound: number | null = null;
  #raisedAt: number;
  #boundAt: number;
  #probeAfterMs = FIRST_PROBE_MS;
  #probing = false;
  #probeFactor = PROBE_FACTOR;
  /** Highest rate accepted in a second, halved by each refusal. */
  #proven = 0;
  #lastEstimates: QuotaEstimates | null = null;
  /** When requests were sent, since the last pause. */
  #sentAt: number[] = [];
  /** Rate proven before a refusal in a quiet moment, which may have had other reasons: it is retried soon. 0: none. */
  #suspendedRate = 0;
  #refusals: RefusalSeries | null = null;

  constructor({ maxRps, start, now }: AdaptiveRateLimiterOptions) {
    this.#maxRps = maxRps;
    this.#rps = Math.min(start, maxRps);
    this.#raisedAt = this.#boundAt = now;
  }

  get rps(): number {
    return this.#rps;
  }

  /** Minimum pause after one more refusal; doubles until a request is accepted, so that a service that says 0 is not hammered. */
  get backoffMs(): number {
    return Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (this.#refusals?.count ?? 0));
  }

  sent(now: number): void {
    this.#sentAt.push(now);
    while ((this.#sentAt[0] ?? now) <= now - HISTORY_MS) this.#sentAt.shift();
  }

  /** Milliseconds until one more request fits into the last second; 0 = now. */
  fullForMs(now: number): number {
    const most = Math.max(1, Math.ceil(this.#rps));
    if (this.#inLastSecond(now) < most) return 0;
    return Math.max(0, (this.#sentAt.at(-most) ?? now) + SECOND - now);
  }

  /** Records a refusal: nothing is sent until `until`, and then at a lower pace. */
  refused(now: number, until: number): void {
    if (this.#refusals) {
      this.#refusals.count += 1;
      this.#refusals.last = now;
      this.#rps = Math.min(this.#rps, REFUSED_RPS);
    } else {
      this.#refusals = {
        count: 1,
        first: now,
        last: now,
        before: [this.#bound, this.#proven, this.#lastEstimates],
      };
      this.#learn(now);
    }
    this.#raisedAt = this.#boundAt = until;
    this.#sentAt = [];
  }

  /** Records that a request sent after the last refusal was accepted. */
  accepted(now: number): void {
    const refusals = this.#refusals;
    if (!refusals) return;
    this.#refusals = null;
    if (refusals.count === 1) return;
    if (refusals.last - refusals.first >= EPISODE_MS)
      [this.#bound, this.#proven, this.#lastEstimates] = refusals.before;
    this.#rps = Math.min(this.#maxRps, Math.max(this.#rps, (this.#bound ?? this.#proven) / 2));
    this.#raisedAt = this.#boundAt = now;
  }

  /** The pause was ended early. */
  resume(now: number): void {
    this.#raisedAt = Math.min(this.#raisedAt, now);
    this.#boundAt = Math.min(this.#boundAt, now);
  }

  #learn(now: number): void {
    const estimates = this.#estimate(now);
    const model = this.#lastEstimates && closerModel(this.#lastEstimates, estimates);
    const estimate = model
      ? estimates[model]
      : WINDOW_WEIGHT * estimates.window + (1 - WINDOW_WEIGHT) * estimates.bucket;
    const known = this.#suspendedRate > 0 ? 0 : (this.#bound ?? this.#proven);
    this.#bound = Math.max(MIN_RPS, BOUND_FACTOR * estimate);
    this.#suspendedRate = this.#bound < TRUSTED_SHARE * known ? known : 0;
    this.#rps = model ? this.#bound : Math.max(MIN_RPS, Math.min(estimates.bucket, this.#bound));
    if (this.#probing) this.#probeAfterMs = Math.min(MAX_PROBE_MS, this.#probeAfterMs * 2);
    this.#probing = false;
    this.#probeFactor = PROBE_FACTOR;
    this.#lastEstimates = estimates;
  }

  /** Raises the pace if the current one was used for a second and accepted. */
  raise(now: number): void {
    if (this.#refusals && this.#refusals.count > 1) return;
    if (now - this.#raisedAt < Math.max(SECOND, SECOND / this.#rps)) return;
    this.#raisedAt = now;
    const accepted = this.#inLastSecond(now);
    this.#proven = Math.max(this.#proven, Math.min(accepted, this.#rps));
    const used = accepted >= Math.floor(MIN_USE * this.#rps);
    if (this.#bound === null) {
      if (used) this.#rps = Math.min(this.#maxRps, this.#rps * 2);
      return;
    }
    this.#rps = Math.min(this.#maxRps, this.#rps + (this.#bound - this.#rps) / 2);
    if (!used) {
      this.#boundAt = now;
      return;
    }
    if (this.#suspendedRate > 0) {
      this.#bound += (this.#suspendedRate - this.#bound) / 2;
      this.#boundAt = now;
      if (this.#bound > BOUND_FACTOR * this.#suspendedRate) this.#suspendedRate = 0;
    }
    if (now - this.#boundAt < this.#probeAfterMs) return;
    this.#bound *= this.#probeFactor;
    this.#probeFactor = Math.min(MAX_PROBE_FACTOR, this.#probeFactor ** 2);
    this.#boundAt = now;
    this.#probing = true;
  }

  #inLastSecond(now: number): number {
    let count = 0;
    while ((this.#sentAt.at(-1 - count) ?? Number.NEGATIVE_INFINITY) > now - SECOND) count += 1;
    return count;
  }

  #estimate(now: number): QuotaEstimates {
    // The refused request is the last one sent. Nothing sent: another server was refused.
    const accepted = this.#sentAt.slice(0, -1);
    if (accepted.length === 0) return { window: this.#rps, bucket: this.#rps / 2 };
    this.#proven /= 2;
    const window = Math.max(1, this.#proven, this.#inLastSecond(now) - 1);
    return { window, bucket: Math.min(window, Math.max(this.#proven, smallestBucket(accepted))) };
  }
}

/** The quota model by which two refusals agree best. */
function closerModel(one: QuotaEstimates, other: QuotaEstimates): keyof QuotaEstimates {
  const apart = (model: keyof QuotaEstimates) => Math.abs(Math.log(one[model] / other[model]));
  return apart('window') < apart('bucket') ? 'window' : 'bucket';
}

/** Rate of the smallest token bucket, initially full and holding one second's worth, that passes all these requests. */
function smallestBucket(times: readonly number[]): number {
  const passes = (perSecond: number) => {
    let [permits, at] = [perSecond, times[0] ?? 0];
    for (const time of times) {
      permits = Math.min(perSecond, permits + ((time - at) * perSecond) / SECOND);
      at = time;
      if (permits < 1) return false;
      permits -= 1;
    }
    return true;
  };
  let [least, most] = [MIN_RPS, times.length];
  for (let step = 0; step < 24; step += 1) {
    const between = Math.sqrt(least * most);
    if (passes(between)) most = between;
    else least = between;
  }
  return most;
}
