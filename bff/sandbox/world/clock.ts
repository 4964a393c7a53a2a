/**
 * The world's clock. SANDBOX_SPEED simulated seconds pass per real second, so that movement is visible; all times that the service
 * sends are wall-clock times.
 *
 * - World time ("tau") is simulated milliseconds since the start; negative before it. The world depends on seed and tau only, so
 *   that a seed gives the same world whenever it is started.
 * - Before the start, one simulated second is one real second, so that history has real ages.
 * - After it, tau = (wall - start) * speed. A ping of 50 simulated seconds ago was sent 5 s ago at speed 10. No position lies in the
 *   future, and an age on a screen is the time that a person waited. Staleness uses the same scale of real minutes.
 */

/** Source of real time, injected for tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The service's clock: real time plus an offset from control routes. It goes back only by a reset. */
export class OffsetClock implements Clock {
  readonly #real: Clock;
  #offset = 0;
  #resets = 0;
  #listeners: (() => void)[] = [];

  constructor(real: Clock) {
    this.#real = real;
  }

  /** Offset in milliseconds. */
  get offset(): number {
    return this.#offset;
  }

  now(): number {
    return this.#real.now() + this.#offset;
  }

  advance(milliseconds: number): void {
    this.#offset += milliseconds;
    for (const listener of this.#listeners) listener();
  }

  /** Number of resets. */
  get resets(): number {
    return this.#resets;
  }

  /** Returns to real time and removes all listeners. */
  reset(): void {
    this.#resets += 1;
    this.#offset = 0;
    this.#listeners = [];
  }

  onMove(listener: () => void): void {
    this.#listeners.push(listener);
  }
}

export class WorldClock {
  readonly start: number;
  readonly speed: number;
  readonly #clock: Clock;

  /** @param start wall clock at which the world began */
  constructor(clock: Clock, speed: number, start = clock.now()) {
    this.#clock = clock;
    this.start = start;
    this.speed = speed;
  }

  /** Wall clock, milliseconds since 1970. */
  now(): number {
    return this.#clock.now();
  }

  /** World time of a wall-clock time; default: now. */
  tau(wall = this.now()): number {
    const passed = wall - this.start;
    return passed <= 0 ? passed : passed * this.speed;
  }

  /** Wall-clock time of a world time, in whole milliseconds. */
  wall(tau: number): number {
    return Math.round(this.start + (tau <= 0 ? tau : tau / this.speed));
  }
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
