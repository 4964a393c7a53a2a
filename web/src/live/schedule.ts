/** When the store and its views publish changes. */

/** How often a hidden page publishes: its title still counts the exceptions. */
const HIDDEN_MS = 1_000;
/** The order of a list changes at most this often: quicker is only unrest. */
const ORDER_MS = 250;

/** At the next frame; while the page is hidden there are no frames, so at a slow timer. */
export function nextFrame(then: () => void): void {
  if (document.hidden) setTimeout(then, HIDDEN_MS);
  else requestAnimationFrame(then);
}

export function calmly(then: () => void): void {
  setTimeout(then, ORDER_MS);
}
