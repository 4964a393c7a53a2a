/**
 * The server's clock as this browser knows it. Ages are shown by it, so that a wrong clock of the computer does not lie.
 */

/** Delay only makes a sample late, so the largest of the last few is the nearest to the truth. */
const SAMPLES = 12;

export class ServerClock {
  readonly #local: () => number;
  #samples: number[] = [];
  #offset = 0;

  constructor(local: () => number = Date.now) {
    this.#local = local;
  }

  /** Sets the clock by a `server_time` that has just arrived. */
  learn(server_time: string): void {
    const sample = Date.parse(server_time) - this.#local();
    if (Number.isNaN(sample)) return;
    this.#samples = [...this.#samples, sample].slice(-SAMPLES);
    this.#offset = Math.max(...this.#samples);
  }

  /** Milliseconds since 1970 at the server. */
  readonly now = (): number => this.#local() + this.#offset;

  /** How far the computer's clock is behind the server's, milliseconds; negative = ahead. */
  get offset(): number {
    return this.#offset;
  }
}
