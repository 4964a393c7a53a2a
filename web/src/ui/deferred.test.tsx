// @vitest-environment happy-dom

import { act, cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

describe('deferred', () => {
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  /** Loads the module anew, because the first view becomes ready only once per page. */
  async function page(load = vi.fn()) {
    vi.resetModules();
    vi.useFakeTimers();
    const { deferred, markFirstViewReady, useOpened } = await import('./deferred.tsx');
    const { toasts } = await import('./toasts.ts');
    function Menu({ name, openOnMount }: { readonly name: string; readonly openOnMount: boolean }) {
      const button = useRef<HTMLButtonElement>(null);
      const [opened] = useOpened(openOnMount, button);
      return (
        <button ref={button} type="button" aria-expanded={opened}>
          loaded {name}
        </button>
      );
    }
    const DeferredMenu = deferred<{ readonly name: string }>(
      async () => {
        load();
        return Menu;
      },
      ({ name, onRequest }) => (
        <button type="button" onClick={onRequest}>
          placeholder {name}
        </button>
      ),
    );
    const button = () => screen.getByRole('button');
    const settle = () => act(async () => vi.advanceTimersByTimeAsync(0));
    return { DeferredMenu, load, markFirstViewReady, button, settle, toasts };
  }

  describe('a deferred menu', () => {
    it('is a placeholder until the first view is ready, then loads closed', async () => {
      const { DeferredMenu, load, markFirstViewReady, button, settle } = await page();
      render(<DeferredMenu name="order" />);
      await settle();
      expect(button().textContent).toBe('placeholder order');
      expect(load).not.toHaveBeenCalled();
      markFirstViewReady();
      await settle();
      expect(button().textContent).toBe('loaded order');
      expect(button().getAttribute('aria-expanded')).toBe('false');
    });

    it('loads immediately when pressed, opens, and focuses its button', async () => {
      const { DeferredMenu, button, settle } = await page();
      render(<DeferredMenu name="order" />);
      act(() => button().click());
      await settle();
      expect(button().textContent).toBe('loaded order');
      expect(button().getAttribute('aria-expanded')).toBe('true');
      expect(document.activeElement).toBe(button());
    });

    it('loads after a timeout when the first view never becomes ready', async () => {
      const { DeferredMenu, button } = await page();
      render(<DeferredMenu name="order" />);
      await act(async () => vi.advanceTimersByTimeAsync(31_000));
      expect(button().textContent).toBe('loaded order');
    });

    it('stays a placeholder when loading fails, shows failures of presses only, and retries on each press', async () => {
      const load = vi.fn();
      for (let failures = 0; failures < 3; failures += 1)
        load.mockImplementationOnce(() => {
          throw new Error('not found');
        });
      const { DeferredMenu, markFirstViewReady, button, settle, toasts } = await page(load);
      render(<DeferredMenu name="order" />);
      markFirstViewReady();
      await settle();
      expect(button().textContent).toBe('placeholder order');
      // It has not been pressed yet.
      expect(toasts.get()).toEqual([]);
      for (const times of [2, 3]) {
        act(() => button().click());
        await settle();
        expect(load).toHaveBeenCalledTimes(times);
        expect(button().textContent).toBe('placeholder order');
        expect(toasts.get().at(-1)?.title).toBe('This part of the page did not load');
      }
      act(() => button().click());
      await settle();
      expect(button().textContent).toBe('loaded order');
      expect(button().getAttribute('aria-expanded')).toBe('true');
    });
  });
});
