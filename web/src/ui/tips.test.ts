// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showTips } from './tips.ts';

let stop = () => {};
let open = false;
const tip = () => document.querySelector('[role=tooltip]') as HTMLElement;
const over = (element: Element | null, pointerType = 'mouse') =>
  element?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }));

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML =
    '<button data-tip="Add loads (a)"><svg></svg></button><p>words</p><button id="other" data-tip="Order">o</button>';
  // happy-dom does not implement popovers.
  open = false;
  HTMLElement.prototype.showPopover = () => {
    open = true;
  };
  HTMLElement.prototype.hidePopover = () => {
    open = false;
  };
  const matches = Element.prototype.matches;
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector: string) {
    if (selector === ':popover-open') return open;
    return selector === ':focus-visible' ? true : matches.call(this, selector);
  });
  stop = showTips(document);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('showTips', () => {
  it('shows a tip after hovering an element or its child, and hides it on leave', () => {
    over(document.querySelector('svg'));
    vi.advanceTimersByTime(300);
    expect(open).toBe(false);
    vi.advanceTimersByTime(100);
    expect(open).toBe(true);
    expect(tip().textContent).toBe('Add loads (a)');
    over(document.querySelector('p'));
    expect(open).toBe(false);
  });

  it('shows a tip immediately on keyboard focus, and hides it on Escape', () => {
    document.querySelector('#other')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    vi.advanceTimersByTime(0);
    expect(tip().textContent).toBe('Order');
    expect(open).toBe(true);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(open).toBe(false);
  });

  it('shows no tip over the menu that a button has opened', () => {
    const button = document.querySelector('#other');
    button?.setAttribute('aria-haspopup', 'menu');
    button?.setAttribute('aria-expanded', 'true');
    over(button);
    vi.advanceTimersByTime(1_000);
    expect(open).toBe(false);
    button?.setAttribute('aria-expanded', 'false');
    over(document.querySelector('p'));
    over(button);
    vi.advanceTimersByTime(1_000);
    expect(open).toBe(true);
  });

  it('shows no tip on touch, nor for a removed element', () => {
    over(document.querySelector('#other'), 'touch');
    vi.advanceTimersByTime(1_000);
    expect(open).toBe(false);
    over(document.querySelector('#other'));
    document.querySelector('#other')?.remove();
    vi.advanceTimersByTime(1_000);
    expect(open).toBe(false);
  });

  it('hides the tip on press and scroll', () => {
    for (const event of ['pointerdown', 'scroll']) {
      over(document.querySelector('svg'));
      vi.advanceTimersByTime(400);
      expect(open).toBe(true);
      document.dispatchEvent(new Event(event));
      expect(open).toBe(false);
    }
  });

  it('shows truncated text in full, unless it fits or has a title', () => {
    stop();
    document.body.innerHTML =
      '<div style="overflow: hidden; text-overflow: ellipsis"><mark>A long reference</mark> of a load</div>';
    stop = showTips(document);
    const [truncated, child] = [document.querySelector('div'), document.querySelector('mark')];
    const widths = (scrollWidth: number) =>
      truncated &&
      Object.defineProperties(truncated, {
        scrollWidth: { value: scrollWidth, configurable: true },
        clientWidth: { value: 100, configurable: true },
      });
    const hover = () => {
      over(document.body);
      over(child);
      vi.advanceTimersByTime(400);
    };
    widths(100);
    hover();
    expect(open).toBe(false);
    widths(180);
    hover();
    expect(open).toBe(true);
    expect(tip().textContent).toBe('A long reference of a load');
    truncated?.setAttribute('title', 'A long reference of a load');
    hover();
    expect(open).toBe(false);
  });
});
