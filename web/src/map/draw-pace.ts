/**
 * Whether the map is drawn too slowly to be drawn often. Without a graphics card (a remote desktop, an old computer) each
 * drawing takes a fifth of a second, and the whole page waits for it: then loads are written seldom and markers jump.
 */

/** So many drawings in a row, after each of which the next frames took longer than this. Two or so are taken in before any has to wait. */
const SLOW = { drawings: 6, frames: 3, ms: 150 } as const;
/** How long the map is spared before it is tried again. */
export const SPARED_MS = 60_000;

export interface DrawPaceTools {
  frame(callback: () => void): void;
  /** Milliseconds, monotonic. */
  now(): number;
}

export class DrawPace {
  readonly #tools: DrawPaceTools;
  #waiting = false;
  #slowDrawings = 0;
  #sparedUntil = Number.NEGATIVE_INFINITY;

  constructor(tools: DrawPaceTools) {
    this.#tools = tools;
  }

  get slow(): boolean {
    return this.#tools.now() < this.#sparedUntil;
  }

  /** To be called in each frame that draws the map. */
  readonly drawn = (): void => {
    if (this.#waiting || this.slow) return;
    this.#waiting = true;
    const began = this.#tools.now();
    let left = SLOW.frames;
    const frame = () => {
      left -= 1;
      if (left > 0) this.#tools.frame(frame);
      else this.#count(this.#tools.now() - began);
    };
    this.#tools.frame(frame);
  };

  #count(took_ms: number): void {
    this.#waiting = false;
    this.#slowDrawings = took_ms > SLOW.ms ? this.#slowDrawings + 1 : 0;
    if (this.#slowDrawings < SLOW.drawings) return;
    this.#slowDrawings = 0;
    this.#sparedUntil = this.#tools.now() + SPARED_MS;
  }
}
