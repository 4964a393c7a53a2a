/** The person, the look of the page, and the way out. */
import { ActionIcon, type MantineColorScheme, Menu, Tooltip, useMantineColorScheme } from '@mantine/core';
import { useApi, useSession } from '../../api/context.ts';
import { asProblem } from '../../api/problem.ts';
import { tellProblem } from '../../api/tell.ts';
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '../../ui/icons.ts';

export interface PersonMenuProps {
  /** After the sign-out: the page goes to the sign-in page. */
  readonly onSignedOut: () => void;
  readonly onKeyboardHelp: () => void;
}

const SCHEMES = [
  { value: 'light', word: 'Light', Icon: IconSun },
  { value: 'dark', word: 'Dark', Icon: IconMoon },
  { value: 'auto', word: 'As the system', Icon: IconDeviceDesktop },
] as const;

export function useSignOut(onSignedOut: () => void): () => void {
  const { session } = useApi();
  return () =>
    void session.signOut().then(
      () => {
        sessionStorage.clear();
        onSignedOut();
      },
      (error: unknown) => tellProblem('You are still signed in', asProblem(error)),
    );
}

export function PersonMenu({ onSignedOut, onKeyboardHelp }: PersonMenuProps) {
  const state = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut(onSignedOut);
  const user = state.phase === 'in' || state.phase === 'ended' ? state.session.user : null;
  return (
    <Menu width={220}>
      <Menu.Target>
        <Tooltip label={user?.name ?? 'You'}>
          <ActionIcon aria-label={`You: ${user?.name ?? 'not known'}`}>
            <IconUserCircle size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user?.name ?? 'Not known'} · {user?.roles.join(', ') || 'no role'}
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
