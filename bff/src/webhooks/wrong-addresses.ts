/** Guesses at the address of a webhook, counted by sender. Right addresses are never counted: a limit would lose their events. */
import { Problem } from '../http/problems.ts';
import { networkOf } from '../http/rate-limits.ts';
import { RateWindow } from '../lib/rate-window.ts';

const GUESSES_A_MINUTE = 60;
const MAX_SENDERS = 10_000;

export class WrongAddresses {
  readonly #window: RateWindow;

  constructor(now?: () => number) {
    this.#window = new RateWindow(now, MAX_SENDERS);
  }

  /** Counts a guess. Throws 429 when the sender has made too many. */
  count(ip: string | undefined): void {
    const seconds = this.#window.take(networkOf(ip ?? ''), GUESSES_A_MINUTE);
    if (seconds === 0) return;
    throw new Problem(429, 'too_many_requests', 'Too many unknown addresses', {
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
