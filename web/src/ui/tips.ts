/**
 * Hints of what a sign means: whatever carries `data-tip` shows it under the pointer, or when the keyboard comes to it. One listener
 * and one element for the whole page, in the browser's top layer, in place of a component around each sign. A hint repeats the
 * name of its sign and is never the only place where something is said. Text that its place cuts off is shown whole in the same way.
 *
 * `data-tip-side`: `right` or `left`; else below, or above where there is no room.
 */
import classes from './tips.module.css';

const WAIT_MS = 350;
const GAP = 6;
const EDGE = 4;

/** @returns ends it */
export function showTips(page: Document): () => void {
  const tip = page.createElement('div');
  tip.className = classes.tip ?? '';
  tip.popover = 'manual';
  tip.setAttribute('role', 'tooltip');
  page.body.append(tip);
  let target: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const hide = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    target = null;
    if (tip.matches(':popover-open')) tip.hidePopover();
  };
  const show = () => {
    if (!target?.isConnected) return hide();
    const { tip: text } = target.dataset;
    const cut = text === undefined ? cutOff(target) : null;
    if (!text && !cut) return hide();
    tip.textContent = text ?? cut?.textContent ?? '';
    tip.showPopover();
    place(tip, cut ?? target);
  };
  const come = (to: HTMLElement, wait: number) => {
    if (to === target) return;
    hide();
    target = to;
    timer = setTimeout(show, wait);
  };

  const over = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    const to = tipped(event.target);
    if (to) come(to, WAIT_MS);
    else hide();
  };
  const focus = (event: FocusEvent) => {
    const to = tipped(event.target);
    // Only where the browser shows the focus too: a click is no question.
    if (to?.matches(':focus-visible')) come(to, 0);
    else hide();
  };
  const key = ({ key }: KeyboardEvent) => key === 'Escape' && hide();
  const stop = new AbortController();
  const { signal } = stop;
  page.addEventListener('pointerover', over, { signal });
  page.addEventListener('focusin', focus, { signal });
  page.addEventListener('focusout', hide, { signal });
  page.addEventListener('pointerdown', hide, { signal });
  page.addEventListener('keydown', key, { signal });
  page.addEventListener('scroll', hide, { signal, capture: true, passive: true });
  return () => {
    hide();
    tip.remove();
    stop.abort();
  };
}

function tipped(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  return target.closest<HTMLElement>('[data-tip]') ?? (target instanceof HTMLElement ? target : null);
}

/** The text around this place that is cut off with an ellipsis; null where the browser shows a `title` already. Reads the layout. */
function cutOff(from: HTMLElement): HTMLElement | null {
  if (from.closest('[title]')) return null;
  let one: HTMLElement | null = from;
  // An ellipsis stands around a text and what marks parts of it, no further out.
  for (let level = 0; one && level < 3; level += 1, one = one.parentElement) {
    const { textOverflow, overflowX, webkitLineClamp } = getComputedStyle(one);
    const in_line =
      textOverflow === 'ellipsis' && overflowX !== 'visible' && one.scrollWidth > one.clientWidth;
    const in_lines = /^\d/.test(webkitLineClamp) && one.scrollHeight > one.clientHeight;
    if (in_line || in_lines) return one;
  }
  return null;
}

function place(tip: HTMLElement, target: HTMLElement): void {
  const at = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  const { clientWidth, clientHeight } = tip.ownerDocument.documentElement;
  const side = target.dataset.tipSide;
  const middle = { x: (at.left + at.right - width) / 2, y: (at.top + at.bottom - height) / 2 };
  const below = at.bottom + GAP + height <= clientHeight - EDGE;
  const x = side === 'right' ? at.right + GAP : side === 'left' ? at.left - GAP - width : middle.x;
  const y = side ? middle.y : below ? at.bottom + GAP : at.top - GAP - height;
  tip.style.left = `${Math.round(Math.max(EDGE, Math.min(clientWidth - width - EDGE, x)))}px`;
  tip.style.top = `${Math.round(Math.max(EDGE, Math.min(clientHeight - height - EDGE, y)))}px`;
}
