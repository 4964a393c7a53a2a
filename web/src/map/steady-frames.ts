/** Consecutive frames required, and the maximum interval between them (17 ms at 60 frames per second). */
const FRAMES = 3;
const MAX_INTERVAL_MS = 25;
const TIMEOUT_MS = 500;

/**
 * Resolves when the page renders without delays, or after half a second. With software rendering, the first frame of a new kind
 * of layer blocks the page until the graphics card has finished its current work, so the next layer should start after that.
 */
export function steadyFrames(): Promise<void> {
  return new Promise((resolve) => {
    let before: number | null = null;
    let steady = 0;
    let ended = false;
    const finish = () => {
      ended = true;
      clearTimeout(timer);
      resolve();
    };
    // Hidden pages get no frames.
    const timer = setTimeout(finish, TIMEOUT_MS);
    const step = (now: number) => {
      if (ended) return;
      steady = before !== null && now - before < MAX_INTERVAL_MS ? steady + 1 : 0;
      before = now;
      if (steady >= FRAMES) finish();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}
