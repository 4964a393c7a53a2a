// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import KeyboardHelp from '../frame/KeyboardHelp.tsx';
import { draw } from '../testing/render.tsx';
import { followUndoKey } from './after-first-view.ts';
import { Grid } from './Grid.tsx';
import { toast } from './toasts.ts';

const { innerWidth } = window;
const resize = (width: number) =>
  act(() => {
    Object.defineProperty(window, 'innerWidth', { configurable: true, value: width });
    window.dispatchEvent(new Event('resize'));
  });
afterEach(() => resize(innerWidth));

const messages = () => within(screen.getByRole('region', { name: 'Messages' }));
const dismiss = () => messages().getAllByRole('button', { name: 'Dismiss' });
const add = (title: string) => act(() => toast({ title }));

describe('toasts', () => {
  it('are shown one at a time on a phone, the newest first, the others behind their number', async () => {
    const { user } = await draw(<p>Page</p>);
    resize(390);
    add('First');
    expect(screen.queryByRole('button', { name: /more message/ })).toBeNull();
    add('Second');
    add('Third');
    expect(dismiss()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: '2 more messages' }));
    expect(dismiss()).toHaveLength(3);
    add('Fourth');
    expect(dismiss()).toHaveLength(1);
    expect(messages().getByText('Fourth').closest('[hidden]')).toBeNull();
  });

  it('are all shown on a wide screen', async () => {
    await draw(<p>Page</p>);
    resize(1440);
    for (const title of ['First', 'Second']) add(title);
    expect(dismiss()).toHaveLength(2);
  });

  it('give the focus back to where it came from, or to the list, when their buttons are used by key', async () => {
    const run = vi.fn();
    let remove = (): void => undefined;
    function Page() {
      const [removed, setRemoved] = useState(false);
      remove = () => setRemoved(true);
      return (
        <>
          <Grid aria-label="List">{null}</Grid>
          {!removed && <button type="button">Remove</button>}
        </>
      );
    }
    const { user } = await draw(<Page />);
    const offer = () => act(() => toast({ title: 'Removed', action: { label: 'Undo', run } }));
    const button = screen.getByRole('button', { name: 'Remove' });
    act(() => button.focus());
    for (const keys of ['{Tab}{Enter}', '{Tab}{Tab}{Enter}']) {
      offer();
      await user.keyboard(keys);
      expect(messages().queryByText('Removed')).toBeNull();
      expect(document.activeElement).toBe(button);
    }
    expect(run).toHaveBeenCalledOnce();
    offer();
    await user.keyboard('{Tab}');
    act(remove);
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('grid'));
  });

  it('run their newest Undo by one key where no text is typed', async () => {
    onTestFinished(followUndoKey());
    const undone: string[] = [];
    const offer = (title: string, label = 'Undo') =>
      act(() => toast({ title, action: { label, run: () => void undone.push(title) } }));
    const { user } = await draw(<input aria-label="Note" />);
    offer('First');
    offer('Second');
    offer('Question', 'Remove anyway');
    await user.type(screen.getByLabelText('Note'), 'u');
    expect(undone).toEqual([]);
    act(() => screen.getByLabelText('Note').blur());
    await user.keyboard('u');
    expect(undone).toEqual(['Second']);
    await user.keyboard('uu');
    expect(undone).toEqual(['Second', 'First']);
    expect(messages().getByText('Question')).toBeDefined();
    await draw(<KeyboardHelp onClose={() => undefined} />);
    expect((await screen.findByText(/^Undo what/)).previousSibling?.textContent).toBe('u');
  });
});
