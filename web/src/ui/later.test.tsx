// @vitest-environment happy-dom

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { lazy, useRef, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { draw } from '../testing/render.tsx';
import { lazyWithRetry, PartBoundary } from './later.tsx';

describe('later', () => {
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
});

describe('parts and their faults', () => {
  describe('a part that cannot be loaded', () => {
    it('says so in its place, leaves the rest alone, and offers to reload', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const Gone = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
      const onReload = vi.fn();
      const { user } = await draw(
        <>
          <p>The rest</p>
          <PartBoundary onReload={onReload}>
            <Gone />
          </PartBoundary>
        </>,
      );
      expect(screen.getByText('The rest')).toBeDefined();
      expect(screen.getByRole('alert').textContent).toContain('failed to load');
      await user.click(screen.getByRole('button', { name: 'Reload the page' }));
      expect(onReload).toHaveBeenCalledOnce();
      vi.restoreAllMocks();
    });

    it('is loaded updates on refresh, also after it failed more than once', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const load = vi
        .fn(async () => ({ default: () => <p>The part</p> }))
        .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
        .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
      const Part = lazyWithRetry(load);
      const { user } = await draw(
        <PartBoundary>
          <Part />
        </PartBoundary>,
      );
      await user.click(await screen.findByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
      await user.click(await screen.findByRole('button', { name: 'Try again' }));
      expect(await screen.findByText('The part')).toBeDefined();
      expect(load).toHaveBeenCalledTimes(3);
      vi.restoreAllMocks();
    });

    it('is loaded again when it is closed and opened', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const Part = lazyWithRetry(
        vi
          .fn(async () => ({ default: () => <p>The part</p> }))
          .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module')),
      );
      const closed = vi.fn();
      function Page() {
        const [opened, setOpened] = useState(false);
        return (
          <>
            <button type="button" onClick={() => setOpened(true)}>
              Open
            </button>
            <PartBoundary
              onFailure={() => {
                setOpened(false);
                closed();
              }}
            >
              {null}
              {opened && <Part />}
            </PartBoundary>
          </>
        );
      }
      const { user } = await draw(<Page />);
      await user.click(screen.getByRole('button', { name: 'Open' }));
      await waitFor(() => expect(closed).toHaveBeenCalledOnce());
      expect(screen.queryByRole('alert')).toBeNull();
      expect(screen.queryByText('The part')).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Open' }));
      expect(await screen.findByText('The part')).toBeDefined();
      vi.restoreAllMocks();
    });

    it('never comes by the lazy of React itself, which remembers a failure for ever', () => {
      const root = join(import.meta.dirname, '..');
      const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
      const own = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx$|later\.tsx/.test(file));
      expect(own.filter((file) => /\blazy\(/.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
    });
  });
});
