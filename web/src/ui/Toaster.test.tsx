// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { draw } from '../testing/render.tsx';
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
});
