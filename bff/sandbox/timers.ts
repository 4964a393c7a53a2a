/** Timers, injected so that tests need not wait. */
export interface Timers {
  /**
   * Runs a callback once after a delay in real time, without keeping the process alive.
   * @returns cancels the timer
   */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemTimers: Timers = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
