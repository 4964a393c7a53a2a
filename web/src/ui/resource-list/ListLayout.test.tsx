// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ListWithPanel, StableListArea } from './ListLayout.tsx';

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
