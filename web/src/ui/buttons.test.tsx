// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { draw } from '../testing/render.tsx';
import { GuardedButton } from './buttons.tsx';

it('a button that loads gets the focus back, unless it is somewhere else by then', async () => {
  let setLoading = (_: boolean) => {};
  function Form() {
    const [loading, set] = useState(false);
    setLoading = set;
    return (
      <>
        <GuardedButton disabledReason={null} loading={loading}>
          Copy link
        </GuardedButton>
        <input aria-label="Search" />
      </>
    );
  }
  await draw(<Form />);
  const button = screen.getByRole('button', { name: 'Copy link' });
  const loads = (then: () => void) => {
    act(() => button.focus());
    act(() => setLoading(true));
    // As browsers do with a button that is disabled.
    act(() => button.blur());
    then();
    act(() => setLoading(false));
  };
  loads(() => undefined);
  expect(document.activeElement).toBe(button);
  loads(() => act(() => screen.getByLabelText('Search').focus()));
  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
});
