// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { lazy } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { draw } from '../testing/render.tsx';
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
    expect(screen.getByRole('alert').textContent).toContain('could not be shown');
    await user.click(screen.getByRole('button', { name: 'Reload the page' }));
    expect(onReload).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  });
});
