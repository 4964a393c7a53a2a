import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { useRef } from 'react';
import { useApi, useSession } from '../../api/context.ts';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import { type DeferredProps, useOpened } from '../../ui/deferred.tsx';
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
  IconUserCircle,
} from '../../ui/icons.ts';
import { LinkMenuItem } from '../../ui/LinkMenuItem.tsx';
import { type PersonMenuProps, personOf } from './PersonMenu.tsx';

export const SCHEMES = [
  { value: 'light', word: 'Light', Icon: IconSun },
  { value: 'dark', word: 'Dark', Icon: IconMoon },
  { value: 'auto', word: 'Match system', Icon: IconDeviceDesktop },
] as const;

export function PersonMenuOpen({
  onSignedOut,
  onKeyboardHelp,
  openOnMount,
}: PersonMenuProps & DeferredProps) {
  const state = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut(onSignedOut);
  const user = personOf(state);
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpened(openOnMount, button);
  return (
    <Menu width={220} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          aria-label={`You: ${user?.name ?? 'not known'}`}
          data-tip={user?.name ?? 'You'}
        >
          <IconUserCircle size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user?.name ?? 'Unknown'} · {user?.roles.join(', ') || 'no role'}
        </Menu.Label>
        <Menu.Divider />
        <Menu.RadioGroup value={colorScheme} onChange={(to) => setColorScheme(to as MantineColorScheme)}>
          {SCHEMES.map(({ value, word, Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} aria-hidden />}>
              {word}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <LinkMenuItem to="/settings" leftSection={<IconSettings size={16} aria-hidden />}>
          Settings
        </LinkMenuItem>
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onKeyboardHelp}>
          Keyboard (?)
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function forgetDrafts(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Where storage is blocked, nothing is in it.
  }
}

export function useSignOut(onSignedOut: () => void): () => void {
  const { session } = useApi();
  return () =>
    void session.signOut().then(
      (end_session_url) => {
        forgetDrafts();
        onSignedOut();
        if (end_session_url !== null) location.assign(end_session_url);
      },
      (error: unknown) => showProblem('You are still signed in', asProblem(error)),
    );
}
