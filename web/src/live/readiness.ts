/** Marks `waypost:board-ready` once rows and markers have been painted; only rows when there will be no markers. */
import { markFirstViewReady } from '../ui/deferred.tsx';

export const BOARD_READY = 'waypost:board-ready';

export interface ReadinessPage {
  readonly afterPaint: (run: () => void) => void;
  /** Runs after the first contentful paint, which a slow graphics card may delay. */
  readonly afterFirstContentfulPaint: (run: () => void) => void;
  readonly setTimer: (run: () => void, ms: number) => void;
  readonly mark: (name: string) => void;
}

const PAINT_TIMEOUT_MS = 1_000;
const ROWS_TIMEOUT_MS = 5_000;
/** Deferred components load after this delay, because the map is still rendering its labels. */
const DEFERRED_LOADING_DELAY_MS = 1_000;

export class Readiness {
  readonly #page: ReadinessPage;
  #rows = false;
  #markers = false;
  #done = false;
  #resolveRowsPainted: () => void = () => {};
  /**
   * Resolves when the first rows, or the text in their place, are on the screen; after a timeout also without rows.
   * Work that blocks the main thread, such as starting the map, waits for it.
   */
  readonly rowsPainted = new Promise<void>((resolve) => {
    this.#resolveRowsPainted = resolve;
  });

  constructor(page: ReadinessPage) {
    this.#page = page;
    page.setTimer(this.#resolveRowsPainted, ROWS_TIMEOUT_MS);
  }

  markRowsRendered(): void {
    if (!this.#rows)
      this.#page.afterPaint(() => this.#page.afterFirstContentfulPaint(this.#resolveRowsPainted));
    this.#rows = true;
    this.#check();
  }
  markMarkersRendered(): void {
    this.#markers = true;
    this.#check();
  }

  #check(): void {
    if (this.#done || !this.#rows || !this.#markers) return;
    this.#done = true;
    this.#page.afterPaint(() => this.#page.mark(BOARD_READY));
  }
}

/** The browser's page: a frame has been painted when a task queued in it runs. */
export const browserPage: ReadinessPage = {
  afterPaint: (run) => requestAnimationFrame(() => setTimeout(run)),
  afterFirstContentfulPaint: (run) => {
    const finish = () => {
      observer.disconnect();
      clearTimeout(timeout);
      run();
    };
    const observer = new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) finish();
    });
    // Background pages are not painted.
    const timeout = setTimeout(finish, PAINT_TIMEOUT_MS);
    observer.observe({ type: 'paint', buffered: true });
  },
  setTimer: (run, ms) => void setTimeout(run, ms),
  mark: (name) => {
    performance.mark(name);
    setTimeout(markFirstViewReady, DEFERRED_LOADING_DELAY_MS);
  },
};
