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

describe('SidePanel', () => {
  it('renders a labelled region with title and buttons, the close button last', async () => {
    const onClose = vi.fn();
    render(panel(null, onClose));
    expect(screen.getByRole('complementary', { name: 'Site' }).textContent).toContain('What is known of it');
    const names = screen
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(names).toEqual(['Row of the list', 'Delete', 'Close the panel']);
    await userEvent.click(screen.getByRole('button', { name: 'Close the panel' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('does not move the focus when opened by pointer', () => {
    const { rerender } = render(panel(null));
    row().focus();
    rerender(panel(null));
    expect(document.activeElement).toBe(row());
  });

  it('focuses its title when opened by keyboard, and again only for another item', () => {
    const { rerender } = render(panel('a'));
    expect(document.activeElement).toBe(title());
    row().focus();
    rerender(panel('a'));
    expect(document.activeElement).toBe(row());
    rerender(panel('b'));
    expect(document.activeElement).toBe(title());
  });
});
