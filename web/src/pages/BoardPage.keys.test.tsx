// @vitest-environment happy-dom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { BoardLoad } from '@waypost/contract/api/board';
import { describe, expect, it, vi } from 'vitest';
import { openBoard, refs, row } from '../testing/board.tsx';
import { ago, id, load, openTriage } from '../testing/loads.ts';
import type { Setup } from '../testing/render.tsx';
import { markFirstViewReady } from '../ui/deferred.tsx';

describe('keys of the list', () => {
  it('picks loads by key, range and box, and takes all of them at once', async () => {
    const sent: unknown[] = [];
    const loads = [1, 2, 3, 4, 5].map((n) =>
      load({
        load_id: id(n),
        load_ref: `LD-${n}`,
        tracking_health: 'no_signal',
        fleet: null,
        triage: openTriage(),
      }),
    );
    const { user } = await openBoard(
      { cause: 'no_signal' },
      {
        loads,
        answers: {
          'POST /api/triage/acts': ({ body }) => {
            sent.push((JSON.parse(String(body)) as { items: { load_id: string }[] }).items.length);
            return { body: { act_id: id(90), done: [], changed: [], refused: [] } };
          },
        },
      },
    );
    act(() => screen.getByRole('grid').focus());
    await user.keyboard('{ArrowDown}x{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(await screen.findByText('3 loads picked')).toBeDefined();
    await user.click(screen.getByRole('checkbox', { name: /LD-5/ }));
    expect(screen.getByText('4 loads picked')).toBeDefined();
    await user.keyboard('{Shift>}');
    await user.click(row('LD-4'));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('5 loads picked')).toBeDefined();
    await user.keyboard('t');
    await waitFor(() => expect(sent).toEqual([5]));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('toolbar', { name: 'Picked loads' })).toBeNull();
  });

  it('says why picked loads that all have an owner are not taken, without a count of none', async () => {
    const owner = { sub: 'ann', name: 'Ann' };
    const loads = [load({ load_ref: 'LD-1', tracking_health: 'no_signal', triage: openTriage({ owner }) })];
    const { user } = await openBoard({ cause: 'no_signal' }, { loads });
    await user.click(screen.getByRole('checkbox', { name: /LD-1/ }));
    const bar = within(await screen.findByRole('toolbar', { name: 'Picked loads' }));
    const take = bar.getByRole('button', { name: /^Take/ });
    expect(take.textContent).toBe('Take');
    expect(take.getAttribute('aria-disabled')).toBe('true');
  });

  /** Two picked loads, of which the second has left the list. */
  async function pickedAndSnoozed() {
    const quiet = (n: number, version: number, change: Partial<BoardLoad>) =>
      load({ load_id: id(n), load_ref: `LD-${n}`, tracking_health: 'no_signal', version, ...change });
    const loads = [1, 2].map((n) => quiet(n, 1, { triage: openTriage({ cause: 'no_signal' }) }));
    const { user, store, frame } = await openBoard({ cause: 'no_signal' }, { loads });
    await user.click(screen.getByRole('checkbox', { name: /LD-1/ }));
    await user.click(screen.getByRole('checkbox', { name: /LD-2/ }));
    expect(await screen.findByText('2 loads picked')).toBeDefined();
    expect(screen.queryByText(/not in this list/)).toBeNull();
    const snooze = { until: null, by_name: 'Ann', at: ago(0) };
    await user.unhover(screen.getByRole('grid'));
    act(() => {
      store.apply({
        items: [quiet(2, 2, { triage: openTriage({ cause: 'no_signal', snooze }) })],
        removed: [],
      });
      store.flush();
    });
    await frame();
    await waitFor(() => expect(refs()).toEqual(['LD-1']));
    expect(await screen.findByText(/^1 of them not in this list/)).toBeDefined();
    return { user, store };
  }

  it('says which picked loads have left the list, and unpicks them', async () => {
    const { user } = await pickedAndSnoozed();
    await user.click(screen.getByRole('button', { name: 'Unpick it' }));
    expect(screen.getByText('1 load picked')).toBeDefined();
    expect(screen.queryByText(/not in this list/)).toBeNull();
  });

  it('counts no picked load that has left the board, also where the list does not change', async () => {
    const { store } = await pickedAndSnoozed();
    act(() => {
      store.remove(id(2));
      store.flush();
    });
    expect(await screen.findByText('1 load picked')).toBeDefined();
    expect(screen.queryByText(/not in this list/)).toBeNull();
  });

  it('picks by a tap anywhere on a row of a phone while another is picked', async () => {
    const width = vi.spyOn(window, 'innerWidth', 'get').mockReturnValue(390);
    try {
      const loads = [1, 2].map((n) =>
        load({ load_id: id(n), load_ref: `LD-${n}`, tracking_health: 'no_signal', triage: openTriage() }),
      );
      const { user, currentSearch } = await openBoard({ cause: 'no_signal' }, { loads });
      await user.click(screen.getByRole('checkbox', { name: /LD-1/ }));
      await user.click(row('LD-2'));
      expect(await screen.findByText('2 loads picked')).toBeDefined();
      expect(currentSearch().load).toBeUndefined();
    } finally {
      width.mockRestore();
    }
  });

  it('shows a load of a phone on the map, where it stays selected until another filter is set', async () => {
    const second = load({ load_id: id(2), load_ref: 'LD-2' });
    const trail = [2, 1].map((n) => ({ latitude: 35, longitude: -101 - n, occurred_at: ago(n * 60_000) }));
    const width = vi.spyOn(window, 'innerWidth', 'get').mockReturnValue(390);
    try {
      const { user, currentSearch, map } = await openBoard(
        { tab: 'all' },
        {
          loads: [load({ load_id: id(1), load_ref: 'LD-1' }), second],
          answers: { [`GET /api/loads/${id(2)}`]: { body: { ...second, next_read_at: null, trail } } },
        },
      );
      await user.click(row('LD-2'));
      await user.click(await screen.findByRole('button', { name: 'Show on map' }));
      await waitFor(() =>
        expect(currentSearch()).toMatchObject({ view: 'map', load: id(2), sheet: undefined }),
      );
      expect(screen.queryByRole('button', { name: 'Close the panel' })).toBeNull();
      await waitFor(() => expect(map.engine().selection).toBe(id(2)));
      expect(map.engine().calls).toContain('openSelection');
      await waitFor(() => expect(map.engine().trail?.points).toHaveLength(2));
      await user.click(screen.getByRole('button', { name: 'List' }));
      await waitFor(() => expect(map.engine().selection).toBeNull());
      await waitFor(() => expect(map.engine().trail).toBeNull());
      await user.click(screen.getByRole('button', { name: 'Map' }));
      await waitFor(() => expect(map.engine().selection).toBe(id(2)));
      await user.click(await screen.findByRole('button', { name: /^Open .?LD-2/ }));
      await waitFor(() => expect(currentSearch()).toMatchObject({ view: 'map', load: id(2), sheet: '1' }));
      await user.click(await screen.findByRole('button', { name: 'Close the panel' }));
      await waitFor(() =>
        expect(currentSearch()).toMatchObject({ view: 'map', load: id(2), sheet: undefined }),
      );
      // On its side a tablet has both, and back up the map.
      width.mockReturnValue(1200);
      act(() => void window.dispatchEvent(new Event('resize')));
      expect(await screen.findByRole('button', { name: 'Close the panel' })).toBeDefined();
      width.mockReturnValue(390);
      act(() => void window.dispatchEvent(new Event('resize')));
      await user.click(await screen.findByRole('button', { name: /^Unselect .?LD-2/ }));
      await waitFor(() => expect(currentSearch().load).toBeUndefined());
      await waitFor(() => expect(map.engine().selection).toBeNull());
      expect(screen.queryByRole('button', { name: /^Open .?LD-2/ })).toBeNull();
      await user.click(screen.getByRole('button', { name: 'List' }));
      await user.click(row('LD-1'));
      await user.click(await screen.findByRole('button', { name: 'Close the panel' }));
      await user.click(screen.getByRole('button', { name: /^More actions, .*LD-2/ }));
      await user.click(await screen.findByRole('menuitem', { name: 'Show on map' }));
      await waitFor(() => expect(map.engine().selection).toBe(id(2)));
      await user.type(screen.getByRole('searchbox'), 'LD-1');
      await waitFor(() => expect(currentSearch()).toMatchObject({ q: 'LD-1', load: undefined }));
      await waitFor(() => expect(map.engine().selection).toBeNull());
    } finally {
      width.mockRestore();
    }
  });

  it('picks the first row by one key on a page that was just opened', async () => {
    const loads = [1, 2].map((n) =>
      load({ load_id: id(n), load_ref: `LD-${n}`, tracking_health: 'no_signal', triage: openTriage() }),
    );
    const { user } = await openBoard({}, { loads });
    await user.keyboard('x');
    expect(await screen.findByText('1 load picked')).toBeDefined();
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(screen.getByText('2 loads picked')).toBeDefined();
  });

  it('go to the row that took the place of a load that left the list while it was open, and hit it only then', async () => {
    const loads = [1, 2, 3, 4].map((n) =>
      load({ load_id: id(n), load_ref: `LD-${n}`, tracking_health: 'no_signal', triage: openTriage() }),
    );
    const { user, live, frame } = await openBoard({ cause: 'no_signal' }, { loads });
    await vi.dynamicImportSettled();
    const [first = '', second = '', third = '', fourth = ''] = refs();
    const grid = screen.getByRole('grid');
    act(() => grid.focus());
    const lose = async (ref: string) => {
      const row_id = row(ref).id;
      act(() => {
        live.store.apply({ items: [], removed: [id(Number(ref.slice(3)))] });
        live.store.flush();
      });
      // The list is held no longer.
      await user.hover(grid);
      await user.unhover(grid);
      await waitFor(() => expect(document.getElementById(row_id)).toBeNull());
    };
    const openAndLose = async (keys: string, ref: string) => {
      await user.keyboard(keys);
      await waitFor(() => expect(document.activeElement?.textContent).toBe(ref));
      await frame();
      await lose(ref);
      await user.keyboard('{Escape}');
      expect(document.activeElement).toBe(grid);
    };
    const active = () => grid.getAttribute('aria-activedescendant');
    await openAndLose('{ArrowDown}{ArrowDown}{Enter}', second);
    expect(active()).toBeNull();
    await user.keyboard('{ArrowDown}');
    expect(active()).toBe(row(third).id);
    await openAndLose('{Enter}', third);
    await user.keyboard('j');
    expect(active()).toBe(row(fourth).id);
    await lose(fourth);
    await user.keyboard('m');
    expect(active()).toBe(row(first).id);
    expect(screen.queryByRole('menu')).toBeNull();
    await user.keyboard('m');
    expect(await screen.findByRole('menu')).toBeDefined();
  });

  it('mean the load that was just handled, also once it has left the list and is closed', async () => {
    const sent: unknown[] = [];
    const loads = [1, 2].map((n) =>
      load({ load_id: id(n), load_ref: `LD-${n}`, tracking_health: 'no_signal', triage: openTriage() }),
    );
    const { user, live } = await openBoard(
      {},
      {
        loads,
        answers: {
          'POST /api/triage/acts': ({ body }) => {
            const { act, items } = JSON.parse(String(body)) as {
              act: { kind: string };
              items: { load_id: string }[];
            };
            sent.push([act.kind, items.map(({ load_id }) => load_id)]);
            return { body: { act_id: id(90), done: [], changed: [], refused: [] } };
          },
        },
      },
    );
    markFirstViewReady();
    await vi.dynamicImportSettled();
    const grid = screen.getByRole('grid');
    act(() => grid.focus());
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^LD-/));
    const opened = document.activeElement?.textContent ?? '';
    const load_id = id(Number(opened.slice(3)));
    act(() => {
      const triage = openTriage({ owner: { sub: 'dana', name: 'Dana' } });
      live.store.apply({ items: [{ load_id, version: 9, triage }], removed: [] });
      live.store.flush();
    });
    await user.hover(grid);
    await user.unhover(grid);
    await waitFor(() => expect(refs()).not.toContain(opened));
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(grid);
    await user.keyboard('z');
    await waitFor(() => expect(sent).toEqual([['snooze', [load_id]]]));
  });

  it('go on from the row whose button was clicked', async () => {
    const loads = [1, 2, 3].map((n) =>
      load({ load_id: id(n), load_ref: `LD-${n}`, tracking_health: 'no_signal', triage: openTriage() }),
    );
    const { user } = await openBoard({ cause: 'no_signal' }, { loads });
    await user.click(screen.getByRole('button', { name: /^Call carrier, .*LD-3/ }));
    await user.keyboard('{Escape}');
    act(() => screen.getByRole('grid').focus());
    await user.keyboard('x');
    expect(screen.getByRole('checkbox', { name: /LD-3/ })).toHaveProperty('checked', true);
  });

  it('takes, notes and snoozes the row that the keyboard is on, without opening it', async () => {
    const sent: unknown[] = [];
    const loads = [1, 2].map((n) =>
      load({ load_id: id(n), load_ref: `LD-${n}`, tracking_health: 'no_signal', triage: openTriage() }),
    );
    const { user } = await openBoard(
      { cause: 'no_signal' },
      {
        loads,
        answers: {
          'POST /api/triage/acts': ({ body }) => {
            const { act, items } = JSON.parse(String(body)) as { act: { kind: string }; items: unknown[] };
            sent.push([act.kind, items.length]);
            return { body: { act_id: id(90), done: [], changed: [], refused: [] } };
          },
        },
      },
    );
    markFirstViewReady();
    await vi.dynamicImportSettled();
    act(() => screen.getByRole('grid').focus());
    await user.keyboard('{ArrowDown}t');
    await user.keyboard('n');
    await user.type(await screen.findByLabelText('Note'), 'Gate 4{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
    await user.keyboard('z');
    await waitFor(() => expect(sent.map((one) => String(one))).toEqual(['assign,1', 'note,1', 'snooze,1']));
  });

  it('act on the picked loads beside the panel of another, and on its load with none picked', async () => {
    const sent: unknown[] = [];
    const loads = [1, 2, 3].map((n) =>
      load({ load_id: id(n), load_ref: `LD-${n}`, tracking_health: 'no_signal', triage: openTriage() }),
    );
    const { user } = await openBoard(
      { cause: 'no_signal', load: id(1) },
      {
        loads,
        answers: {
          [`GET /api/loads/${id(1)}`]: { body: { ...loads[0], next_read_at: null, trail: [] } },
          'POST /api/triage/acts': ({ body }) => {
            const { act, items } = JSON.parse(String(body)) as {
              act: { kind: string };
              items: { load_id: string }[];
            };
            sent.push([act.kind, ...items.map(({ load_id }) => load_id)].join());
            return { body: { act_id: id(90), done: [], changed: [], refused: [] } };
          },
        },
      },
    );
    await screen.findByRole('button', { name: 'Add note' });
    await user.click(screen.getByRole('checkbox', { name: /LD-2/ }));
    await user.click(screen.getByRole('checkbox', { name: /LD-3/ }));
    await screen.findByText('2 loads picked');
    await user.keyboard('z');
    await waitFor(() => expect(sent).toEqual([`snooze,${id(2)},${id(3)}`]));
    await waitFor(() => expect(screen.queryByText('2 loads picked')).toBeNull());
    await user.keyboard('t');
    await waitFor(() => expect(sent[1]).toBe(`assign,${id(1)}`));
  });

  it('of a load whose panel is still loading begin its note', async () => {
    const sent: unknown[] = [];
    const { user } = await openBoard(
      {},
      {
        loads: [
          load({ load_id: id(1), load_ref: 'LD-1', tracking_health: 'no_signal', triage: openTriage() }),
        ],
        answers: {
          'POST /api/triage/acts': ({ body }) => {
            sent.push(body);
            return { body: { act_id: id(90), done: [], changed: [], refused: [] } };
          },
        },
      },
    );
    await user.click(row('LD-1'));
    await user.keyboard('nGate tzc');
    const note = await screen.findByLabelText<HTMLTextAreaElement>('Note');
    await waitFor(() => expect(note.value).toBe('Gate tzc'));
    expect(document.activeElement).toBe(note);
    await user.keyboard(' 4');
    expect(note.value).toBe('Gate tzc 4');
    expect(sent).toEqual([]);
  });

  it('keeps the row of an open note, and a key after it means that row or none', async () => {
    const sent: unknown[] = [];
    const loads = [1, 2].map((n) =>
      load({ load_id: id(n), load_ref: `LD-${n}`, tracking_health: 'no_signal', triage: openTriage() }),
    );
    const answers: Setup['answers'] = {
      'POST /api/triage/acts': ({ body }) => {
        const { act: done, items } = JSON.parse(String(body)) as {
          act: { kind: string };
          items: { load_id: string }[];
        };
        sent.push([done.kind, ...items.map(({ load_id }) => load_id)]);
        return { body: { act_id: id(90), done: [], changed: [], refused: [] } };
      },
    };
    const { user, live } = await openBoard({ cause: 'no_signal' }, { loads, answers });
    const change = (items: BoardLoad[], removed: string[]) =>
      act(() => {
        live.store.apply({ items, removed });
        live.store.flush();
      });
    markFirstViewReady();
    await vi.dynamicImportSettled();
    const grid = screen.getByRole('grid');
    act(() => grid.focus());
    const [first = '', second = ''] = refs().map((ref) => id(Number(ref.slice(3))));
    vi.useFakeTimers();
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    fireEvent.keyDown(grid, { key: 'n' });
    await act(() => vi.advanceTimersByTimeAsync(100));
    const left = loads.find(({ load_id }) => load_id === first) as BoardLoad;
    change([{ ...left, tracking_health: 'live', version: 5 }], []);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    vi.useRealTimers();
    expect(refs()).toHaveLength(2);
    await user.type(await screen.findByLabelText('Note'), 'Gate 4{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
    change([], [first]);
    await user.keyboard('z');
    expect(sent).toEqual([['note', first]]);
    await user.keyboard('jz');
    await waitFor(() =>
      expect(sent).toEqual([
        ['note', first],
        ['snooze', second],
      ]),
    );
  });
});
