/**
 * The world's clock. SANDBOX_SPEED simulated seconds pass in a real second, so that movement is visible; yet every time
 * that leaves the service is a time of the wall clock:
 *
 * - World time ("tau") is milliseconds since the start instant, in simulated time; negative before the start. The world
 *   is a function of seed and tau alone, so that a seed gives the same world whenever it is started.
 * - Before the start instant one simulated second is one real second: the history with which the world begins has the
 *   ages that it says.
 * - After it, simulated time is squeezed: tau = (wall - start) * speed. A ping of 50 simulated seconds ago left 5 s ago at
 *   speed 10, and says so. No position lies in the future, and an age on a screen is the time that a person has waited.
 *   Staleness is judged on that same scale of real minutes.
 */

/** Source of real time, injected so that tests can move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The service's own clock: the real one, moved ahead by control routes. It never goes back, except by a reset. */
export class MovedClock implements Clock {
  readonly #real: Clock;
  #offset = 0;
  #resets = 0;
  #listeners: (() => void)[] = [];

  constructor(real: Clock) {
    this.#real = real;
  }

  /** How far it is ahead, in milliseconds. */
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

  /** How often it was put back. */
  get resets(): number {
    return this.#resets;
  }

  /** Back to the real time; nobody listens any more. */
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

  /** World time of an instant of the wall clock, by default now. */
  tau(wall = this.now()): number {
    const passed = wall - this.start;
    return passed <= 0 ? passed : passed * this.speed;
  }

  /** Instant of the wall clock at a world time, in whole milliseconds. */
  wall(tau: number): number {
    return Math.round(this.start + (tau <= 0 ? tau : tau / this.speed));
  }
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
