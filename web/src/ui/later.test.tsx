// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A page of its own each time: what waits is released once in a page's life. */
async function page(load = vi.fn()) {
  vi.resetModules();
  vi.useFakeTimers();
  const { later, releaseLater, useOpened } = await import('./later.tsx');
  const { toasts } = await import('./toasts.ts');
  function Whole({ name, wanted }: { readonly name: string; readonly wanted: boolean }) {
    const button = useRef<HTMLButtonElement>(null);
    const [opened] = useOpened(wanted, button);
    return (
      <button ref={button} type="button" aria-expanded={opened}>
        whole {name}
      </button>
    );
  }
  const Part = later<{ readonly name: string }>(
    async () => {
      load();
      return Whole;
    },
    ({ name, onWanted }) => (
      <button type="button" onClick={onWanted}>
        plain {name}
      </button>
    ),
  );
  const button = () => screen.getByRole('button');
  const settle = () => act(async () => vi.advanceTimersByTimeAsync(0));
  return { Part, load, releaseLater, button, settle, toasts };
}

describe('a part that can wait', () => {
  it('is a plain button until the page stands, and then there, closed', async () => {
    const { Part, load, releaseLater, button, settle } = await page();
    render(<Part name="order" />);
    await settle();
    expect(button().textContent).toBe('plain order');
    expect(load).not.toHaveBeenCalled();
    releaseLater();
    await settle();
    expect(button().textContent).toBe('whole order');
    expect(button().getAttribute('aria-expanded')).toBe('false');
  });

  it('comes at once for who presses it, open, with the focus on its button', async () => {
    const { Part, button, settle } = await page();
    render(<Part name="order" />);
    act(() => button().click());
    await settle();
    expect(button().textContent).toBe('whole order');
    expect(button().getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(button());
  });

  it('comes after a while also where the page never gets to stand', async () => {
    const { Part, button } = await page();
    render(<Part name="order" />);
    await act(async () => vi.advanceTimersByTimeAsync(11_000));
    expect(button().textContent).toBe('whole order');
  });

  it('stays plain when its script cannot be had, says so to who pressed it, and each press tries again', async () => {
    const load = vi.fn();
    for (let failures = 0; failures < 3; failures += 1)
      load.mockImplementationOnce(() => {
        throw new Error('gone');
      });
    const { Part, releaseLater, button, settle, toasts } = await page(load);
    render(<Part name="order" />);
    releaseLater();
    await settle();
    expect(button().textContent).toBe('plain order');
    // Nobody asked for it yet.
    expect(toasts.get()).toEqual([]);
    for (const times of [2, 3]) {
      act(() => button().click());
      await settle();
      expect(load).toHaveBeenCalledTimes(times);
      expect(button().textContent).toBe('plain order');
      expect(toasts.get().at(-1)?.title).toBe('This part of the page did not load');
    }
    act(() => button().click());
    await settle();
    expect(button().textContent).toBe('whole order');
    expect(button().getAttribute('aria-expanded')).toBe('true');
  });
});
