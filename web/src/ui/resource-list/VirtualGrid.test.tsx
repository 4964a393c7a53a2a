// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { draw } from '../../testing/render.tsx';
import type { Column } from './columns.ts';
import type { GridSort } from './GridHead.tsx';
import { arrayRows, MAX_PIXELS, pagedRows, scaleOf, VirtualGrid } from './VirtualGrid.tsx';

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

describe('keyboard navigation', () => {
  it('focus activates the first row', async () => {
    await show();
    expect(active()).toBeNull();
    act(() => grid().focus());
    expect(active()).toBe('things-row-1');
  });

  it('arrows and j/k move by one, within the list', async () => {
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

  it('Page Up/Down move by ten rows, Home to the first', async () => {
    await show();
    act(() => grid().focus());
    press('PageDown');
    expect(active()).toBe('things-row-11');
    press('PageUp');
    press('ArrowDown');
    press('Home');
    expect(active()).toBe('things-row-1');
  });

  it('Enter opens the active row with by_key', async () => {
    const onOpen = await show();
    press('Enter');
    expect(onOpen).not.toHaveBeenCalled();
    press('ArrowDown');
    press('Enter');
    expect(onOpen.mock.calls).toEqual([['row-1', true]]);
  });

  it('ignores keys with a modifier and keys of elements inside the grid', async () => {
    await show({ sort: { by: 'name', descending: false, onSort: () => undefined } });
    press('ArrowDown');
    expect(press('k', { ctrlKey: true })).toBe(true);
    expect(press('x')).toBe(true);
    expect(fireEvent.keyDown(screen.getByRole('button', { name: 'Name' }), { key: 'End' })).toBe(true);
    expect(active()).toBe('things-row-1');
    expect(press('ArrowDown')).toBe(false);
  });

  it('arrows continue from the open row or the clicked row', async () => {
    const onOpen = await show({ selected: 'row-4' });
    press('ArrowDown');
    expect(active()).toBe('things-row-5');
    fireEvent.click(within(grid()).getByText('row 2'));
    expect(onOpen.mock.calls).toEqual([['row-2', false]]);
    press('ArrowDown');
    expect(active()).toBe('things-row-3');
  });
});

describe('accessibility', () => {
  it('counts the rows and the header', async () => {
    await show();
    expect(grid().getAttribute('aria-rowcount')).toBe('41');
    expect(screen.getByText('row 1').closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('2');
  });

  it('cards have no header; the row count is unknown while the server has more rows', async () => {
    await show({ as_cards: true, hasMore: true });
    expect(screen.queryByRole('columnheader')).toBeNull();
    expect(grid().getAttribute('aria-rowcount')).toBe('-1');
    expect(screen.getByText('row 1').closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('1');
  });

  it('renders only visible rows', async () => {
    await show();
    expect(within(grid()).getAllByRole('row').length).toBeLessThan(ROWS.length);
  });

  it('the open row is the selected one', async () => {
    await show({ selected: 'row-2' });
    expect(screen.getByRole('row', { selected: true }).textContent).toBe('row 2');
  });

  it('rows have no selected state when none can be open', async () => {
    await show();
    expect(screen.getByText('row 1').closest('[role="row"]')?.hasAttribute('aria-selected')).toBe(false);
  });
});

describe('sorting by the header', () => {
  it('a second click reverses the order; columns start with their first direction', async () => {
    const onSort = vi.fn();
    await show({ sort: { by: 'name', descending: false, onSort } });
    expect(head(/Name/).getAttribute('aria-sort')).toBe('ascending');
    expect(head(/Size/).getAttribute('aria-sort')).toBe('none');
    expect(head(/Note/).hasAttribute('aria-sort')).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: /Name/ }));
    fireEvent.click(screen.getByRole('button', { name: /Size/ }));
    expect(onSort.mock.calls).toEqual([['-name'], ['-size']]);
  });

  it('a click on a descending column sorts ascending', async () => {
    const onSort = vi.fn();
    await show({ sort: { by: 'name', descending: true, onSort } });
    expect(head(/Name/).getAttribute('aria-sort')).toBe('descending');
    fireEvent.click(screen.getByRole('button', { name: /Name/ }));
    expect(onSort.mock.calls).toEqual([['name']]);
  });

  it('a column may start descending', async () => {
    const onSort = vi.fn();
    await show({ sort: { by: 'name', descending: false, onSort } });
    fireEvent.click(screen.getByRole('button', { name: /Size/ }));
    expect(onSort.mock.calls).toEqual([['-size']]);
  });

  it('a list without sorting has no header buttons', async () => {
    await show();
    expect(within(grid()).queryByRole('button')).toBeNull();
  });
});

describe('paged rows', () => {
  it('are shown as loading, and requested when visible', async () => {
    const onVisibleRange = vi.fn();
    await draw(
      <VirtualGrid
        id="things"
        label="Things"
        rows={pagedRows(1000, (at) => (at === 1 ? 'loaded' : undefined))}
        columns={COLUMNS}
        rowHeight={50}
        onVisibleRange={onVisibleRange}
      />,
    );
    expect(screen.getByText('loaded').closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('3');
    expect(screen.getAllByRole('gridcell', { name: 'Loading' }).length).toBeGreaterThan(5);
    expect(onVisibleRange.mock.lastCall?.[0]).toBe(0);
    expect(onVisibleRange.mock.lastCall?.[1]).toBeGreaterThan(10);
    act(() => grid().focus());
    press('End');
    expect(active()).toBeNull();
    press('Home');
    expect(active()).toBe('things-0');
  });
});

describe('scaleOf', () => {
  it('does not scale lists within the browser limit', () => {
    expect(scaleOf(100_000 * 40, 800)).toEqual({ height: 4_000_000, ratio: 1 });
  });

  it('reaches the last row of a list taller than the browser limit', () => {
    const total = 5_000_000 * 40;
    const { height, ratio } = scaleOf(total, 800);
    expect(height).toBe(MAX_PIXELS);
    expect((height - 800) * ratio).toBeCloseTo(total - 800, 3);
  });
});

describe('cells with text fields', () => {
  const fields: readonly Column<string>[] = [
    {
      id: 'name',
      header: 'Name',
      width: '1fr',
      min: 80,
      cell: (row) => <input name="name" aria-label={row} />,
    },
    {
      id: 'size',
      header: 'Size',
      width: 80,
      cell: (row) => <input name="size" aria-label={`${row}, size`} />,
    },
  ];
  const showFields = () =>
    draw(
      <VirtualGrid
        id="things"
        label="Things"
        rows={arrayRows(ROWS, keyOf)}
        columns={fields}
        rowHeight={50}
        grows
      />,
    );
  const field = (name: string) => screen.getByRole('textbox', { name });

  it('arrow keys and Enter move within a column', async () => {
    const { user, frame } = await showFields();
    const focused = async (keys: string) => {
      await user.keyboard(keys);
      await frame();
      return document.activeElement?.getAttribute('aria-label');
    };
    await user.click(field('row 2, size'));
    expect(await focused('{ArrowDown}')).toBe('row 3, size');
    expect(await focused('{Enter}')).toBe('row 4, size');
    expect(await focused('{Shift>}{Enter}{/Shift}')).toBe('row 3, size');
    expect(await focused('{ArrowUp}{ArrowUp}{ArrowUp}')).toBe('row 1, size');
  });

  it('the row with the focus stays when it is scrolled out of view', async () => {
    const { user } = await showFields();
    await user.click(field('row 1'));
    const scroller = grid().parentElement as HTMLElement;
    act(() => {
      scroller.scrollTop = 7_000;
      fireEvent.scroll(scroller);
    });
    expect(screen.queryByRole('textbox', { name: 'row 2' })).toBeNull();
    expect(document.activeElement).toBe(field('row 1'));
  });

  it('rows that grow have a least height only', async () => {
    await showFields();
    const { style } = screen.getAllByRole('row')[1] as HTMLElement;
    expect([style.height, style.minHeight]).toEqual(['', '50px']);
  });
});
