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
  const search = screen.getByLabelText('Search');
  const loads = (then: () => void) => {
    act(() => button.focus());
    act(() => setLoading(true));
    // Browsers take the focus away from a disabled button.
    act(() => {
      search.focus();
      search.blur();
    });
    then();
    act(() => setLoading(false));
  };
  loads(() => undefined);
  expect(document.activeElement).toBe(button);
  loads(() => act(() => search.focus()));
  expect(document.activeElement).toBe(search);
});
