// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import type { WallScreen } from '@waypost/contract/api/wall-screens';
import { afterEach, expect, it, vi } from 'vitest';
import { ago } from '../../testing/loads.ts';
import { pageOf } from '../../testing/page.tsx';
import { type Answers, draw } from '../../testing/render.tsx';
import type { WallScreensSearch } from './search.ts';
import { WallScreensView } from './WallScreensView.tsx';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const ON: WallScreen = {
  wall_screen_id: id(1),
  name: 'Dispatch, left wall',
  created_at: ago(86_400_000),
  created_by_name: 'Ada Admin',
  last_seen_at: ago(20_000),
  revoked_at: null,
  revoked_by_name: null,
};
const OFF = { ...ON, wall_screen_id: id(2), name: 'Dock', last_seen_at: ago(7_200_000) };
const NEW = { ...ON, wall_screen_id: id(3), name: 'Office', last_seen_at: null };
const GONE = {
  ...ON,
  wall_screen_id: id(4),
  name: 'Yard',
  revoked_at: ago(3_600_000),
  revoked_by_name: 'Bob',
};
const SECRET = 'wpw_0123456789012345678901234567890123456789abc';
const { Page, at } = pageOf<WallScreensSearch>((page) => <WallScreensView {...page} />);

async function open(start: WallScreensSearch, screens: readonly WallScreen[], more: Answers = {}) {
  const page = await draw(<Page start={start} />, {
    roles: ['admin'],
    answers: { 'GET /api/wall-screens': { body: { items: screens } }, ...more },
  });
  await page.frame();
  return page;
}

afterEach(() => vi.useRealTimers());

it('lists screens with who made them, and whether each is on', async () => {
  await open({}, [ON, OFF, NEW, GONE]);
  const rows = screen.getAllByRole('row').map((row) => row.textContent);
  expect(rows[1]).toMatch(/Dispatch, left wall.*On.*by Ada Admin/);
  expect(rows[2]).toMatch(/Dock.*Off, last seen 2 h ago/);
  expect(rows[3]).toMatch(/Office.*Link not opened yet/);
  expect(rows[4]).toMatch(/Yard.*Revoked 1 h ago/);
});

it('turns a screen on while it is opened, within seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let screens: readonly WallScreen[] = [NEW];
  const { frame } = await open({}, [], { 'GET /api/wall-screens': () => ({ body: { items: screens } }) });
  expect(screen.getByText('Link not opened yet')).toBeDefined();
  screens = [{ ...NEW, last_seen_at: ago(0) }];
  await act(async () => vi.advanceTimersByTime(2_100));
  await frame();
  expect(screen.queryByText('Link not opened yet')).toBeNull();
});

it('shows a new link once, with its secret in the fragment', async () => {
  const { user, asked, frame } = await open({ add: '1' }, [], {
    'POST /api/wall-screens': { status: 201, body: { wall_screen: NEW, secret: SECRET } },
  });
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  expect(screen.getByText(/must not be empty/)).toBeTruthy();
  await user.type(screen.getByLabelText('Name'), 'Office');
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  await frame();
  const call = asked.mock.calls.find(([, init]) => init.method === 'POST');
  expect(JSON.parse(String(call?.[1].body))).toEqual({ name: 'Office' });
  expect(at()).toMatchObject({ screen: NEW.wall_screen_id });
  expect(screen.getByText(`${location.origin}/wall-link#${SECRET}`)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Close/ }));
  await frame();
  expect(document.body.textContent).not.toContain(SECRET);
});

it('offers a new link no longer once it is revoked', async () => {
  let screens: readonly WallScreen[] = [];
  const REVOKED = { ...NEW, revoked_at: ago(0), revoked_by_name: 'Dana Ortiz' };
  const { user, frame } = await open({ add: '1' }, [], {
    'GET /api/wall-screens': () => ({ body: { items: screens } }),
    [`POST /api/wall-screens/${NEW.wall_screen_id}/revoke`]: () => {
      screens = [REVOKED];
      return { body: REVOKED };
    },
    'POST /api/wall-screens': () => {
      screens = [NEW];
      return { status: 201, body: { wall_screen: NEW, secret: SECRET } };
    },
  });
  await user.type(screen.getByLabelText('Name'), 'Office');
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  await frame();
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Revoke link' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke link' }));
  await frame();
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
  expect(document.body.textContent).not.toContain(SECRET);
});

it('begins a new one by the key that adds on every page', async () => {
  const { user, frame } = await open({}, [ON]);
  await user.keyboard('a');
  await frame();
  expect(screen.getByRole('complementary', { name: 'New wall screen' })).toBeTruthy();
});

it('revokes a link after confirmation', async () => {
  const { user, frame } = await open({ screen: ON.wall_screen_id }, [ON], {
    [`POST /api/wall-screens/${ON.wall_screen_id}/revoke`]: {
      body: { ...ON, revoked_at: ago(0), revoked_by_name: 'Dana Ortiz' },
    },
  });
  await user.click(screen.getByRole('button', { name: 'Revoke link' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain("This can't be undone");
  await user.click(within(dialog).getByRole('button', { name: 'Revoke link' }));
  await frame();
  expect(screen.getAllByText(/^Revoked 0 s ago/).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Revoke link' })).toBeNull();
});

it('tells people without the right whom to ask', async () => {
  await draw(<Page start={{}} />, { roles: ['dispatcher'] });
  expect(screen.getByText('Wall screens are for administrators')).toBeTruthy();
});
