// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import type { LookupItem } from '@waypost/contract/api/load-lookup';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ago, HOUR, id } from '../../testing/loads.ts';
import { draw, type Setup } from '../../testing/render.tsx';
import { toasts } from '../../ui/toasts.ts';
import AddLoads from './AddLoads.tsx';
import { doneWords } from './LoadLines.tsx';

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const found_item = (text: string, n: number, outcome: LookupItem['outcome'] = 'new'): LookupItem => ({
  text,
  outcome,
  load: {
    load_id: id(n),
    load_ref: `LD-${n}`,
    where: outcome === 'on_board' ? 'board' : outcome === 'archived' ? 'archive' : 'posted',
    archived_at: outcome === 'archived' ? ago(HOUR) : null,
    archived_for: outcome === 'archived' ? 'removed' : null,
  },
  candidates: [],
});
const unknown = (text: string, ...like: number[]): LookupItem => ({
  text,
  outcome: 'unknown',
  load: null,
  candidates: like.flatMap((n) => found_item('', n, 'on_board').load ?? []),
});

const reefers = {
  list_id: id(80),
  name: 'Reefers',
  scope: 'team',
  version: 1,
  loads: 0,
  archived: 0,
  owner_name: 'Dana Ortiz',
  is_own: true,
  updated_at: ago(0),
  updated_by_name: 'Dana Ortiz',
};

const open = async (found: readonly LookupItem[], setup: Setup = {}) => {
  const onClose = vi.fn();
  const page = await draw(<AddLoads opened onClose={onClose} />, {
    loads: [],
    ...setup,
    answers: {
      'POST /api/loads/lookup': { body: { items: found } },
      'POST /api/loads': { status: 201, body: { items: [], added: 1, already_watched: 0 } },
      ...setup.answers,
    },
  });
  const sent = () =>
    page.asked.mock.calls.flatMap(([path, { method, body }]) =>
      method === 'POST' && path === '/api/loads' ? [JSON.parse(String(body)).load_ids as string[]] : [],
    );
  return { ...page, onClose, sent };
};
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Load numbers or IDs');
const line = (text: string) => screen.getByText(text).closest('li') as HTMLElement;
const add = (words = 'Add 1 load') => screen.findByRole('button', { name: words });

describe('adding loads', () => {
  it('says what will happen to every line', async () => {
    const items = [
      found_item(id(1), 1),
      found_item('LD-2', 2, 'on_board'),
      found_item('LD-3', 3, 'archived'),
      unknown('LD-4'),
      unknown('LD-55', 5),
    ];
    const { user } = await open(items);
    await user.click(field());
    await user.paste(`${id(1)}\nLD-2\nLD-3\nLD-4\nLD-55\n3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f6`);
    await add();
    expect(line(id(1)).textContent).toMatch(/Line 1.*Will be added/);
    expect(line('LD-2').textContent).toMatch(/Already on the board/);
    expect(line('LD-3').textContent).toMatch(/Archived 1 h ago: Removed by a person/);
    expect(line('LD-4').textContent).toMatch(/finds loads by ID only/);
    expect(line('LD-55').textContent).toMatch(/Did you mean:Use LD-5, on the board/);
    expect(screen.getByText(/Not a load ID: has 31 of the 32/)).toBeDefined();
    expect(
      screen.getByText('6 loads: 1 to add, 1 already on the board, 1 in the archive, 3 to check'),
    ).toBeDefined();
  });

  it('closes when every line is done, and starts empty the next time', async () => {
    const { user, onClose, sent } = await open([found_item(id(1), 1), found_item('LD-2', 2, 'on_board')]);
    await user.click(field());
    await user.paste(`${id(1)}\nLD-2`);
    await user.click(await add());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent()).toEqual([[id(1)]]);
    expect(toasts.get()[0]?.title).toBe('1 load added, 1 already on the board');
    expect(sessionStorage.length).toBe(0);
  });

  it('stays open with the lines that need a decision', async () => {
    const { user, onClose } = await open([found_item(id(1), 1), unknown('LD-4')]);
    await user.click(field());
    await user.paste(`${id(1)}\nLD-4`);
    await user.click(await add());
    expect(await screen.findByText('1 load added')).toBeDefined();
    expect(field().value).toBe('LD-4');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('restores a load from the archive only on request', async () => {
    const { user, sent } = await open([found_item('LD-3', 3, 'archived')]);
    await user.click(field());
    await user.paste('LD-3');
    await user.click(await screen.findByRole('button', { name: 'Restore to board' }));
    await user.click(await add());
    await waitFor(() => expect(sent()).toEqual([[id(3)]]));
  });

  it('replaces a number with the suggested load', async () => {
    const { user } = await open([unknown('LD-55', 5)]);
    await user.click(field());
    await user.paste('LD-55');
    await user.click(await screen.findByRole('button', { name: 'Use LD-5, on the board' }));
    expect(field().value).toBe('LD-5');
  });

  it('is sent by Ctrl+Enter right after pasting', async () => {
    const { user, sent } = await open([found_item(id(1), 1)]);
    await user.click(field());
    await user.paste(id(1));
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent()).toEqual([[id(1)]]));
  });

  it('remembers the chosen column of a table', async () => {
    const { user } = await open([unknown('7')]);
    await user.click(field());
    await user.paste('load,trip\nA,7');
    await user.selectOptions(screen.getByLabelText('Column with the load number or ID'), 'trip');
    expect(line('7')).toBeDefined();
    await user.clear(field());
    await user.click(field());
    await user.paste('Load,Trip\nB,8');
    expect(line('8')).toBeDefined();
  });

  it.each([
    [
      'the server refuses it',
      {
        status: 500,
        body: { code: 500, message: 'It broke', detail: null, reason: 'internal', request_id: 'r-5' },
      },
      /It broke.*r-5/,
    ],
    ['the network is lost', new TypeError('Failed to fetch'), /is not responding/],
  ])('loses nothing when %s', async (_how, answer, words) => {
    const { user, frame } = await open([found_item(id(1), 1)], { answers: { 'POST /api/loads': answer } });
    await user.click(field());
    await user.paste(id(1));
    await user.click(await add());
    await frame();
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect(field().value).toBe(id(1));
  });

  it('restores the draft after a reload or a sign-in, and offers the one from a closed dialog', async () => {
    const first = await open([found_item(id(4), 4)]);
    await first.user.click(field());
    await first.user.paste(id(4));
    first.unmount();
    const { user, unmount } = await open([found_item(id(4), 4)]);
    expect(field().value).toBe(id(4));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    unmount();
    const again = await open([found_item(id(4), 4)]);
    expect(field().value).toBe('');
    await again.user.click(screen.getByRole('button', { name: 'Restore what you typed before' }));
    expect(field().value).toBe(id(4));
  });

  it('shows a viewer why adding is disabled, and sends nothing', async () => {
    const { user, sent } = await open([found_item(id(1), 1)], { roles: ['viewer'] });
    await user.click(field());
    await user.paste(id(1));
    expect(screen.getByText(/View-only access/)).toBeDefined();
    await user.click(await add());
    expect(sent()).toEqual([]);
  });

  it('adds loads to a new list, including those on the board already, and keeps the lines if the list fails', async () => {
    const answers = [403, 201];
    const { user, asked, onClose } = await open([found_item(id(1), 1), found_item('LD-2', 2, 'on_board')], {
      answers: {
        'GET /api/load-lists': { body: { items: [] } },
        'POST /api/load-lists/': { body: { list: reefers, added: [], removed: [] } },
        'POST /api/load-lists': () => {
          const status = answers.shift() ?? 201;
          const refused = { code: 403, reason: 'forbidden', message: 'Not for you', detail: null };
          return { status, body: status === 201 ? { ...reefers, load_ids: [] } : refused };
        },
      },
    });
    await user.click(field());
    await user.paste(`${id(1)}\nLD-2`);
    await add();
    await user.selectOptions(screen.getByLabelText(/Also add them to a list/), 'New list');
    await user.type(screen.getByLabelText('Name of the new list'), 'Reefers');
    await user.click(await add());
    expect(
      await screen.findByText(/The loads are on the board, but could not be added to the list: Not for you/),
    ).toBeDefined();
    expect(field().value).toBe(`${id(1)}\nLD-2`);
    await user.click(await add());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const puts = asked.mock.calls.flatMap(([path, { body }]) =>
      /load-lists\/.*loads$/.test(path) ? [JSON.parse(String(body)) as object] : [],
    );
    expect(puts).toEqual([{ add: [id(1), id(2)] }]);
  });

  it('summarizes the result', () => {
    expect(doneWords({ added: 0, restored: 0, on_board: 3 })).toBe('No new loads, 3 already on the board');
    expect(doneWords({ added: 1200, restored: 2, on_board: 0 })).toBe('1,200 loads added, 2 restored');
    expect(doneWords({ added: 0, restored: 1, on_board: 0 })).toBe('1 load restored');
  });
});
