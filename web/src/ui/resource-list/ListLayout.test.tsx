// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ListWithPanel, StableListArea, shownText, stableRows } from './ListLayout.tsx';

afterEach(cleanup);

describe('a list with a panel beside it', () => {
  it('says that one is open only while one is: a narrow screen shows it in the place of the list', () => {
    const { container, rerender } = render(<ListWithPanel panel={null}>List</ListWithPanel>);
    const view = container.firstElementChild as HTMLElement;
    expect(view.hasAttribute('data-open')).toBe(false);
    rerender(<ListWithPanel panel={<aside>Panel</aside>}>List</ListWithPanel>);
    expect(view.getAttribute('data-open')).toBe('true');
    expect(screen.getByRole('complementary').textContent).toBe('Panel');
  });
});

describe('a list whose rows keep still', () => {
  function draw(waiting: number) {
    const rows = { waiting, hold: vi.fn(), release: vi.fn() };
    render(
      <StableListArea rows={rows}>
        <p>Rows</p>
      </StableListArea>,
    );
    return rows;
  }

  it('holds them while a mouse is over them, and lets go when it leaves', async () => {
    const { hold, release } = draw(0);
    const user = userEvent.setup();
    await user.pointer({ target: screen.getByText('Rows') });
    expect(hold).toHaveBeenCalledOnce();
    await user.pointer({ target: document.body });
    expect(release).toHaveBeenCalledOnce();
  });

  it('does not hold them under a finger, which never leaves', async () => {
    const { hold } = draw(0);
    await userEvent.setup().pointer({ keys: '[TouchA]', target: screen.getByText('Rows') });
    expect(hold).not.toHaveBeenCalled();
  });

  it('says what waits, and shows it on request', async () => {
    const { hold } = draw(2);
    screen.getByRole('button', { name: '2 updates, show' }).click();
    expect(hold).toHaveBeenCalledOnce();
  });

  it('says nothing of waiting when nothing waits', () => {
    draw(0);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the foot of a list', () => {
  const WORDS = ['monitor', 'monitors'] as const;

  it('counts a list that is shown whole, one of them in the singular', () => {
    expect(shownText(1200, 1200, false, WORDS)).toBe('1,200 monitors');
    expect(shownText(1, 1, false, WORDS)).toBe('1 monitor');
  });

  it('says of a filtered list how many of all match, even when all do', () => {
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

function held(wanted: readonly Row[], keys: string, all = wanted) {
  const { shown, waiting } = stableRows(wanted, [...keys], idOf, (key) => all.find(({ id }) => id === key));
  return { shown: shown.map(idOf).join(''), waiting };
}

describe('rows that are held', () => {
  it('keep their order, with what has changed in them', () => {
    expect(held(rowsOf('cab'), 'abc')).toEqual({ shown: 'abc', waiting: 0 });
    const { shown } = stableRows(rowsOf('ba', 'new'), ['a', 'b'], idOf, (id) => ({ id, text: 'new' }));
    expect(shown.map(({ text }) => text)).toEqual(['new', 'new']);
  });

  it('stay when they have left the filter, which counts as waiting; what is removed goes at once', () => {
    expect(held(rowsOf('a'), 'ab', rowsOf('ab'))).toEqual({ shown: 'ab', waiting: 1 });
    expect(held(rowsOf('a'), 'ab')).toEqual({ shown: 'a', waiting: 1 });
  });

  it('let new rows wait that would move them, and show those that come after them', () => {
    expect(held(rowsOf('xaybz'), 'ab')).toEqual({ shown: 'abz', waiting: 2 });
    expect(held(rowsOf('x'), 'ab', rowsOf('abx'))).toEqual({ shown: 'ab', waiting: 3 });
  });
});
