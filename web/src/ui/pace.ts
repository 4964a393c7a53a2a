const SLOWEST_MS = 4000;

/** Milliseconds between two updates of something that reads or draws every load: with thousands of them, a few seconds. */
export const paceOf = (loads: number, fastest_ms: number): number =>
  Math.min(SLOWEST_MS, Math.max(fastest_ms, loads / 2.5));
