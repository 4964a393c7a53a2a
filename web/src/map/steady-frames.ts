/** How many frames one after the other without a pause, and how short a pause counts as none: 60 frames a second leave 17 ms. */
const FRAMES = 3;
const STEADY_MS = 25;
const AT_LATEST_MS = 500;

/**
 * Resolves when the page's frames come without a pause, or after half a second. Where a computer draws in software, the first frame of a new
 * kind of layer holds the page up until the graphics card has finished what it is at: this is the time to begin the next one.
 */
export function steadyFrames(): Promise<void> {
  return new Promise((resolve) => {
    let before: number | null = null;
    let steady = 0;
    let ended = false;
    const end = () => {
      ended = true;
      clearTimeout(timer);
      resolve();
    };
    // A hidden page has no frames.
    const timer = setTimeout(end, AT_LATEST_MS);
    const step = (now: number) => {
      if (ended) return;
      steady = before !== null && now - before < STEADY_MS ? steady + 1 : 0;
      before = now;
      if (steady >= FRAMES) end();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}
