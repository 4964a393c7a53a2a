// @vitest-environment happy-dom

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor } from '@testing-library/react';
import { lazy, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { draw } from '../testing/render.tsx';
import { LazyBoundary, lazyWithRetry, showLoadFailure } from './lazy-with-retry.tsx';

describe('lazyWithRetry and LazyBoundary', () => {
  describe('a component that fails to load', () => {
    it('is replaced by an error message with a reload button, without affecting the rest of the page', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const Broken = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
      const onReload = vi.fn();
      const { user } = await draw(
        <>
          <p>The rest</p>
          <LazyBoundary onReload={onReload}>
            <Broken />
          </LazyBoundary>
        </>,
      );
      expect(screen.getByText('The rest')).toBeDefined();
      expect(screen.getByRole('alert').textContent).toContain('failed to load');
      await user.click(screen.getByRole('button', { name: 'Reload the page' }));
      expect(onReload).toHaveBeenCalledOnce();
      vi.restoreAllMocks();
    });

    it('without a place of its own is reported with a way to reload, and the page is not reloaded by itself', async () => {
      const reload = vi.fn();
      vi.stubGlobal('location', { ...location, reload });
      const { user } = await draw(<p>The page</p>, { answers: { 'GET /healthz': {} } });
      vi.stubGlobal('fetch', async () => new Response());
      showLoadFailure();
      const button = await screen.findByRole('button', { name: 'Reload' });
      expect(reload).not.toHaveBeenCalled();
      await user.click(button);
      await waitFor(() => expect(reload).toHaveBeenCalledOnce());
      vi.unstubAllGlobals();
    });

    it('is loaded again on request, also after several failures', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const load = vi
        .fn(async () => ({ default: () => <p>The part</p> }))
        .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
        .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
      const Part = lazyWithRetry(load);
      const { user } = await draw(
        <LazyBoundary>
          <Part />
        </LazyBoundary>,
      );
      await user.click(await screen.findByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
      await user.click(await screen.findByRole('button', { name: 'Try again' }));
      expect(await screen.findByText('The part')).toBeDefined();
      expect(load).toHaveBeenCalledTimes(3);
      vi.restoreAllMocks();
    });

    it('is loaded again when the connection is back, and can be closed before', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const Part = lazyWithRetry(
        vi
          .fn(async () => ({ default: () => <p>The part</p> }))
          .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module')),
      );
      const onClose = vi.fn();
      const part = (connected: boolean) => (
        <LazyBoundary connected={connected} onClose={onClose}>
          <Part />
        </LazyBoundary>
      );
      const { user, rerender } = await draw(part(false));
      await user.click(await screen.findByRole('button', { name: 'Close' }));
      expect(onClose).toHaveBeenCalledOnce();
      rerender(part(true));
      expect(await screen.findByText('The part')).toBeDefined();
      vi.restoreAllMocks();
    });

    it('is reported once, however often it is reported', async () => {
      await draw(<p>The page</p>);
      showLoadFailure();
      showLoadFailure();
      expect(await screen.findAllByRole('button', { name: 'Reload' })).toHaveLength(1);
    });

    it('is loaded again when closed and reopened', async () => {
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
            <LazyBoundary
              onFailure={() => {
                setOpened(false);
                closed();
              }}
            >
              {null}
              {opened && <Part />}
            </LazyBoundary>
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

    it('is never created by React.lazy, which caches failures forever', () => {
      const root = join(import.meta.dirname, '..');
      const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
      const sources = files.filter(
        (file) => /\.tsx?$/.test(file) && !/\.test\.tsx$|lazy-with-retry\.tsx/.test(file),
      );
      expect(sources.filter((file) => /\blazy\(/.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
    });
  });
});
