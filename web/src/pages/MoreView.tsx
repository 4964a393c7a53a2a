/** The third tab on a phone: search, pages, adding loads, appearance, settings, sign-out. */
import { Box, Button, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../api/context.ts';
import { personOf } from '../features/session/PersonMenu.tsx';
import { SCHEMES, useSignOut } from '../features/session/PersonMenuOpen.tsx';
import type { Page } from '../frame/pages.ts';
import { usePages } from '../frame/pages.ts';
import { LinkButton } from '../ui/buttons.tsx';
import { commandPalette } from '../ui/command-palette.ts';
import { IconSearch, IconSettings } from '../ui/icons.ts';
import { prefs, usePrefs } from '../ui/prefs.ts';
import shared from '../ui/shared.module.css';
import classes from './PageFrame.module.css';

interface MoreViewProps {
  readonly onAdd: () => void;
  readonly onKeyboardHelp: () => void;
  readonly onSignedOut: () => void;
}

/** The board has its own tab. */
const notBoard = ({ to }: Page) => to !== '/';

export function MoreView({ onAdd, onKeyboardHelp, onSignedOut }: MoreViewProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { density } = usePrefs();
  const signOut = useSignOut(onSignedOut);
  const groups = usePages();
  const user = personOf(useSession());
  return (
    <div className={`${shared.columnTight} ${classes.more}`}>
      <Box component="p" className={shared.plain} mb={8}>
        <strong>{user?.name ?? 'Unknown'}</strong> {user?.roles.join(', ')}
      </Box>
      <Button
        size="md"
        leftSection={<IconSearch size={16} aria-hidden />}
        onClick={() => commandPalette.set(true)}
      >
        Search everything
      </Button>
      <nav aria-label="Pages">
        {groups.map(({ group, label: heading, pages }) => (
          <Box component="section" key={group} mb={12} aria-label={heading}>
            <Box component="h2" className={shared.note} mb={4}>
              {heading}
            </Box>
            <ul
              className={shared.list}
              style={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '4px 8px' }}
            >
              {pages.filter(notBoard).map(({ to, label, Icon }) => (
                <li key={to}>
                  <Link to={to} className={`${shared.box} ${classes.moreViewPage}`}>
                    <Icon size={20} aria-hidden />
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </Box>
        ))}
      </nav>
      <Button size="md" onClick={onAdd}>
        Add loads
      </Button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border of its own. */}
      <div
        role="group"
        aria-label="Theme"
        style={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 8 }}
      >
        {SCHEMES.map(({ value, word }) => (
          <Button
            key={value}
            size="md"
            px={8}
            aria-pressed={colorScheme === value}
            variant={colorScheme === value ? 'filled' : 'default'}
            onClick={() => setColorScheme(value)}
          >
            {word}
          </Button>
        ))}
      </div>
      <Button
        size="md"
        aria-pressed={density === 'compact'}
        onClick={() => prefs.set({ density: density === 'compact' ? 'comfortable' : 'compact' })}
      >
        {density === 'compact' ? 'Comfortable rows' : 'Compact rows'}
      </Button>
      <LinkButton to="/settings" size="md" leftSection={<IconSettings size={16} aria-hidden />}>
        Settings
      </LinkButton>
      <Button size="md" onClick={onKeyboardHelp}>
        Keyboard
      </Button>
      <Button size="md" onClick={signOut}>
        Sign out
      </Button>
    </div>
  );
}
