// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { Role } from '@waypost/contract/api/session';
import { describe, expect, it } from 'vitest';
import { draw } from '../testing/render.tsx';
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
});
