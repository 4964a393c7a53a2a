// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { SavedView } from '@waypost/contract/api/views';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { BoardSearch } from '../features/board/search.ts';
import { ago, HOUR, id, load } from '../testing/loads.ts';
import { draw, leaveToSignIn, type Setup } from '../testing/render.tsx';
import { markFirstViewReady } from '../ui/deferred.tsx';
import * as files from '../ui/files.ts';
import { prefs } from '../ui/prefs.ts';
import { BoardPage } from './BoardPage.tsx';
import { CommandPalette } from './CommandPalette.tsx';

const view = (change: Partial<SavedView> = {}): SavedView => ({
  view_id: id(70),
  name: 'Quiet Texas',
  scope: 'team',
  search: { health: ['stale'], tab: 'all' },
  version: 3,
  is_own: true,
  owner_name: 'Ama Boateng',
  updated_at: ago(HOUR),
  updated_by_name: 'Ama Boateng',
  ...change,
});
const LOADS = [
  load({ load_id: id(1), load_ref: 'LD-1' }),
  load({ load_id: id(2), load_ref: 'LD-2', tracking_health: 'stale' }),
];

beforeEach(() => {
  markFirstViewReady();
  prefs.set({ default_view: null });
});

async function open(search: BoardSearch, views: readonly SavedView[] = [view()], setup: Setup = {}) {
  const searches: BoardSearch[] = [];
  const sent = vi.fn();
  function Board() {
    const [current, setCurrent] = useState(search);
    searches.push(current);
    return (
      <>
        <BoardPage
          search={current}
          onSearch={(change) => setCurrent((previous) => ({ ...previous, ...change }))}
          onSignedOut={() => undefined}
        />
        <CommandPalette />
      </>
    );
  }
  const write = (body: object) => (init: RequestInit) => {
    sent(init.method, JSON.parse(String(init.body ?? 'null')));
    return { status: 201, body };
  };
  const drawn = await draw(<Board />, {
    loads: LOADS,
    ...setup,
    answers: {
      'GET /api/views': { body: { items: views } },
      'POST /api/views': write(view({ view_id: id(71), name: 'New' })),
      'PATCH /api/views': write(view({ version: 4 })),
      'DELETE /api/views': { status: 204 },
      ...setup.answers,
    },
  });
  await drawn.frame();
  return { ...drawn, sent, currentSearch: () => searches.at(-1) as BoardSearch };
}

it('a link that names only a view opens it, and the address then has all its parameters', async () => {
  const { currentSearch } = await open({ saved: id(70) });
  await waitFor(() =>
    expect(currentSearch()).toMatchObject({ saved: id(70), health: ['stale'], tab: 'all' }),
  );
  expect(await screen.findByText('Team view')).toBeDefined();
  expect(screen.queryByText('LD-1')).toBeNull();
});

it('clearing all filters of a view keeps them cleared, with a way back', async () => {
  const { currentSearch, user } = await open({ saved: id(70), health: ['stale'], tab: 'all' });
  await screen.findByText('Team view');
  expect(screen.queryByRole('button', { name: 'Undo changes' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Stale\s*1/ }));
  await user.click(screen.getByRole('tab', { name: /Needs attention/ }));
  expect(currentSearch().health).toBeUndefined();
  await user.click(await screen.findByRole('button', { name: 'Undo changes' }));
  expect(currentSearch()).toMatchObject({ health: ['stale'], tab: 'all' });
});

it('says that a view was deleted, and closes it on request', async () => {
  const { currentSearch, user } = await open({ saved: id(99) });
  expect(await screen.findByText('This view was deleted or is private')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Close view' }));
  expect(currentSearch().saved).toBeUndefined();
});

it("follows a colleague's change of the open view, and says when it was taken away", async () => {
  let views = [view()];
  const answers = { 'GET /api/views': () => ({ body: { items: views } }) };
  const { live } = await open({ saved: id(70), health: ['stale'], tab: 'all' }, views, { answers });
  expect(await screen.findByText('Quiet Texas')).toBeDefined();

  views = [view({ name: 'Silent Texas', version: 4 })];
  live.changes.publish('views', { changed_at: ago(0) });
  expect(await screen.findByText('Silent Texas')).toBeDefined();

  views = [];
  live.changes.publish('views', { changed_at: ago(0) });
  expect(await screen.findByText('This view was deleted or is private')).toBeDefined();
});

it("a change that is based on an earlier version does not overwrite a colleague's", async () => {
  let views = [view()];
  const answers = { 'GET /api/views': () => ({ body: { items: views } }) };
  const { live, sent, user } = await open({ saved: id(70), health: ['stale'], tab: 'all' }, views, {
    answers,
  });
  await screen.findByText('Quiet Texas');
  await user.click(screen.getByRole('button', { name: /^Stale\s*1/ }));
  views = [view({ name: 'Silent Texas', version: 4 })];
  live.changes.publish('views', { changed_at: ago(0) });
  await screen.findByText('Silent Texas');
  await user.click(await screen.findByRole('button', { name: 'Update view' }));
  await waitFor(() => expect(sent).toHaveBeenCalledWith('PATCH', expect.objectContaining({ version: 3 })));
});

it('saves what the board shows, privately or for the team, and opens it after sign-in on request', async () => {
  const { sent, user } = await open({ health: ['stale'], load: id(2), map: '35.0000,-100.0000,6.00' });
  await user.click(await screen.findByRole('button', { name: 'Saved views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  await user.type(dialog.getByLabelText('Name'), 'Mine');
  await user.click(dialog.getByLabelText('Everyone on the team'));
  await user.click(dialog.getByLabelText('Open this view after I sign in'));
  await user.click(dialog.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(sent).toHaveBeenCalled());
  const [method, body] = sent.mock.calls[0] as [string, { view_id: string }];
  expect([method, body]).toEqual([
    'POST',
    { view_id: expect.any(String), name: 'Mine', scope: 'team', search: { health: ['stale'] } },
  ]);
  await waitFor(() => expect(prefs.get().default_view).toBe(`/?saved=${body.view_id}`));
});

it('keeps the name of a new view when the session ends', async () => {
  const page = await open({}, [view({ is_own: true })]);
  const saveView = async ({ user }: Pick<typeof page, 'user'>) => {
    await user.click(await screen.findByRole('button', { name: 'Saved views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }));
    return screen.findByLabelText<HTMLInputElement>('Name');
  };
  await page.user.type(await saveView(page), 'Mine');
  leaveToSignIn(page);
  expect((await saveView(await open({}))).value).toBe('Mine');
});

it('a taken name is reported at the field, and nothing typed is lost', async () => {
  const taken = {
    status: 409,
    body: { code: 409, message: 'A view named Mine already exists', detail: null, reason: 'conflict' },
  };
  const { user } = await open({}, [], { answers: { 'POST /api/views': taken } });
  await user.click(await screen.findByRole('button', { name: 'Saved views' }));
  expect(await screen.findByText(/No saved views yet/)).toBeDefined();
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }));
  const field = await screen.findByLabelText('Name');
  await user.type(field, 'Mine{Enter}');
  expect(await screen.findByText(/A view named Mine already exists/)).toBeDefined();
  expect((field as HTMLInputElement).value).toBe('Mine');
});

it('a name that is too long is not cut: the field says how long it may be', async () => {
  const { sent, user } = await open({});
  await user.click(await screen.findByRole('button', { name: 'Saved views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Name');
  await user.click(field);
  await user.paste('x'.repeat(61));
  expect(field.value).toHaveLength(61);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Name must be at most 60 characters')).toBeDefined();
  expect(sent).not.toHaveBeenCalled();
});

it('a viewer saves private views, and sees whom to ask for more', async () => {
  const { user } = await open({}, [view()], { roles: ['viewer'] });
  await user.click(await screen.findByRole('button', { name: 'Saved views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }));
  const team = await screen.findByRole('radio', { name: /Everyone on the team/ });
  expect((team as HTMLInputElement).disabled).toBe(true);
  expect(screen.getByText(/Ask a Waypost administrator/)).toBeDefined();
});

it("a colleague's new name is shown while renaming, and only replaced by choice", async () => {
  let views = [view()];
  const answers = { 'GET /api/views': () => ({ body: { items: views } }) };
  const { live, sent, user } = await open({}, views, { answers });
  await user.click(await screen.findByRole('button', { name: 'Saved views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Manage views' }));
  await user.click(await screen.findByRole('button', { name: 'More actions for Quiet Texas' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  await user.type(await screen.findByRole('textbox'), ' 2');
  views = [view({ name: 'Silent Texas', version: 4, updated_by_name: 'Ben Ito' })];
  live.changes.publish('views', { changed_at: ago(0) });
  const conflict = within(await screen.findByRole('region', { name: 'Name was changed meanwhile' }));
  expect(conflict.getByText(/^Ben Ito has changed “Name”/)).toBeDefined();
  expect(conflict.getByText('Silent Texas')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  expect(sent).not.toHaveBeenCalled();
  await user.click(conflict.getByRole('button', { name: 'Keep what I typed' }));
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith(
      'PATCH',
      expect.objectContaining({ name: 'Quiet Texas 2', version: 4 }),
    ),
  );
});

it.each([true, false])('a team view can be made private by its owner only (own: %s)', async (is_own) => {
  const { user } = await open({}, [view({ is_own })]);
  await user.click(await screen.findByRole('button', { name: 'Saved views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Manage views' }));
  await user.click(await screen.findByRole('button', { name: 'More actions for Quiet Texas' }));
  await screen.findByRole('menuitem', { name: 'Rename' });
  expect(screen.queryByRole('menuitem', { name: 'Make private' }) !== null).toBe(is_own);
});

it('a deleted view can be restored under its old link', async () => {
  const { sent, user } = await open({});
  await user.click(await screen.findByRole('button', { name: 'Saved views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Manage views' }));
  await user.click(await screen.findByRole('button', { name: 'More actions for Quiet Texas' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete view' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith('POST', expect.objectContaining({ view_id: id(70) })),
  );
});

it('columns of a view do not change those of the person', async () => {
  const previous = prefs.get().table_columns;
  const { currentSearch } = await open({ columns: ['health', 'ref', 'place'] });
  expect(currentSearch().columns).toEqual(['health', 'ref', 'place']);
  expect(prefs.get().table_columns).toEqual(previous);
});

it('exports the loads of the list as filtered and sorted, and escapes formulas', async () => {
  const saved = vi.spyOn(files, 'download').mockImplementation(() => undefined);
  const without_position = load({
    load_id: id(3),
    load_ref: '=cmd()',
    tracking_health: 'stale',
    last_position: null,
    place: null,
  });
  const { user } = await open({ tab: 'all', health: ['stale'], sort: '-ref' }, [], {
    loads: [...LOADS, without_position],
  });
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Saved views' }));
    await user.click(await screen.findByRole('menuitem', { name }));
    return saved.mock.lastCall ?? [];
  };
  const [name, csv] = await choose('Export CSV');
  expect(name).toBe('loads-2026-11-20-2030.csv');
  const [head, ...lines] = String(csv).replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toMatch(/^load_ref,load_id,tracking_health,/);
  expect(lines.map((line) => line.split(',')[0])).toEqual(['LD-2', "'=cmd()"]);
  expect(lines[0]).toContain(',35.19,-102.08,');
  expect(await screen.findByText('2 loads exported as CSV')).toBeDefined();
  expect(screen.getByText('1 without a position.')).toBeDefined();

  const [, geojson] = await choose('Export GeoJSON');
  expect(JSON.parse(String(geojson))).toMatchObject({
    type: 'FeatureCollection',
    features: [
      { id: id(2), geometry: { type: 'Point', coordinates: [-102.08, 35.19] } },
      { id: id(3), geometry: null, properties: { load_ref: '=cmd()', place: null } },
    ],
  });
  saved.mockRestore();
});

it.each(['csv', 'download', 'export'])(
  'exports by the command palette, which finds it by %s',
  async (word) => {
    const saved = vi.spyOn(files, 'download').mockImplementation(() => undefined);
    const { user } = await open({ tab: 'all' });
    await screen.findByRole('button', { name: 'Saved views' });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Search everything' }), word);
    await user.click(await screen.findByRole('option', { name: /^Export CSV/ }));
    expect(await screen.findByText('2 loads exported as CSV')).toBeDefined();
    saved.mockRestore();
  },
);

it('says when there is nothing to export', async () => {
  const saved = vi.spyOn(files, 'download').mockImplementation(() => undefined);
  const { user } = await open({ q: 'no such load' });
  await user.click(await screen.findByRole('button', { name: 'Saved views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Export CSV' }));
  expect(await screen.findByText('Nothing was exported')).toBeDefined();
  expect(saved).not.toHaveBeenCalled();
  saved.mockRestore();
});
