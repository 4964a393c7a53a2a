// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ListWithPanel, StableListArea, shownText, stableRows } from './ListLayout.tsx';

afterEach(cleanup);

describe('ListWithPanel', () => {
  it('marks an open panel, which replaces the list on narrow screens', () => {
    const { container, rerender } = render(<ListWithPanel panel={null}>List</ListWithPanel>);
    const view = container.firstElementChild as HTMLElement;
    expect(view.hasAttribute('data-open')).toBe(false);
    rerender(<ListWithPanel panel={<aside>Panel</aside>}>List</ListWithPanel>);
    expect(view.getAttribute('data-open')).toBe('true');
    expect(screen.getByRole('complementary').textContent).toBe('Panel');
  });
});

describe('StableListArea', () => {
  function draw(waiting: number) {
    const rows = { waiting, hold: vi.fn(), release: vi.fn() };
    render(
      <StableListArea rows={rows}>
        <p>Rows</p>
      </StableListArea>,
    );
    return rows;
  }

  it('holds rows while the mouse is over them', async () => {
    const { hold, release } = draw(0);
    const user = userEvent.setup();
    await user.pointer({ target: screen.getByText('Rows') });
    expect(hold).toHaveBeenCalledOnce();
    await user.pointer({ target: document.body });
    expect(release).toHaveBeenCalledOnce();
  });

  it('does not hold rows on touch, which has no leave event', async () => {
    const { hold } = draw(0);
    await userEvent.setup().pointer({ keys: '[TouchA]', target: screen.getByText('Rows') });
    expect(hold).not.toHaveBeenCalled();
  });

  it('shows the number of pending updates, and applies them on request', async () => {
    const { hold } = draw(2);
    screen.getByRole('button', { name: '2 updates, show' }).click();
    expect(hold).toHaveBeenCalledOnce();
  });

  it('shows no button without pending updates', () => {
    draw(0);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('shownText', () => {
  const WORDS = ['monitor', 'monitors'] as const;

  it('counts an unfiltered list, with the singular for one', () => {
    expect(shownText(1200, 1200, false, WORDS)).toBe('1,200 monitors');
    expect(shownText(1, 1, false, WORDS)).toBe('1 monitor');
  });

  it('counts the matches of a filtered list, even when all match', () => {
    expect(shownText(12, 1200, true, WORDS)).toBe('12 of 1,200 monitors match');
    expect(shownText(3, 3, true, WORDS)).toBe('3 of 3 monitors match');
  });
});

interface Row {
  readonly id: string;
  readonly text: string;
}
const rowsOf = (ids: string, text = ''): readonly Row[] => [...ids].map((id) => ({ id, text }));
const idOf = ({ id }: Row) => id;

function hold(current: readonly Row[], keys: string, all = current) {
  const { shown, waiting } = stableRows(current, [...keys], idOf, (key) => all.find(({ id }) => id === key));
  return { shown: shown.map(idOf).join(''), waiting };
}

describe('stableRows', () => {
  it('keeps the order of held rows but updates their content', () => {
    expect(hold(rowsOf('cab'), 'abc')).toEqual({ shown: 'abc', waiting: 0 });
    const { shown } = stableRows(rowsOf('ba', 'new'), ['a', 'b'], idOf, (id) => ({ id, text: 'new' }));
    expect(shown.map(({ text }) => text)).toEqual(['new', 'new']);
  });

  it('keeps held rows that no longer match, but not deleted ones; counts both as pending', () => {
    expect(hold(rowsOf('a'), 'ab', rowsOf('ab'))).toEqual({ shown: 'ab', waiting: 1 });
    expect(hold(rowsOf('a'), 'ab')).toEqual({ shown: 'a', waiting: 1 });
  });

  it('delays new rows that would move held rows, and shows those after them', () => {
    expect(hold(rowsOf('xaybz'), 'ab')).toEqual({ shown: 'abz', waiting: 2 });
    expect(hold(rowsOf('x'), 'ab', rowsOf('abx'))).toEqual({ shown: 'ab', waiting: 3 });
  });
});
