// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { Role } from '@waypost/contract/api/session';
import { describe, expect, it } from 'vitest';
import { draw } from '../testing/render.tsx';
import { DEFAULT_PREFS, prefs } from '../ui/prefs.ts';
import { Rail } from './AppFrame.tsx';

async function pagesOf(roles: readonly Role[]) {
  const { unmount } = await draw(<Rail onKeyboardHelp={() => undefined} />, { roles });
  const rail = screen.getByRole('navigation', { name: 'Pages' });
  const names = within(rail)
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('link').getAttribute('aria-label'));
  unmount();
  return names;
}

describe('the rail', () => {
  it.each(['viewer', 'dispatcher', 'onboarding'] as const)(
    "hides administrators' pages from a %s",
    async (role) => {
      const pages = await pagesOf([role]);
      expect(pages).toContain('Board');
      expect(pages).not.toContain('Incoming webhooks');
    },
  );

  it('shows every page to an administrator', async () => {
    const pages = await pagesOf(['admin']);
    expect(pages).toEqual(expect.arrayContaining(['Board', 'Monitors', 'Incoming webhooks']));
  });

  it('has words beside its icons from 1440 pixels on, until somebody hides them', async () => {
    (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({
      width: 1440,
    });
    const { user } = await draw(<Rail onKeyboardHelp={() => undefined} />, { roles: ['viewer'] });
    expect(screen.getByText('Usage')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Hide labels' }));
    expect(screen.queryByText('Usage')).toBeNull();
    expect(screen.getByRole('link', { name: 'Usage' })).toBeDefined();
    prefs.adopt(DEFAULT_PREFS);
  });
});
