/**
 * Tooltips: elements with `data-tip` show it on hover or keyboard focus. One listener and one element in the top
 * layer for the whole page, instead of a component around every icon. A tip repeats the element's accessible name;
 * it must not be the only place of any information. Truncated text is shown in full in the same way.
 * `data-tip-side`: `right` or `left`; default: below, or above when there is no space.
 */
import { OPEN_POPUP } from './keys.ts';
import classes from './tips.module.css';

const WAIT_MS = 350;
const GAP = 6;
const EDGE = 4;

/** @returns removes the listeners and the element */
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
    // An open menu is in its place.
    if (!target?.isConnected || target.matches(OPEN_POPUP)) return hide();
    const { tip: text } = target.dataset;
    const truncated = text === undefined ? findTruncated(target) : null;
    if (!text && !truncated) return hide();
    tip.textContent = text ?? truncated?.textContent ?? '';
    tip.showPopover();
    place(tip, truncated ?? target);
  };
  const schedule = (to: HTMLElement, wait: number) => {
    if (to === target) return;
    hide();
    target = to;
    timer = setTimeout(show, wait);
  };

  const onPointerOver = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    const to = tipTarget(event.target);
    if (to) schedule(to, WAIT_MS);
    else hide();
  };
  const onFocusIn = (event: FocusEvent) => {
    const to = tipTarget(event.target);
    // Not on focus by click.
    if (to?.matches(':focus-visible')) schedule(to, 0);
    else hide();
  };
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && hide();
  const controller = new AbortController();
  const { signal } = controller;
  page.addEventListener('pointerover', onPointerOver, { signal });
  page.addEventListener('focusin', onFocusIn, { signal });
  page.addEventListener('focusout', hide, { signal });
  page.addEventListener('pointerdown', hide, { signal });
  page.addEventListener('keydown', onKeyDown, { signal });
  page.addEventListener('scroll', hide, { signal, capture: true, passive: true });
  return () => {
    hide();
    tip.remove();
    controller.abort();
  };
}

function tipTarget(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  return target.closest<HTMLElement>('[data-tip]') ?? (target instanceof HTMLElement ? target : null);
}

/** Null when nothing around `from` is truncated, or when the browser shows its `title`. Reads the layout. */
function findTruncated(from: HTMLElement): HTMLElement | null {
  if (from.closest('[title]')) return null;
  let element: HTMLElement | null = from;
  // The truncated element is at most two levels above a text or a highlighted part of it.
  for (let level = 0; element && level < 3; level += 1, element = element.parentElement) {
    const { textOverflow, overflowX, webkitLineClamp } = getComputedStyle(element);
    const by_ellipsis =
      textOverflow === 'ellipsis' && overflowX !== 'visible' && element.scrollWidth > element.clientWidth;
    const by_line_clamp = /^\d/.test(webkitLineClamp) && element.scrollHeight > element.clientHeight;
    if (by_ellipsis || by_line_clamp) return element;
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
