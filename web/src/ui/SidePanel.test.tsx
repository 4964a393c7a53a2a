// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SidePanel, SidePanelBody } from './SidePanel.tsx';

afterEach(cleanup);

function panel(focus_key?: string | null, onClose = () => undefined) {
  return (
    <MantineProvider env="test">
      <button type="button">Row of the list</button>
      <SidePanel
        label="Site"
        title="North yard"
        focus_key={focus_key}
        buttons={<button type="button">Delete</button>}
        onClose={onClose}
      >
        <SidePanelBody>What is known of it</SidePanelBody>
      </SidePanel>
    </MantineProvider>
  );
}
const row = () => screen.getByRole('button', { name: 'Row of the list' });
const title = () => screen.getByRole('heading', { name: 'North yard' });

describe('a panel beside a list', () => {
  it('is a region with its name, its title and its buttons, the one that closes last', async () => {
    const onClose = vi.fn();
    render(panel(null, onClose));
    expect(screen.getByRole('complementary', { name: 'Site' }).textContent).toContain('What is known of it');
    const names = screen
      .getAllByRole('button')
      .map((one) => one.getAttribute('aria-label') ?? one.textContent);
    expect(names).toEqual(['Row of the list', 'Delete', 'Close the panel']);
    await userEvent.click(screen.getByRole('button', { name: 'Close the panel' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('leaves the focus where it is when it was opened by the pointer', () => {
    const { rerender } = render(panel(null));
    row().focus();
    rerender(panel(null));
    expect(document.activeElement).toBe(row());
  });

  it('takes the focus to its title when it is opened by the keyboard, and again for another one only', () => {
    const { rerender } = render(panel('a'));
    expect(document.activeElement).toBe(title());
    row().focus();
    rerender(panel('a'));
    expect(document.activeElement).toBe(row());
    rerender(panel('b'));
    expect(document.activeElement).toBe(title());
  });
});
