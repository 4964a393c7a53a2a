// @vitest-environment happy-dom
import { ActionIcon, Button } from '@mantine/core';
import { act, screen } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { draw } from '../testing/render.tsx';
import { GuardedButton } from './buttons.tsx';

const Guarded = (props: Omit<ComponentProps<typeof GuardedButton>, 'disabledReason'>) => (
  <GuardedButton {...props} disabledReason={null} />
);

it.each([
  ['a guarded button', Guarded],
  ['a plain button', Button],
  ['a button with an icon', ActionIcon],
])('%s that loads is not disabled, which would lose the focus, but ignores clicks', async (_, Of) => {
  const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const clicked = vi.fn();
  let setLoading = (_: boolean) => {};
  function Form() {
    const [loading, set] = useState(true);
    setLoading = set;
    return (
      <form onSubmit={sent}>
        <Of type="submit" loading={loading} onClick={clicked}>
          Send
        </Of>
      </form>
    );
  }
  const { user } = await draw(<Form />);
  const state = () => ['disabled', 'aria-busy', 'aria-disabled'].map((name) => button.getAttribute(name));
  const button = screen.getByRole('button', { name: 'Send' });
  await user.tab();
  await user.keyboard('{Enter}');
  await user.click(button);
  expect([clicked.mock.calls.length, sent.mock.calls.length]).toEqual([0, 0]);
  expect(document.activeElement).toBe(button);
  expect(state()).toEqual([null, 'true', 'true']);
  act(() => setLoading(false));
  await user.keyboard('{Enter}');
  expect([clicked.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1]);
  expect(state()).toEqual([null, null, null]);
});
