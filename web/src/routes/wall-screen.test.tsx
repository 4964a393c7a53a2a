// @vitest-environment happy-dom
import { RouterProvider } from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import type { Session } from '@waypost/contract/api/session';
import { afterEach, expect, it } from 'vitest';
import { useApi } from '../api/context.ts';
import { load } from '../testing/loads.ts';
import { draw } from '../testing/render.tsx';
import { makeRouter } from './pages.tsx';

const WALL: Session = {
  signed_in: true,
  user: { sub: 'wall/1', name: 'Dock', roles: ['wall_screen'] },
  expires_at: null,
  idle_expires_at: null,
};

function App() {
  return <RouterProvider router={makeRouter(useApi().session)} />;
}
async function open(path: string, session: Session) {
  history.replaceState(null, '', path);
  const page = await draw(<App />, {
    loads: [load()],
    answers: {
      'GET /bff/session': { body: session },
      'POST /bff/wall': {
        status: 404,
        body: { code: 404, message: 'This link does not work', detail: null, reason: 'not_found' },
      },
    },
  });
  await page.frame();
  return page;
}
afterEach(() => history.replaceState(null, '', '/'));

it.each(['/wall', '/', '/settings', '/sign-in', '/nothing-here'])(
  'a wall screen shows the wall board, whatever the address: %s',
  async (path) => {
    await open(path, WALL);
    expect(await screen.findByRole('heading', { name: 'Wall board' })).toBeTruthy();
    expect(location.pathname).toBe('/wall');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Back to board' })).toBeNull();
  },
);

it('a wall screen whose link is revoked says so in place of the loads', async () => {
  const { session, frame } = await open('/wall', WALL);
  await screen.findByRole('heading', { name: 'Wall board' });
  act(() => session.end('An administrator revoked the link of this wall screen'));
  await frame();
  expect(screen.getByRole('heading', { name: 'This wall screen is off' })).toBeTruthy();
  expect(screen.getByText(/^An administrator revoked the link of this wall screen\./)).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Wall board' })).toBeNull();
});

it('a browser that was a wall screen says why, and offers to sign in', async () => {
  await open('/wall', { signed_in: false, ended: 'Revoked', was_wall_screen: true });
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
});
