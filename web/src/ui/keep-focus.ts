/** Time for whoever removed an element to put the focus where it belongs. */
const OTHERS_FIRST_MS = 150;
const HEADING = 'h1[tabindex], h2[tabindex]';

/**
 * Keeps a keyboard and a screen reader near their place when the element with the focus goes away or is disabled, such as in a form
 * that was sent: the focus moves to the heading of what is there now. Browsers would start again at the top of the page. @returns ends
 * it
 */
export function keepFocus(page: Document): () => void {
  /** The focused element and those around it, the nearest first. */
  let path: readonly Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = () => page.activeElement === page.body && path[0] !== undefined && isGone(path[0]);
  const move = () => {
    timer = undefined;
    if (!isLost()) return;
    const left = path.filter((element) => !isGone(element));
    path = [];
    for (const around of left) {
      // Rows of a list come and go as it scrolls.
      if (around.getAttribute('role') === 'grid') return;
      const place =
        around.querySelector<HTMLElement>(HEADING) ??
        (around === page.body ? page.querySelector('main') : null);
      if (place) return place.focus({ preventScroll: true });
    }
  };
  const remember = ({ target }: FocusEvent) => {
    path = target instanceof Element ? pathOf(target) : [];
  };
  // A person who clicks on an empty place has left the element.
  const forget = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (target === path[0] && path[0] && !isGone(path[0])) path = [];
    });
  const observer = new MutationObserver(() => {
    // The browser takes the focus from a disabled button only later.
    if (path[0] && isGone(path[0])) timer ??= setTimeout(move, OTHERS_FIRST_MS);
  });
  page.addEventListener('focusin', remember);
  page.addEventListener('focusout', forget);
  observer.observe(page.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    page.removeEventListener('focusin', remember);
    page.removeEventListener('focusout', forget);
  };
}

/** A disabled button cannot have the focus either. */
const isGone = (element: Element) => !element.isConnected || element.matches(':disabled');

function pathOf(target: Element): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = target; at !== null; at = at.parentElement) path.push(at);
  return path;
}
