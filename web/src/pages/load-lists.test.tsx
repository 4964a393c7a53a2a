// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { LoadListDetail } from '@waypost/contract/api/load-lists';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { BoardSearch } from '../features/board/search.ts';
import { listsDialog } from '../features/loads/lists/load-lists.ts';
import { ago, HOUR, id, load } from '../testing/loads.ts';
import { draw, type Setup } from '../testing/render.tsx';
import { markFirstViewReady } from '../ui/deferred.tsx';
import { BoardPage } from './BoardPage.tsx';

const LIST = id(80);
const list = (change: Partial<LoadListDetail> = {}): LoadListDetail => ({
  list_id: LIST,
  name: 'Reefers',
  scope: 'team',
  version: 2,
  loads: 1,
  archived: 1,
  owner_name: 'Ama Boateng',
  is_own: false,
  updated_at: ago(HOUR),
  updated_by_name: 'Ama Boateng',
  load_ids: [id(1), id(9)],
  ...change,
});
const loads = [
  load({ load_id: id(1), load_ref: 'LD-1' }),
  load({ load_id: id(2), load_ref: 'LD-2', tracking_health: 'stale' }),
];

beforeEach(() => {
  markFirstViewReady();
  listsDialog.close();
});

async function open(search: BoardSearch, setup: Setup = {}) {
  const searches: BoardSearch[] = [];
  const sent = vi.fn();
  function Board() {
    const [current, setCurrent] = useState(search);
    searches.push(current);
    return (
      <BoardPage
        search={current}
        onSearch={(change) => setCurrent((previous) => ({ ...previous, ...change }))}
        onSignedOut={() => undefined}
      />
    );
  }
  const write = (what: string, body: object) => (init: RequestInit) => {
    sent(what, JSON.parse(String(init.body ?? 'null')));
    return { status: what === 'create' ? 201 : 200, body };
  };
  const drawn = await draw(<Board />, {
    loads,
    ...setup,
    answers: {
      [`GET /api/load-lists/${LIST}`]: { body: list() },
      'GET /api/load-lists': { body: { items: [list()] } },
      [`POST /api/load-lists/${LIST}/loads`]: write('change', { list: list(), added: [id(2)], removed: [] }),
      'POST /api/load-lists': write('create', list({ list_id: id(81), name: 'New one' })),
      'DELETE /api/load-lists': write('delete', list()),
      'GET /api/views': { body: { items: [] } },
      ...setup.answers,
    },
  });
  await drawn.frame();
  return { ...drawn, sent, currentSearch: () => searches.at(-1) as BoardSearch };
}

const openMenu = async ({ user }: Awaited<ReturnType<typeof open>>, item: string) => {
  await user.click(await screen.findByRole('button', { name: 'Saved views' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

it('a link shows only the loads of its list with name and counts, follows changes live, and can be closed', async () => {
  let now = list();
  const { currentSearch, user, live } = await open(
    { tab: 'all', list: LIST },
    { answers: { [`GET /api/load-lists/${LIST}`]: () => ({ body: now }) } },
  );
  expect(await screen.findByText('Reefers')).toBeDefined();
  expect(screen.getByText('Team list, 1 load, 1 in the archive')).toBeDefined();
  await waitFor(() => expect(screen.getByText('LD-1')).toBeDefined());
  expect(screen.queryByText('LD-2')).toBeNull();

  now = list({ version: 3, load_ids: [id(2)] });
  live.changes.publish('load_lists', { changed_at: ago(0) });
  expect(await screen.findByText('LD-2')).toBeDefined();
  expect(screen.queryByText('LD-1')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Close list' }));
  expect(currentSearch().list).toBeUndefined();
  expect(await screen.findByText('LD-1')).toBeDefined();
});

it("a link to another person's private list says whose it is, and shows no loads", async () => {
  const body = {
    code: 403,
    reason: 'forbidden',
    message: "This list is Ama Boateng's own",
    detail: 'It is not shared. Ask Ama Boateng to share it with the team.',
  };
  await open(
    { tab: 'all', list: LIST },
    { answers: { [`GET /api/load-lists/${LIST}`]: { status: 403, body } } },
  );
  expect(
    await screen.findByText(/This list is Ama Boateng's own.*Ask Ama Boateng to share it/),
  ).toBeDefined();
  expect(await screen.findByText('No loads match')).toBeDefined();
  expect(screen.queryByText('LD-1')).toBeNull();
});

it('a load can be added from its row menu, with undo', async () => {
  const { user, sent } = await open({ tab: 'all' });
  screen.getByRole('grid').focus();
  await user.keyboard('{ArrowDown}{ArrowDown}m');
  await user.click(await screen.findByRole('menuitem', { name: 'Add to a list' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Add .*LD-\d.* to a list$/ }));
  await user.click(await dialog.findByRole('button', { name: /^Add to .*Reefers/ }));
  await waitFor(() => expect(sent).toHaveBeenCalledWith('change', { add: [expect.any(String)] }));
  expect(await screen.findByText(/1 load added to .*Reefers/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent).toHaveBeenLastCalledWith('change', { remove: [id(2)] }));
});

it('all loads shown can start a new list', async () => {
  const page = await open({ tab: 'all', health: ['stale'] });
  const { user, sent } = page;
  await openMenu(page, 'Add 1 load shown to a list');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'New list' }));
  await user.type(dialog.getByLabelText('Name'), ' Late reefers ');
  await user.click(dialog.getByRole('button', { name: 'Create list with 1 load' }));
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith('create', {
      list_id: expect.any(String),
      name: 'Late reefers',
      scope: 'team',
      load_ids: [id(2)],
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  expect(page.currentSearch()).toMatchObject({ list: id(81), tab: 'all', health: undefined });
});

it('only the creator of a shared list can make it private', async () => {
  const own = list({ list_id: id(82), name: 'Mine', is_own: true });
  const page = await open(
    { tab: 'all' },
    { answers: { 'GET /api/load-lists': { body: { items: [own, list()] } } } },
  );
  const { user } = page;
  await openMenu(page, 'Manage lists');
  await user.click(await screen.findByRole('button', { name: /^More actions for .*Mine/ }));
  expect(await screen.findByRole('menuitem', { name: 'Make private' })).toBeDefined();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: /^More actions for .*Reefers/ }));
  expect(await screen.findByRole('menuitem', { name: 'Delete list' })).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Make private' })).toBeNull());
});

it('a saved view includes its list, and opens it again', async () => {
  const saved = vi.fn();
  const view = {
    view_id: id(70),
    name: 'Late reefers',
    scope: 'team',
    search: { tab: 'all', list: LIST },
    version: 1,
    is_own: false,
    owner_name: 'Ama Boateng',
    updated_at: ago(HOUR),
    updated_by_name: 'Ama Boateng',
  };
  const page = await open(
    { saved: id(70) },
    {
      answers: {
        'GET /api/views': { body: { items: [view] } },
        'POST /api/views': (init) => {
          saved(JSON.parse(String(init.body)));
          return { status: 201, body: view };
        },
      },
    },
  );
  const { user } = page;
  await waitFor(() => expect(page.currentSearch().list).toBe(LIST));
  expect(await screen.findByText('LD-1')).toBeDefined();
  expect(screen.queryByText('LD-2')).toBeNull();
  await openMenu(page, 'Save this view');
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Name'), 'Again');
  await user.click(dialog.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(saved.mock.lastCall?.[0].search).toEqual({ tab: 'all', list: LIST }));
});

it('a deleted list is restored with its loads, including archived ones', async () => {
  const page = await open({ tab: 'all' });
  const { user, sent } = page;
  await openMenu(page, 'Manage lists');
  await user.click(await screen.findByRole('button', { name: /^More actions for .*Reefers/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete list' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent).toHaveBeenLastCalledWith('create', {
      list_id: LIST,
      name: 'Reefers',
      scope: 'team',
      load_ids: [id(1), id(9)],
    }),
  );
});

it("a viewer cannot change the team's lists", async () => {
  const page = await open({ tab: 'all' }, { roles: ['viewer'] });
  await openMenu(page, 'Add 2 loads shown to a list');
  const add = await screen.findByRole('button', { name: /^Add to .*Reefers/ });
  expect(add.getAttribute('aria-disabled') ?? String((add as HTMLButtonElement).disabled)).toBe('true');
});
