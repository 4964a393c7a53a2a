/** Guesses at the address of a hook, counted by sender. Right addresses are never counted: a limit would lose their events. */
import { ipKeyGenerator } from 'express-rate-limit';
import { Problem } from '../http/problems.ts';

const WINDOW_MS = 60_000;
const GUESSES_A_WINDOW = 60;
/** Senders that are remembered; beyond it, everyone who guesses is counted together until the window ends. */
const MOST_SENDERS = 10_000;

export class WrongAddresses {
  readonly #now: () => number;
  #counts = new Map<string, number>();
  #until = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Counts a guess. Throws 429 when the sender has made too many. */
  count(ip: string | undefined): void {
    const now = this.#now();
    if (now >= this.#until) {
      this.#counts = new Map();
      this.#until = now + WINDOW_MS;
    }
    const sender = ipKeyGenerator(ip ?? '');
    const key = this.#counts.has(sender) || this.#counts.size < MOST_SENDERS ? sender : 'everyone';
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count <= GUESSES_A_WINDOW) return;
    const seconds = Math.max(1, Math.ceil((this.#until - now) / 1000));
    throw new Problem(429, 'too_many_requests', 'There is nothing at so many addresses', {
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
