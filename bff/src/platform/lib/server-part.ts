import { dueClock, monotonicNow } from './clocks.ts';

interface Clocks {
  readonly now?: () => number;
  readonly monotonicNow?: () => number;
}

/** A component with its dependencies, and clocks that tests can replace. */
export class ServerPart<Options extends object> {
  protected readonly options: Options;
  /** Milliseconds since 1970, for what is shown or stored. */
  protected readonly now: () => number;
  /** For waits and durations in memory; see clocks.ts. */
  protected readonly monotonicNow: () => number;
  /** For due times in the database; see clocks.ts. */
  protected readonly dueNow: () => number;

  constructor(options: Options) {
    this.options = options;
    const { now, monotonicNow: monotonic }: Clocks = options;
    this.now = now ?? Date.now;
    this.monotonicNow = monotonic ?? now ?? monotonicNow;
    this.dueNow = monotonic ?? now ?? dueClock;
  }
}
