/** Where one can go. Shows only what exists; labels on hover, or always when pinned open. */
import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconKeyboard, IconPin } from '../ui/icons.ts';
import { prefs, usePrefs } from '../ui/prefs.ts';
import { PAGES } from './pages.ts';
import classes from './Rail.module.css';

export function Rail({ onKeyboardHelp }: { readonly onKeyboardHelp: () => void }) {
  const { rail_pinned } = usePrefs();
  return (
    <nav className={classes.rail} data-pinned={rail_pinned || undefined} aria-label="Pages">
      <Link to="/" className={classes.logo} aria-label="Waypost, to the board">
        <img src="/icon.svg" alt="" width={28} height={28} />
        {rail_pinned && <span>Waypost</span>}
      </Link>
      <ul className={classes.pages}>
        {PAGES.map(({ to, label, Icon }) => (
          <li key={to}>
            <Hint label={label} pinned={rail_pinned}>
              <Link
                to={to}
                className={classes.item}
                aria-label={label}
                activeOptions={{ exact: to === '/', includeSearch: false }}
                activeProps={{ 'data-here': true, 'aria-current': 'page' }}
              >
                <Icon size={20} aria-hidden />
                {rail_pinned && <span>{label}</span>}
              </Link>
            </Hint>
          </li>
        ))}
      </ul>
      <Hint label="Keyboard (?)" pinned={rail_pinned}>
        <button
          type="button"
          className={classes.item}
          aria-label="Keyboard shortcuts"
          onClick={onKeyboardHelp}
        >
          <IconKeyboard size={20} aria-hidden />
          {rail_pinned && <span>Keyboard</span>}
        </button>
      </Hint>
      <Hint label="Keep the labels open" pinned={rail_pinned}>
        <button
          type="button"
          className={classes.item}
          aria-label="Keep open"
          aria-pressed={rail_pinned}
          onClick={() => prefs.set({ rail_pinned: !rail_pinned })}
        >
          <IconPin size={20} aria-hidden />
          {rail_pinned && <span>Keep open</span>}
        </button>
      </Hint>
    </nav>
  );
}

interface HintProps {
  readonly label: string;
  readonly pinned: boolean;
  readonly children: ReactNode;
}

function Hint({ label, pinned, children }: HintProps) {
  return (
    <Tooltip label={label} position="right" disabled={pinned} openDelay={100}>
      {children}
    </Tooltip>
  );
}
