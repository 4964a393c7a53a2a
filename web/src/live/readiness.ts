/**
 * Marks `waypost:board-ready` once, after the frame in which rows and markers are first both on the screen. Where no
 * marker can come (no WebGL, or no load with a position) rows are enough.
 */
import { releaseLater } from '../ui/later.tsx';

export const BOARD_READY = 'waypost:board-ready';

export interface ReadinessPage {
  readonly afterPaint: (then: () => void) => void;
  /** After the first paint with anything in it has reached the screen, which a slow graphics card may take its time for. */
  readonly afterFirstSight: (then: () => void) => void;
  /** After so long, whatever became of the rows. */
  readonly later: (then: () => void, ms: number) => void;
  readonly mark: (name: string) => void;
}

const SEEN_AT_LATEST_MS = 1_000;
const ROWS_AT_LATEST_MS = 5_000;
/** The map's names are still being drawn: parts behind a button come after them. */
const CALM_AFTER_MS = 1_000;

export class Readiness {
  readonly #page: ReadinessPage;
  #rows = false;
  #markers = false;
  #done = false;
  #painted: () => void = () => {};
  /**
   * The first rows, or the words in their place, are on screen. What keeps the page from answering for long moments, as a map that begins,
   * waits for it. Comes also where no rows do.
   */
  readonly rowsPainted = new Promise<void>((resolve) => {
    this.#painted = resolve;
  });

  constructor(page: ReadinessPage) {
    this.#page = page;
    page.later(this.#painted, ROWS_AT_LATEST_MS);
  }

  rows(): void {
    if (!this.#rows) this.#page.afterPaint(() => this.#page.afterFirstSight(this.#painted));
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
  afterFirstSight: (then) => {
    const seen = () => {
      observer.disconnect();
      clearTimeout(at_latest);
      then();
    };
    const observer = new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) seen();
    });
    // A page in the background is not painted.
    const at_latest = setTimeout(seen, SEEN_AT_LATEST_MS);
    observer.observe({ type: 'paint', buffered: true });
  },
  later: (then, ms) => void setTimeout(then, ms),
  mark: (name) => {
    performance.mark(name);
    setTimeout(releaseLater, CALM_AFTER_MS);
  },
};
