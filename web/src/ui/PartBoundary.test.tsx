// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor } from '@testing-library/react';
import { lazy, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { draw } from '../testing/render.tsx';
import { lazyWithRetry } from './lazy-with-retry.ts';
import { PartBoundary } from './PartBoundary.tsx';

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
    const own = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx$|lazy-with-retry/.test(file));
    expect(own.filter((file) => /\blazy\(/.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});
