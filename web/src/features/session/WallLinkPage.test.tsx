// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import type { Session } from '@waypost/contract/api/session';
import { expect, it, vi } from 'vitest';
import { draw, personSession } from '../../testing/render.tsx';
import { RETRY_MS, WallLinkPage } from './WallLinkPage.tsx';

const NOBODY: Session = { signed_in: false };
const problem = (code: number, message: string) => ({
  status: code,
  body: { code, message, detail: null, reason: code === 409 ? 'conflict' : 'not_found' },
});

it('says when the link was revoked, and does not try again', async () => {
  const { asked, frame } = await draw(<WallLinkPage />, {
    answers: {
      'GET /bff/session': { body: NOBODY },
      'POST /bff/wall': problem(404, 'This link does not work'),
    },
  });
  await frame();
  expect(screen.getByRole('heading', { name: 'This link does not work' })).toBeTruthy();
  expect(screen.getByText(/Ask a Waypost administrator for a new one/)).toBeTruthy();
  expect(asked.mock.calls.filter(([path]) => path === '/bff/wall')).toHaveLength(1);
});

it('takes the secret out of the address once the session has begun', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  const user = { sub: 'wall/1', name: 'Dock', roles: ['wall_screen'] };
  let opened = false;
  const { frame } = await draw(<WallLinkPage />, {
    answers: {
      'GET /bff/session': () => ({
        body: opened ? { signed_in: true, user, expires_at: null, idle_expires_at: null } : NOBODY,
      }),
      'POST /bff/wall': () => {
        opened = true;
        return { status: 204 };
      },
    },
  });
  await frame();
  expect(replace).toHaveBeenCalledExactlyOnceWith('/wall');
  replace.mockRestore();
});

it('says who is signed in, and opens the wall board once they are signed out', async () => {
  let signed_in = true;
  const { user, frame, asked } = await draw(<WallLinkPage />, {
    answers: {
      'GET /bff/session': () => ({ body: signed_in ? personSession(['admin']) : NOBODY }),
      'POST /bff/wall': () =>
        signed_in ? problem(409, 'This browser is signed in as Dana Ortiz') : { status: 204 },
      'POST /bff/logout': () => {
        signed_in = false;
        return { status: 204 };
      },
    },
  });
  await frame();
  expect(screen.getByRole('heading', { name: 'This browser is signed in as Dana Ortiz' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Sign out and open the wall board' }));
  await frame();
  expect(asked.mock.calls.filter(([path]) => path === '/bff/wall')).toHaveLength(2);
  // This browser has kept no cookie.
  expect(screen.getByRole('heading', { name: 'This browser does not keep cookies' })).toBeTruthy();
});

it('tries again by itself while the server is down', async () => {
  const timer = vi.spyOn(globalThis, 'setTimeout');
  let up = false;
  const { asked, frame } = await draw(<WallLinkPage />, {
    answers: {
      'GET /bff/session': { body: NOBODY },
      'POST /bff/wall': () => (up ? problem(404, 'gone') : new TypeError('Failed to fetch')),
    },
  });
  await frame();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  up = true;
  const [again] = timer.mock.calls.find(([, ms]) => ms === RETRY_MS) ?? [];
  act(() => (again as () => void)());
  await frame();
  expect(asked.mock.calls.filter(([path]) => path === '/bff/wall')).toHaveLength(2);
  expect(screen.getByRole('heading', { name: 'This link does not work' })).toBeTruthy();
  timer.mockRestore();
});
