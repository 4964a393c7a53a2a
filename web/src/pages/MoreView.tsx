/** What has no place on a phone's first two tabs: adding, the look, the way out. */
import { Button, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../api/context.ts';
import { useSignOut } from '../features/session/PersonMenu.tsx';
import { PAGES } from '../frame/pages.ts';
import { prefs, usePrefs } from '../ui/prefs.ts';
import classes from './MoreView.module.css';

export interface MoreViewProps {
  readonly onAdd: () => void;
  readonly onKeyboardHelp: () => void;
  readonly onSignedOut: () => void;
}

const SCHEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'System'],
] as const;

export function MoreView({ onAdd, onKeyboardHelp, onSignedOut }: MoreViewProps) {
  const state = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { density } = usePrefs();
  const signOut = useSignOut(onSignedOut);
  const user = state.phase === 'in' || state.phase === 'ended' ? state.session.user : null;
  return (
    <div className={classes.more}>
      <p className={classes.person}>
        <strong>{user?.name ?? 'Not known'}</strong> {user?.roles.join(', ')}
      </p>
      <nav aria-label="Pages">
        <ul className={classes.pages}>
          {PAGES.filter(({ to }) => to !== '/').map(({ to, label, Icon }) => (
            <li key={to}>
              <Link to={to} className={classes.page}>
                <Icon size={20} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Button size="md" onClick={onAdd}>
        Add loads
      </Button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border of its own. */}
      <div role="group" aria-label="Colours" className={classes.group}>
        {SCHEMES.map(([value, word]) => (
          <Button
            key={value}
            size="md"
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
      <Button size="md" onClick={onKeyboardHelp}>
        Keyboard
      </Button>
      <Button size="md" onClick={signOut}>
        Sign out
      </Button>
    </div>
  );
}
