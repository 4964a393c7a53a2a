// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../api/problem.ts';
import { NOW } from '../testing/loads.ts';
import { draw } from '../testing/render.tsx';
import type { Column } from '../ui/resource-list/columns.ts';
import type { PickAct } from './pick-acts/pick-acts.ts';
import { ResourceFoot, type ResourceFootProps, ResourceList } from './ResourceList.tsx';

const FOOT: ResourceFootProps = {
  shown: 1200,
  total: null,
  words: ['entry', 'entries'],
  filtered: false,
  onClear: vi.fn(),
  readAt: NOW,
  again: 'updates on refresh',
};

it('shows the number of entries and when they were updated', async () => {
  await draw(<ResourceFoot {...FOOT} />);
  expect(screen.getByText('1,200 entries')).toBeDefined();
  expect(screen.getByText(/^Updated /).textContent).toMatch(/, updates on refresh · Times /);
  expect(screen.queryByRole('button')).toBeNull();
});

it('says that there are more entries, and loads them on request', async () => {
  const run = vi.fn();
  const more = { label: 'More', loading: false, run };
  const { user } = await draw(<ResourceFoot {...FOOT} more={more} />);
  expect(screen.getByText('The newest 1,200 entries')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(run).toHaveBeenCalledOnce();
});

it('offers to clear the filters', async () => {
  const onClear = vi.fn();
  const { user } = await draw(<ResourceFoot {...FOOT} shown={1} filtered onClear={onClear} />);
  expect(screen.getByText('1 entry that matches')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(onClear).toHaveBeenCalledOnce();
});

it('shows 0 s when the local clock is ahead of the server', async () => {
  await draw(<ResourceFoot {...FOOT} readAt={NOW + 60_000} />);
  expect(screen.getByText(/^Updated /).textContent).toContain('Updated 0 s ago');
});

it('shows how many of the total match when it is known, and the source of the list', async () => {
  await draw(
    <ResourceFoot {...FOOT} shown={3} total={1200} filtered source="Known by events" readAt={null} />,
  );
  expect(screen.getByText('3 of 1,200 entries match')).toBeDefined();
  expect(screen.getByText('Known by events')).toBeDefined();
  expect(screen.getByText(/^Never updated/)).toBeDefined();
});

it('claims no live updates while the connection is lost', async () => {
  const live = { follows_service: true, source: 'Live updates', again: 'updates live' };
  await draw(<ResourceFoot {...FOOT} {...live} />, {
    connection: { phase: 'reconnecting', since: NOW - 1_000, problem: null },
  });
  expect(screen.queryByText(/live/i)).toBeNull();
});

it('shows why the list is not up to date', async () => {
  await draw(<ResourceFoot {...FOOT} problem="the service is down" />);
  expect(screen.getByRole('status').textContent).toBe('Not up to date: the service is down');
});

describe('the panel of a record', () => {
  const show = (rows: readonly string[] | undefined) =>
    draw(
      <ResourceList<string>
        title="Sites"
        id="sites"
        words={['site', 'sites']}
        search={{ site: 'b' }}
        onSearch={() => undefined}
        opens={['site']}
        rows={rows}
        keyOf={(row) => row}
        read={{ error: null, onRetry: () => undefined, readAt: NOW }}
        columns={[{ id: 'name', header: 'Name', width: '1fr', cell: (row) => row }]}
        empty="No sites"
        record={{
          nameOf: (row) => `Site ${row}`,
          missing: 'It may have been deleted.',
          above: (key) => `Secret of ${key}`,
          body: (row) => `All about ${row}`,
        }}
      />,
    );
  const panel = (name: string) => screen.getByRole('complementary', { name });

  it('shows the row, and what stands above it', async () => {
    await show(['a', 'b']);
    expect(within(panel('Site Site b')).getByRole('heading').textContent).toBe('Site b');
    expect(panel('Site Site b').textContent).toContain('Secret of bAll about b');
  });

  it('shows what stands above it while it loads', async () => {
    await show(undefined);
    expect(within(panel('Site')).getByLabelText('Loading the site')).toBeDefined();
    expect(panel('Site').textContent).toContain('Secret of b');
  });

  it('says that a row is not there, and why that may be', async () => {
    await show(['a']);
    expect(panel('Site').textContent).toContain('Site not foundIt may have been deleted.');
  });
});

describe('picking', () => {
  const ROWS = Array.from({ length: 8 }, (_, at) => `site ${at + 1}`);
  const COLUMNS: readonly Column<string>[] = [
    { id: 'name', header: 'Name', width: '1fr', cell: (row) => row },
  ];
  const keyOf = (row: string) => row.replace(' ', '-');
  const ACT: PickAct<string> = {
    label: 'Paint',
    tip: 'Paint each',
    done: 'painted',
    refusal: () => null,
    run: async () => ({}),
  };

  async function list(acts: readonly PickAct<string>[] | null = [ACT], disabledReason: string | null = null) {
    const onSelect = vi.fn();
    const page = await draw(
      <ResourceList
        title="Sites"
        id="sites"
        words={['site', 'sites']}
        search={{}}
        onSearch={vi.fn()}
        rows={ROWS}
        keyOf={keyOf}
        read={{ error: null, onRetry: vi.fn(), readAt: NOW }}
        columns={COLUMNS}
        empty="No sites"
        onSelect={onSelect}
        selected={null}
        acts={acts === null ? undefined : { nameOf: (row) => row, disabledReason, list: acts }}
      />,
    );
    return { ...page, onSelect };
  }
  const grid = () => screen.getByRole('grid', { name: 'Sites' });
  const row = (name: string) => within(grid()).getByRole('row', { name: new RegExp(`${name}$`) });
  const picked = () =>
    within(grid())
      .queryAllByRole('checkbox', { checked: true })
      .map((box) => box.getAttribute('aria-label'));
  const press = (key: string, init: KeyboardEventInit = {}) => fireEvent.keyDown(grid(), { key, ...init });
  const bar = () => within(screen.getByRole('toolbar', { name: 'Picked sites' }));

  it('takes x, Shift and arrows, Shift-click and boxes; Esc picks nothing', async () => {
    const { user, onSelect } = await list();
    expect(screen.queryByRole('toolbar')).toBeNull();
    act(() => grid().focus());
    press('x');
    expect(picked()).toEqual(['Pick site 1']);
    press('ArrowDown', { shiftKey: true });
    press('ArrowDown');
    expect(picked()).toEqual(['Pick site 1', 'Pick site 2']);
    fireEvent.click(row('site 4'), { shiftKey: true });
    expect(picked()).toHaveLength(4);
    await user.click(screen.getByRole('checkbox', { name: 'Pick site 6' }));
    expect(bar().getByText('5 sites picked')).toBeDefined();
    press('x');
    expect(picked()).toHaveLength(4);
    expect(onSelect).not.toHaveBeenCalled();
    press('Escape');
    expect(picked()).toEqual([]);
    expect(screen.queryByRole('toolbar')).toBeNull();
    fireEvent.click(row('site 2'));
    expect(onSelect).toHaveBeenCalledWith('site-2', false);
  });

  it('is not offered by a list without acts', async () => {
    await list(null);
    act(() => grid().focus());
    press('x');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  it('says below the acts which rows each leaves out, and why', async () => {
    const BLUE = {
      ...ACT,
      label: 'Paint blue',
      refusal: (name: string) => (name === 'site 3' ? 'It is blue' : null),
    };
    await list([{ ...ACT, refusal: (name) => (name === 'site 3' ? null : 'It is painted') }, BLUE]);
    fireEvent.click(row('site 1'), { ctrlKey: true });
    expect(bar().getByText('Paint: It is painted.')).toBeDefined();
    fireEvent.click(row('site 2'), { ctrlKey: true });
    expect(bar().getByText('Paint: It is painted.')).toBeDefined();
    fireEvent.click(row('site 3'), { ctrlKey: true });
    expect(bar().getByText('Paint: It is painted (2). Paint blue: It is blue (1).')).toBeDefined();
    for (const name of ['site 1', 'site 2']) fireEvent.click(row(name), { ctrlKey: true });
    expect(bar().getByText('Paint blue: It is blue.')).toBeDefined();
  });

  it('names no act where all leave the same rows out', async () => {
    const refusal = () => 'It is painted';
    await list([
      { ...ACT, refusal },
      { ...ACT, label: 'Paint blue', refusal },
    ]);
    fireEvent.click(row('site 1'), { ctrlKey: true });
    expect(bar().getByText('It is painted.')).toBeDefined();
  });

  it('acts on at most four rows at once, with one outcome and one undo, and keeps those refused picked', async () => {
    let running = 0;
    let most = 0;
    const undo = vi.fn(async (name: string) => {
      if (name === 'site 2') throw new Problem({ code: 409, message: 'Painted since', reason: 'conflict' });
    });
    const { user } = await list([
      {
        ...ACT,
        after: 'The paint is wet.',
        refusal: (name) => (name === 'site 1' ? 'It is painted' : null),
        run: async (name) => {
          running += 1;
          most = Math.max(most, running);
          await Promise.resolve();
          running -= 1;
          if (name === 'site 3') throw new Problem({ code: 409, message: 'Too wet', reason: 'conflict' });
          if (name === 'site 4') throw new Problem({ code: 0, message: 'No answer', reason: 'offline' });
          return { undo: () => undo(name) };
        },
      },
    ]);
    fireEvent.click(row('site 1'), { ctrlKey: true });
    fireEvent.click(row('site 8'), { shiftKey: true });
    await user.click(bar().getByRole('button', { name: 'Paint (7)' }));
    expect(await screen.findByText('5 painted, 1 not confirmed yet, 1 refused, 1 left out')).toBeDefined();
    expect(screen.getByText('site 1: It is painted. site 3: Too wet. The paint is wet.')).toBeDefined();
    expect(most).toBe(4);
    expect(picked()).toEqual(['Pick site 1', 'Pick site 3', 'Pick site 4']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('4 undone, 1 not undone')).toBeDefined();
    expect(screen.getByText(/site 2: Painted since/)).toBeDefined();
    expect(undo.mock.calls.flat().sort()).toEqual(['site 2', 'site 5', 'site 6', 'site 7', 'site 8']);
  });

  it('picks all rows shown from the head, or none, and by key', async () => {
    const { user } = await list();
    const all = () => within(grid()).getByRole<HTMLInputElement>('checkbox', { name: 'Pick all shown' });
    await user.click(all());
    expect(bar().getByText('8 sites picked')).toBeDefined();
    await user.click(screen.getByRole('checkbox', { name: 'Pick site 6' }));
    expect([all().checked, all().indeterminate]).toEqual([false, true]);
    await user.click(all());
    expect([all().checked, all().indeterminate]).toEqual([true, false]);
    await user.click(all());
    expect(screen.queryByRole('toolbar')).toBeNull();
    act(() => grid().focus());
    press('a', { ctrlKey: true });
    expect(bar().getByText('8 sites picked')).toBeDefined();
  });

  it('offers nothing to pick to a person who may not act', async () => {
    await list([ACT], 'Ask Dana');
    fireEvent.click(row('site 1'), { ctrlKey: true });
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('toolbar')).toBeNull();
  });
});
