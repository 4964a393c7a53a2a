/**
 * Marks `waypost:board-ready` once, after the frame in which rows and markers are first both on the screen. Where no
 * marker can come (no WebGL, or no load with a position) rows are enough.
 */
import { releaseLater } from '../ui/later.tsx';

export const BOARD_READY = 'waypost:board-ready';

export interface ReadinessPage {
  /** After the next paint. */
  readonly afterPaint: (then: () => void) => void;
  readonly mark: (name: string) => void;
}

export class Readiness {
  readonly #page: ReadinessPage;
  #rows = false;
  #markers = false;
  #done = false;

  constructor(page: ReadinessPage) {
    this.#page = page;
  }

  rows(): void {
    this.#rows = true;
    this.#look();
  }
  /** Markers are on screen, or it is known that there will be none. */
  markers(): void {
    this.#markers = true;
    this.#look();
  }

  #look(): void {
    if (this.#done || !this.#rows || !this.#markers) return;
    this.#done = true;
    this.#page.afterPaint(() => this.#page.mark(BOARD_READY));
  }
}

/** The browser's page: a frame is painted when a task of the next one runs. */
export const browserPage: ReadinessPage = {
  afterPaint: (then) => requestAnimationFrame(() => setTimeout(then)),
  mark: (name) => {
    performance.mark(name);
    releaseLater();
  },
};
