/**
 * Hints of what a sign means: whatever carries `data-tip` shows it under the pointer, or when the keyboard comes to it. One listener
 * and one element for the whole page, in the browser's top layer, in place of a component around each sign. A hint repeats the
 * name of its sign and is never the only place where something is said.
 *
 * `data-tip-side`: `right` or `left`; else below, or above where there is no room.
 */
import classes from './tips.module.css';

const WAIT_MS = 350;
const GAP = 6;
const EDGE = 4;

type Stop = () => void;

export function showTips(page: Document): Stop {
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
    const text = target?.dataset.tip;
    if (!target?.isConnected || !text) return hide();
    tip.textContent = text;
    tip.showPopover();
    place(tip, target);
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
  page.addEventListener('pointerover', over);
  page.addEventListener('focusin', focus);
  page.addEventListener('focusout', hide);
  page.addEventListener('pointerdown', hide);
  page.addEventListener('keydown', key);
  page.addEventListener('scroll', hide, { capture: true, passive: true });
  return () => {
    hide();
    tip.remove();
    page.removeEventListener('pointerover', over);
    page.removeEventListener('focusin', focus);
    page.removeEventListener('focusout', hide);
    page.removeEventListener('pointerdown', hide);
    page.removeEventListener('keydown', key);
    page.removeEventListener('scroll', hide, { capture: true });
  };
}

function tipped(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
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
