/** Things that are done later, injected so that tests need not wait. */
export interface Timers {
  /**
   * Runs something once after so many milliseconds of real time, and does not keep the process alive for it.
   * @returns takes it back
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
