// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { draw } from '../../testing/render.tsx';
import type { Column } from './columns.ts';
import type { GridSort } from './GridHead.tsx';
import { arrayRows, MOST_PIXELS, pagedRows, scaleOf, VirtualGrid } from './VirtualGrid.tsx';

type Sort = 'name' | 'size';

const ROWS = Array.from({ length: 40 }, (_, at) => `row ${at + 1}`);
const keyOf = (row: string) => row.replace(' ', '-');
const COLUMNS: readonly Column<string, Sort>[] = [
  { id: 'name', header: 'Name', width: '1fr', sort: 'name', cell: (row) => row },
  {
    id: 'size',
    header: 'Size',
    width: 80,
    numeric: true,
    sort: 'size',
    descendingFirst: true,
    cell: () => '',
  },
  { id: 'note', header: 'Note', width: 80, cell: () => '' },
];

interface Shown {
  readonly as_cards?: boolean;
  readonly sort?: GridSort<Sort>;
  readonly selected?: string | null;
  readonly hasMore?: boolean;
  readonly pageRows?: number;
}

async function show({ as_cards = false, selected, ...shown }: Shown = {}) {
  const onOpen = vi.fn();
  const source = arrayRows(ROWS, keyOf);
  await draw(
    <VirtualGrid
      id="things"
      label="Things"
      rows={source}
      columns={COLUMNS}
      rowHeight={50}
      cards={as_cards ? { height: 90, render: (row) => row } : null}
      isSelected={selected === undefined ? undefined : (row) => keyOf(row) === selected}
      selected={selected}
      onOpen={(row, by_key) => onOpen(keyOf(row), by_key)}
      {...shown}
    />,
  );
  return onOpen;
}

const grid = () => screen.getByRole('grid', { name: 'Things' });
const active = () => grid().getAttribute('aria-activedescendant');
const press = (key: string, init: KeyboardEventInit = {}) => fireEvent.keyDown(grid(), { key, ...init });
const head = (name: RegExp) => screen.getByRole('columnheader', { name });

describe('keys', () => {
  it('the first row is where one begins', async () => {
    await show();
    expect(active()).toBeNull();
    act(() => grid().focus());
    expect(active()).toBe('things-row-1');
  });

  it('arrows and their letters move by one, within the list', async () => {
    await show();
    act(() => grid().focus());
    press('ArrowDown');
    press('j');
    expect(active()).toBe('things-row-3');
    press('k');
    press('ArrowUp');
    press('ArrowUp');
    expect(active()).toBe('things-row-1');
  });

  it('pages lead over ten rows, Home and End to the ends', async () => {
    await show();
    act(() => grid().focus());
    press('PageDown');
    expect(active()).toBe('things-row-11');
    press('PageUp');
    press('ArrowDown');
    press('Home');
    expect(active()).toBe('things-row-1');
  });

  it('pages are as long as the list says', async () => {
    await show({ pageRows: 15 });
    act(() => grid().focus());
    press('PageDown');
    expect(active()).toBe('things-row-16');
  });

  it('Enter opens the row one is at, and says that it was by key', async () => {
    const onOpen = await show();
    press('Enter');
    expect(onOpen).not.toHaveBeenCalled();
    press('ArrowDown');
    press('Enter');
    expect(onOpen.mock.calls).toEqual([['row-1', true]]);
  });

  it('keys with a modifier, and those pressed inside the grid, are left alone', async () => {
    await show({ sort: { by: 'name', descending: false, onSort: () => undefined } });
    press('ArrowDown');
    expect(press('k', { ctrlKey: true })).toBe(true);
    expect(press('x')).toBe(true);
    expect(fireEvent.keyDown(screen.getByRole('button', { name: 'Name' }), { key: 'End' })).toBe(true);
    expect(active()).toBe('things-row-1');
    expect(press('ArrowDown')).toBe(false);
  });

  it('arrows go on from the row that is open, and from the one that was clicked', async () => {
    const onOpen = await show({ selected: 'row-4' });
    press('ArrowDown');
    expect(active()).toBe('things-row-5');
    fireEvent.click(within(grid()).getByText('row 2'));
    expect(onOpen.mock.calls).toEqual([['row-2', false]]);
    press('ArrowDown');
    expect(active()).toBe('things-row-3');
  });
});

describe('what screen readers get of the list', () => {
  it('counts its rows and the head', async () => {
    await show();
    expect(grid().getAttribute('aria-rowcount')).toBe('41');
    expect(screen.getByText('row 1').closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('2');
  });

  it('cards have no head; how many there are is not known while some are not here', async () => {
    await show({ as_cards: true, hasMore: true });
    expect(screen.queryByRole('columnheader')).toBeNull();
    expect(grid().getAttribute('aria-rowcount')).toBe('-1');
    expect(screen.getByText('row 1').closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('1');
  });

  it('only rows in sight exist', async () => {
    await show();
    expect(within(grid()).getAllByRole('row').length).toBeLessThan(ROWS.length);
  });

  it('the row that is open is the selected one; rows that open elsewhere are not selected at all', async () => {
    await show({ selected: 'row-2' });
    expect(screen.getByRole('row', { selected: true }).textContent).toBe('row 2');
  });

  it('no row is said to be selected where none can be', async () => {
    await show();
    expect(screen.getByText('row 1').closest('[role="row"]')?.hasAttribute('aria-selected')).toBe(false);
  });
});

describe('sorting by the head', () => {
  it('the column that sorts turns round, another begins upward', async () => {
    const onSort = vi.fn();
    await show({ sort: { by: 'name', descending: false, onSort } });
    expect(head(/Name/).getAttribute('aria-sort')).toBe('ascending');
    expect(head(/Size/).getAttribute('aria-sort')).toBe('none');
    expect(head(/Note/).hasAttribute('aria-sort')).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: /Name/ }));
    fireEvent.click(screen.getByRole('button', { name: /Size/ }));
    expect(onSort.mock.calls).toEqual([['-name'], ['-size']]);
  });

  it('turned round it turns back', async () => {
    const onSort = vi.fn();
    await show({ sort: { by: 'name', descending: true, onSort } });
    expect(head(/Name/).getAttribute('aria-sort')).toBe('descending');
    fireEvent.click(screen.getByRole('button', { name: /Name/ }));
    expect(onSort.mock.calls).toEqual([['name']]);
  });

  it('a column may begin with the greatest', async () => {
    const onSort = vi.fn();
    await show({ sort: { by: 'name', descending: false, onSort } });
    fireEvent.click(screen.getByRole('button', { name: /Size/ }));
    expect(onSort.mock.calls).toEqual([['-size']]);
  });

  it('a list without an order has a plain head', async () => {
    await show();
    expect(within(grid()).queryByRole('button')).toBeNull();
  });
});

describe('rows that are read page by page', () => {
  it('say that they are on their way, and are asked for as they come into sight', async () => {
    const onSight = vi.fn();
    await draw(
      <VirtualGrid
        id="things"
        label="Things"
        rows={pagedRows(1000, (at) => (at === 1 ? 'here' : undefined))}
        columns={COLUMNS}
        rowHeight={50}
        onSight={onSight}
      />,
    );
    expect(screen.getByText('here').closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('3');
    expect(screen.getAllByRole('gridcell', { name: 'Loading' }).length).toBeGreaterThan(5);
    expect(onSight.mock.lastCall?.[0]).toBe(0);
    expect(onSight.mock.lastCall?.[1]).toBeGreaterThan(10);
    act(() => grid().focus());
    press('End');
    expect(active()).toBeNull();
    press('Home');
    expect(active()).toBe('things-0');
  });
});

describe('more rows than a browser scrolls', () => {
  it('is one for one as long as a browser can', () => {
    expect(scaleOf(100_000 * 40, 800)).toEqual({ height: 4_000_000, ratio: 1 });
  });

  it('still comes to its last row when it is longer than any element may be', () => {
    const total = 5_000_000 * 40;
    const { height, ratio } = scaleOf(total, 800);
    expect(height).toBe(MOST_PIXELS);
    expect((height - 800) * ratio).toBeCloseTo(total - 800, 3);
  });
});
