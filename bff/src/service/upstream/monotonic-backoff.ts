import type { IBackoff, IBackoffFactory } from 'cockatiel';

/**
 * A backoff for cockatiel's circuit breaker, which measures by `Date.now`: a clock that was set back would keep it open, one that was
 * set forward would end every wait. This one measures by `now` and answers only "still" or "over".
 */
export class MonotonicBackoff<T> implements IBackoffFactory<T> {
  readonly #inner: IBackoffFactory<T>;
  readonly #now: () => number;

  constructor(inner: IBackoffFactory<T>, now: () => number) {
    this.#inner = inner;
    this.#now = now;
  }

  next(context: T): IBackoff<T> {
    const inner = this.#inner.next(context);
    const overAt = this.#now() + inner.duration;
    const isOver = () => this.#now() >= overAt;
    return {
      get duration() {
        return isOver() ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
      },
      next: (after) => new MonotonicBackoff(inner, this.#now).next(after),
    };
  }
}
