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
    '<button data-tip="Add loads (n)"><svg></svg></button><p>words</p><button id="other" data-tip="Order">o</button>';
  // This browser of the tests knows no top layer.
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

describe('the hint of a sign', () => {
  it('shows after a moment under the pointer, also over a part of the sign, and goes with it', () => {
    over(document.querySelector('svg'));
    vi.advanceTimersByTime(300);
    expect(open).toBe(false);
    vi.advanceTimersByTime(100);
    expect(open).toBe(true);
    expect(tip().textContent).toBe('Add loads (n)');
    over(document.querySelector('p'));
    expect(open).toBe(false);
  });

  it('shows at once when the keyboard comes to the sign, and Escape takes it away', () => {
    document.querySelector('#other')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    vi.advanceTimersByTime(0);
    expect(tip().textContent).toBe('Order');
    expect(open).toBe(true);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(open).toBe(false);
  });

  it('is not shown to a finger, nor for a sign that has gone meanwhile', () => {
    over(document.querySelector('#other'), 'touch');
    vi.advanceTimersByTime(1_000);
    expect(open).toBe(false);
    over(document.querySelector('#other'));
    document.querySelector('#other')?.remove();
    vi.advanceTimersByTime(1_000);
    expect(open).toBe(false);
  });

  it('is taken away by a press and by scrolling', () => {
    for (const event of ['pointerdown', 'scroll']) {
      over(document.querySelector('svg'));
      vi.advanceTimersByTime(400);
      expect(open).toBe(true);
      document.dispatchEvent(new Event(event));
      expect(open).toBe(false);
    }
  });

  it('shows a text whole that its place cuts off, and nothing where all of it is seen or a title says it', () => {
    stop();
    document.body.innerHTML =
      '<div style="overflow: hidden; text-overflow: ellipsis"><mark>A long reference</mark> of a load</div>';
    stop = showTips(document);
    const [cut, part] = [document.querySelector('div'), document.querySelector('mark')];
    const widths = (scrollWidth: number) =>
      cut &&
      Object.defineProperties(cut, {
        scrollWidth: { value: scrollWidth, configurable: true },
        clientWidth: { value: 100, configurable: true },
      });
    const rest = () => {
      over(document.body);
      over(part);
      vi.advanceTimersByTime(400);
    };
    widths(100);
    rest();
    expect(open).toBe(false);
    widths(180);
    rest();
    expect(open).toBe(true);
    expect(tip().textContent).toBe('A long reference of a load');
    cut?.setAttribute('title', 'A long reference of a load');
    rest();
    expect(open).toBe(false);
  });
});
