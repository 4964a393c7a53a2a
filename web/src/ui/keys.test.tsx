// @vitest-environment happy-dom
import { Menu } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { draw } from '../testing/render.tsx';
import { pressKeptKeys, typeAhead, useKeptKeys, useShortcuts } from './keys.ts';
import { OpenModal } from './OpenModal.tsx';

const page = { space: vi.fn(), next: vi.fn(), leave: vi.fn(), enter: vi.fn(), f: vi.fn() };
const own = vi.fn();

function Page() {
  useShortcuts({
    ' ': page.space,
    Enter: page.enter,
    ArrowRight: page.next,
    Escape: page.leave,
    f: page.f,
  });
  return (
    <>
      <button type="button" onClick={own}>
        Next load
      </button>
      <a href="#there">Settings</a>
      <details>
        <summary>More</summary>
      </details>
      <div role="tablist">
        <button type="button" role="tab">
          All
        </button>
      </div>
      <canvas tabIndex={0} aria-label="Map" />
      <Menu transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <button type="button">Order</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Oldest</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

async function open() {
  vi.clearAllMocks();
  return draw(<Page />);
}

describe('useShortcuts', () => {
  it('runs shortcuts when the focused element does not use the key', async () => {
    const { user } = await open();
    await user.keyboard(' {Enter}{ArrowRight}{Escape}f');
    for (const run of Object.values(page)) expect(run).toHaveBeenCalledOnce();
  });

  it('leaves Space and Enter to a focused button, link or summary', async () => {
    const { user } = await open();
    for (const focused of [
      screen.getByRole('button', { name: 'Next load' }),
      screen.getByRole('link', { name: 'Settings' }),
      screen.getByText('More'),
    ]) {
      focused.focus();
      await user.keyboard(' {Enter}');
    }
    expect(page.space).not.toHaveBeenCalled();
    expect(page.enter).not.toHaveBeenCalled();
    // Space and Enter each click the button.
    expect(own).toHaveBeenCalledTimes(2);
    await user.keyboard('{Escape}f');
    expect(page.leave).toHaveBeenCalledOnce();
    expect(page.f).toHaveBeenCalledOnce();
  });

  it('leaves arrow keys to tabs and the map', async () => {
    const { user } = await open();
    screen.getByRole('tab').focus();
    await user.keyboard('{ArrowRight}');
    screen.getByLabelText('Map').focus();
    await user.keyboard('{ArrowRight}');
    expect(page.next).not.toHaveBeenCalled();
    screen.getByRole('button', { name: 'Next load' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(page.next).toHaveBeenCalledOnce();
  });

  it('leaves Escape to an open menu', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Order' }));
    await screen.findByRole('menu');
    await user.keyboard('{Escape}');
    expect(page.leave).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(page.leave).toHaveBeenCalledOnce();
  });
});

describe('keys pressed while a form is loading', () => {
  it('are no shortcuts, and are what its field begins with', async () => {
    const { user } = await open();
    typeAhead.start();
    await user.keyboard('offf{Backspace} {Enter}');
    for (const run of Object.values(page)) expect(run).not.toHaveBeenCalled();
    expect(typeAhead.take()).toBe('off ');
    await user.keyboard('f');
    expect(page.f).toHaveBeenCalledOnce();
  });

  it('are shortcuts again after Escape', async () => {
    const { user } = await open();
    typeAhead.start();
    await user.keyboard('x{Escape}f');
    expect(page.f).toHaveBeenCalledOnce();
    expect(typeAhead.take()).toBe('');
  });
});

const take = vi.fn();

function Keys() {
  useShortcuts({ t: () => take(document.activeElement?.getAttribute('aria-activedescendant')) });
  useLayoutEffect(pressKeptKeys, []);
  return null;
}

function KeysToCome() {
  useKeptKeys(['t']);
  return null;
}

/** A list whose keys are still loading: Ctrl A is the end of that. */
function List() {
  const [arrived, setArrived] = useState(false);
  const [row, setRow] = useState('row-1');
  return (
    <>
      <div
        role="tree"
        aria-label="Loads"
        tabIndex={0}
        aria-activedescendant={row}
        onKeyDown={({ key, ctrlKey }) => {
          if (key === 'j' || key === 'ArrowDown') setRow('row-2');
          if (key === 'a' && ctrlKey) setArrived(true);
        }}
      />
      {arrived ? <Keys /> : <KeysToCome />}
    </>
  );
}

describe('a key pressed before its script has arrived', () => {
  it.each([
    ['acts on its row then', 't{Control>}a{/Control}', [['row-1']]],
    ['does nothing when the keyboard is on another row by then', 't{ArrowDown}{Control>}a{/Control}', []],
    ['acts before the keys after it', 'tj{Control>}a{/Control}t', [['row-1'], ['row-2']]],
    ['does nothing after Escape', 'tj{Escape}{Control>}a{/Control}', []],
  ])('%s', async (_, keys, taken) => {
    take.mockClear();
    const { user } = await draw(<List />);
    screen.getByRole('tree').focus();
    await user.keyboard(keys);
    expect(take.mock.calls).toEqual(taken);
  });
});

function WithDialog() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Keyboard
      </button>
      {opened && (
        <OpenModal onClose={() => setOpened(false)} title="Keys" transitionProps={{ duration: 0 }}>
          <button type="button">Inside</button>
        </OpenModal>
      )}
    </>
  );
}

it('a dialog gives the focus back when it goes', async () => {
  const { user } = await draw(<WithDialog />);
  const button = screen.getByRole('button', { name: 'Keyboard' });
  await user.click(button);
  (await screen.findByRole('button', { name: 'Inside' })).focus();
  await user.keyboard('{Escape}');
  await vi.waitFor(() => expect(document.activeElement).toBe(button));
});
