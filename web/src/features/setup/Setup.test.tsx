// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import type { Role } from '@waypost/contract/api/session';
import type { SetupItem } from '@waypost/contract/api/setup';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient, WithQueries } from '../../api/queries.tsx';
import { load } from '../../testing/loads.ts';
import { draw, type Setup } from '../../testing/render.tsx';
import { DEFAULT_PREFS, prefs } from '../../ui/prefs.ts';
import { EmptyBoard, SetupLine, SetupSection } from './Setup.tsx';

afterEach(() => prefs.adopt(DEFAULT_PREFS));

const ADMIN: readonly SetupItem[] = [
  { key: 'company', state: 'done' },
  { key: 'mail_server', state: 'configured' },
  { key: 'street_map', state: 'open' },
  { key: 'loads', state: 'open' },
];

async function open(
  part: 'empty' | 'line' | 'section',
  items: readonly SetupItem[] | null,
  more: Setup = {},
) {
  const onAdd = vi.fn();
  const client = makeQueryClient(0);
  const down = { status: 503, body: { code: 503, message: 'Down', detail: null, reason: 'unavailable' } };
  const parts = { empty: <EmptyBoard onAdd={onAdd} />, line: <SetupLine />, section: <SetupSection /> };
  const drawn = await draw(<WithQueries client={client}>{parts[part]}</WithQueries>, {
    answers: { 'GET /api/setup': items ? { body: { items } } : down },
    ...more,
  });
  return { ...drawn, onAdd };
}
const item = (title: string) => within(screen.getByText(title).closest('li') as HTMLElement);

describe('the empty board', () => {
  it('lists what to set up, each open item with a link to where it is done', async () => {
    await open('empty', ADMIN, { roles: ['admin'] });
    expect(await screen.findByRole('heading', { name: 'Set up Waypost' })).toBeDefined();
    expect(screen.getByText('1 of 4 done')).toBeDefined();
    expect(item('Company name and time zone').getByText('Done')).toBeDefined();
    expect(item('Company name and time zone').queryByRole('link')).toBeNull();
    expect(item('Mail server').getByText(/A mail server is set\. Done when/)).toBeDefined();
    expect(item('Street map').getByText('Optional')).toBeDefined();
    expect(item('Street map').getByText(/MAP_TILES/)).toBeDefined();
    expect(item('First loads').getByRole('link', { name: 'Add loads' }).getAttribute('href')).toMatch(
      /^\/\?add=/,
    );
  });

  it('can be hidden by each person, and then offers to add loads', async () => {
    const { user, onAdd } = await open('empty', ADMIN, { roles: ['admin'] });
    await user.click(await screen.findByRole('button', { name: 'Hide' }));
    expect(prefs.get().setup_dismissed).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Add loads' }));
    expect(onAdd).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.getByRole('heading', { name: 'Set up Waypost' })).toBeDefined();
  });

  it.each<[string, readonly Role[], string]>([
    [
      'tells a viewer what will be here and whom to ask',
      ['viewer'],
      'To add loads yourself, ask the help desk',
    ],
    ['offers to add loads once everything required is done', ['dispatcher'], 'Paste load numbers or IDs'],
  ])('%s', async (_what, roles, text) => {
    await open('empty', roles.includes('viewer') ? [] : [{ key: 'loads', state: 'done' }], {
      roles,
      config: { access_contact: 'the help desk' },
    });
    expect(await screen.findByText(new RegExp(text))).toBeDefined();
  });

  it('offers to add loads when the setup cannot be loaded', async () => {
    await open('empty', null, { roles: ['admin'] });
    expect(await screen.findByRole('button', { name: 'Add loads' })).toBeDefined();
  });
});

describe('the line above the list', () => {
  it('is there while something required is open, until the person hides it', async () => {
    const { user } = await open('line', [{ key: 'company', state: 'open' }, ...ADMIN.slice(1)], {
      roles: ['admin'],
      loads: [load()],
    });
    expect(await screen.findByText(': 0 of 4 done', { exact: false })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open setup' }).getAttribute('href')).toBe('/settings');
    await user.click(screen.getByRole('button', { name: 'Hide setup' }));
    expect(screen.queryByText(/0 of 4 done/)).toBeNull();
  });

  it('is not there while the board is empty, and when only optional items are open', async () => {
    const { asked } = await open('line', ADMIN, { roles: ['admin'], loads: [] });
    expect(asked.mock.calls.some(([path]) => path === '/api/setup')).toBe(false);
    const optional = await open('line', [{ key: 'street_map', state: 'open' }], {
      roles: ['admin'],
      loads: [load()],
    });
    await waitFor(() => expect(optional.asked.mock.calls.some(([path]) => path === '/api/setup')).toBe(true));
    expect(screen.queryByText(/Set up Waypost/)).toBeNull();
  });
});

describe('the setup under settings', () => {
  it('is folded while only optional items are open, and can be put back on the board', async () => {
    prefs.adopt({ setup_dismissed: true });
    const { user } = await open('section', [{ key: 'street_map', state: 'open' }]);
    expect(await screen.findByRole('heading', { name: 'Set up Waypost: 0 of 1 done' })).toBeDefined();
    expect(screen.queryByText('Street map')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByText('Street map')).toBeDefined();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('lets a person show it on the board again', async () => {
    prefs.adopt({ setup_dismissed: true });
    const { user } = await open('section', ADMIN);
    await user.click(await screen.findByRole('checkbox', { name: /Show this list on my board/ }));
    expect(prefs.get().setup_dismissed).toBe(false);
  });

  it('says when it cannot be loaded', async () => {
    await open('section', null);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  });

  it('is gone once everything is done', async () => {
    const { asked } = await open('section', [{ key: 'loads', state: 'done' }]);
    await waitFor(() => expect(asked.mock.calls.some(([path]) => path === '/api/setup')).toBe(true));
    expect(screen.queryByText(/Set up Waypost/)).toBeNull();
  });
});
