// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { SearchItem } from '@waypost/contract/api/search';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ago, HOUR, id, load } from '../testing/loads.ts';
import { draw, type Setup } from '../testing/render.tsx';
import { commandPalette } from '../ui/command-palette.ts';
import { DEFAULT_PREFS, prefs } from '../ui/prefs.ts';
import { CommandPalette } from './CommandPalette.tsx';

const item = (change: Partial<SearchItem> = {}): SearchItem => ({
  kind: 'load',
  id: id(1),
  title: 'LD-4711',
  subtitle: 'Unit 12',
  match: 'exact',
  field: 'load_ref',
  value: 'LD-4711',
  load_id: id(1),
  ...change,
});
const answer = (items: readonly SearchItem[], more = false) => ({ body: { items, more } });

async function open(setup: Setup = {}, keys = '/') {
  const drawn = await draw(
    <>
      <input aria-label="A field" />
      <CommandPalette />
    </>,
    setup,
  );
  await drawn.user.keyboard(keys);
  await drawn.frame();
  await screen.findByRole('combobox', { name: 'Search everything' });
  return { ...drawn, list: within(screen.getByRole('listbox', { name: 'Results' })) };
}
const typed = async (drawn: Awaited<ReturnType<typeof open>>, text: string) => {
  await drawn.user.type(screen.getByRole('combobox', { name: 'Search everything' }), text);
};
const href = () => location.pathname + location.search;

afterEach(() => {
  act(() => commandPalette.set(false));
  prefs.adopt(DEFAULT_PREFS);
  localStorage.clear();
  history.replaceState(null, '', '/');
});

describe('the command palette', () => {
  it('opens on / and on Ctrl K (the latter also while typing), and closes on Escape', async () => {
    const { user, frame } = await open();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    await user.type(screen.getByLabelText('A field'), '/');
    expect(screen.queryByRole('combobox')).toBeNull();
    await user.keyboard('{Control>}k{/Control}');
    await frame();
    expect(await screen.findByRole('combobox', { name: 'Search everything' })).toBeDefined();
  });

  it('requires a session', async () => {
    const { user, frame, session } = await draw(<CommandPalette />);
    act(() => session.end());
    await user.keyboard('/');
    await frame();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('lists hits by kind, with health and place of watched loads', async () => {
    const watched = load({ load_id: id(1), load_ref: 'LD-4711', tracking_health: 'stale' });
    const vin = item({
      kind: 'vehicle',
      id: id(9),
      title: 'Unit 12',
      subtitle: null,
      field: 'vin',
      value: '1FUJ4711',
    });
    const drawn = await open({
      loads: [watched],
      answers: { 'GET /api/search?q=4711': answer([item(), { ...vin, load_id: null }]) },
    });
    await typed(drawn, '4711');
    const found = await drawn.list.findByRole('option', { name: /LD-4711/ });
    expect(within(found).getByText('Stale')).toBeDefined();
    expect(drawn.list.getByRole('group', { name: 'Loads' }).contains(found)).toBe(true);
    expect(drawn.list.getByRole('option', { name: /Unit 12.*VIN 1FUJ4711/ })).toBeDefined();
    expect(screen.getByRole('status').textContent).toBe('2 found');
  });

  it('opens the best hit on Enter, even if its response arrives later', async () => {
    const drawn = await open({
      answers: { 'GET /api/search': answer([item({ kind: 'monitor', id: id(5) })]) },
    });
    await typed(drawn, '4711{Enter}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    expect(drawn.router.state.location.href).toBe(`/monitors/${id(5)}`);
  });

  it('loses nothing that is typed before its field is mounted', async () => {
    const drawn = await draw(<CommandPalette />, {
      answers: { 'GET /api/search?q=471&': answer([item({ kind: 'monitor', id: id(5) })]) },
    });
    await act(async () => {
      for (const key of ['/', '4', '7', '1', '1', 'Backspace', 'Enter'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
    await drawn.frame();
    await waitFor(() => expect(drawn.router.state.location.href).toBe(`/monitors/${id(5)}`));
  });

  it('accepts text pasted before its field is mounted, and keeps it from the page below', async () => {
    const below = vi.fn();
    const drawn = await draw(<CommandPalette />, {
      answers: { 'GET /api/search?q=4711&': answer([item({ kind: 'monitor', id: id(5) })]) },
    });
    document.addEventListener('paste', below);
    await act(async () => {
      const key = (name: string) =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
      key('/');
      fireEvent.paste(document.body, { clipboardData: { getData: () => ' 4711\n' } });
      key('Enter');
    });
    document.removeEventListener('paste', below);
    expect(below).not.toHaveBeenCalled();
    await drawn.frame();
    await waitFor(() => expect(drawn.router.state.location.href).toBe(`/monitors/${id(5)}`));
  });

  it('keeps the focus when a page below takes it', async () => {
    const drawn = await open({
      answers: { 'GET /api/search': answer([item({ kind: 'monitor', id: id(5) })]) },
    });
    await typed(drawn, '47');
    await act(async () => screen.getByLabelText('A field').focus());
    await drawn.user.keyboard('11');
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search everything' });
    expect(field.value).toBe('4711');
  });

  it('aborts outdated requests, and never shows their responses', async () => {
    const drawn = await open({
      answers: {
        'GET /api/search?q=LD-47&': answer([item({ title: 'LD-47' })]),
        'GET /api/search': answer([item({ title: 'LD-4' })]),
      },
    });
    await typed(drawn, 'LD-47');
    expect(await drawn.list.findByRole('option', { name: /LD-47/ })).toBeDefined();
    expect(drawn.list.queryByText('LD-4')).toBeNull();
    const requests = drawn.asked.mock.calls.filter(([path]) => path.startsWith('/api/search'));
    expect(requests.at(-1)?.[0]).toContain('q=LD-47&');
    expect(requests.slice(0, -1).every(([, { signal }]) => signal?.aborted)).toBe(true);
  });

  it('moves through all rows by arrows, wrapping around', async () => {
    const drawn = await open();
    const field = screen.getByRole('combobox', { name: 'Search everything' });
    const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
    const options = drawn.list.getAllByRole('option');
    expect(active()).toBe(options[0]);
    await drawn.user.keyboard('{ArrowDown}');
    expect(active()).toBe(options[1]);
    expect(active()?.getAttribute('aria-selected')).toBe('true');
    await drawn.user.keyboard('{ArrowUp}{ArrowUp}');
    expect(active()).toBe(options.at(-1));
  });

  it('changes theme, units and rows, with undo', async () => {
    const drawn = await open();
    await typed(drawn, 'kilo');
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Search is unavailable'));
    await drawn.user.keyboard('{Enter}');
    await drawn.frame();
    expect(prefs.get()).toMatchObject({ length_unit: 'km', volume_unit: 'L' });
    await drawn.user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(prefs.get()).toMatchObject({ length_unit: 'mi', volume_unit: 'gal' });
  });

  it('opens pages by their names', async () => {
    const drawn = await open({ answers: { 'GET /api/search': answer([]) } });
    await typed(drawn, 'sett{Enter}');
    await waitFor(() => expect(drawn.router.state.location.href).toBe('/settings'));
  });

  it('opens a saved view by its name', async () => {
    const drawn = await open({
      answers: {
        'GET /api/search': answer([]),
        'GET /api/views': {
          body: {
            items: [
              {
                view_id: id(70),
                name: 'Quiet Texas',
                scope: 'team',
                search: { health: ['stale'] },
                version: 1,
                is_own: false,
                owner_name: 'Ann',
                updated_at: ago(HOUR),
                updated_by_name: 'Ann',
              },
            ],
          },
        },
      },
    });
    expect(await drawn.list.findByRole('option', { name: /Quiet Texas/ })).toBeDefined();
    await typed(drawn, 'quiet tex{Enter}');
    await waitFor(() => expect(drawn.router.state.location.href).toBe(`/?saved=${id(70)}`));
  });

  it('explains a disabled command, and does not run it', async () => {
    const drawn = await open({ roles: ['viewer'], answers: { 'GET /api/search': answer([]) } });
    await typed(drawn, 'new monitor');
    const disabled = await drawn.list.findByRole('option', {
      name: /New monitor.*View-only access/,
    });
    await drawn.user.click(disabled);
    expect(href()).toBe('/');
    expect(screen.getByRole('combobox', { name: 'Search everything' })).toBeDefined();
  });

  it('remembers recently opened hits', async () => {
    const first = await open({ answers: { 'GET /api/search': answer([item()]) } });
    await typed(first, '4711{Enter}');
    await waitFor(() => expect(first.router.state.location.href).toBe(`/?load=${id(1)}`));
    await first.user.keyboard('/');
    const last = await screen.findByRole('group', { name: 'Recent' });
    expect(within(last).getByRole('option', { name: /LD-4711/ })).toBeDefined();
  });

  it('says that there are no results', async () => {
    const drawn = await open({ answers: { 'GET /api/search': answer([]) } });
    await typed(drawn, 'zzz');
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('No results for “zzz”'));
  });
});
