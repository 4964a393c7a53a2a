/** The frame of every page: rail, top bar and content; on a phone, bottom tabs replace the rail. */
import type { Icon } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { commandPalette } from '../ui/command-palette.ts';
import { IconChevronsLeft, IconChevronsRight, IconKeyboard, IconSearch } from '../ui/icons.ts';
import { prefs } from '../ui/prefs.ts';
import shared from '../ui/shared.module.css';
import { useRailPinned } from '../ui/use-media.ts';
import classes from './AppFrame.module.css';
import { usePages } from './pages.ts';

interface AppFrameProps {
  readonly search: ReactNode;
  /** Between search and person menu, or in a separate row when space is short. */
  readonly filters?: ReactNode;
  readonly aside: ReactNode;
  readonly onKeyboardHelp: () => void;
  readonly children: ReactNode;
}

export function AppFrame({ search, filters, aside, onKeyboardHelp, children }: AppFrameProps) {
  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <Rail onKeyboardHelp={onKeyboardHelp} />
      <header className={classes.bar}>
        <div className={`${shared.row} ${classes.row}`}>
          <div className={classes.search}>{search}</div>
          <div className={classes.filters}>{filters}</div>
          <div className={`${shared.rowTight} ${shared.fixed} ${classes.aside}`}>{aside}</div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.content}>
        {children}
      </main>
    </div>
  );
}

/** Navigation to the pages that the person may open; labels show on hover, or always when pinned. */
export function Rail({ onKeyboardHelp }: { readonly onKeyboardHelp: () => void }) {
  const with_columns = useSearch({ strict: false, select: (search: object) => 'columns' in search });
  const rail_pinned = useRailPinned(with_columns);
  const groups = usePages();
  const Arrows = rail_pinned ? IconChevronsLeft : IconChevronsRight;
  const hint = (label: string) => (rail_pinned ? {} : { 'data-tip': label, 'data-tip-side': 'right' });
  const button = (label: string, tip: string, Glyph: Icon, onClick: () => void, name = label) => (
    <button {...hint(tip)} type="button" className={classes.item} aria-label={name} onClick={onClick}>
      <Glyph size={20} aria-hidden />
      {rail_pinned && <span>{label}</span>}
    </button>
  );
  return (
    <nav className={classes.rail} data-pinned={rail_pinned || undefined} aria-label="Pages">
      <Link to="/" className={classes.logo} aria-label="Waypost, back to board">
        <img src="/icon.svg" alt="" width={28} height={28} />
        {rail_pinned && <span>Waypost</span>}
      </Link>
      {button(
        'Search',
        'Search everything (/)',
        IconSearch,
        () => commandPalette.set(true),
        'Search everything',
      )}
      <div className={classes.groups}>
        {groups.map(({ group, label: heading, pages }) => (
          <div key={group} className={classes.group}>
            {rail_pinned && (
              <span
                className={`${shared.small} ${shared.strong}`}
                style={{ display: 'block', padding: '0 10px 4px', lineHeight: '16px' }}
                aria-hidden
              >
                {heading}
              </span>
            )}
            <ul className={shared.list} aria-label={heading}>
              {pages.map(({ to, label, Icon }) => (
                <li key={to}>
                  <Link
                    {...hint(label)}
                    to={to}
                    className={classes.item}
                    aria-label={label}
                    activeOptions={{ exact: to === '/', includeSearch: false }}
                    activeProps={{ 'data-here': true, 'aria-current': 'page' }}
                  >
                    <Icon size={20} aria-hidden />
                    {rail_pinned && <span>{label}</span>}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {button('Keyboard', 'Keyboard (?)', IconKeyboard, onKeyboardHelp, 'Keyboard shortcuts')}
      {button(rail_pinned ? 'Hide labels' : 'Show labels', 'Show labels', Arrows, () =>
        prefs.set({ rail_pinned: !rail_pinned }),
      )}
    </nav>
  );
}

interface BottomTabsProps<T extends string> {
  readonly tabs: readonly { readonly value: T; readonly label: string; readonly Icon: Icon }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** Tabs at the bottom of a phone's screen, within reach of the thumb. */
export function BottomTabs<T extends string>({ tabs, value, onChange }: BottomTabsProps<T>) {
  return (
    <nav className={classes.tabs} aria-label="Views">
      {tabs.map(({ value: one, label, Icon }) => (
        <button
          key={one}
          type="button"
          className={`${shared.small} ${shared.column} ${classes.tab}`}
          aria-current={one === value ? 'page' : undefined}
          onClick={() => onChange(one)}
        >
          <Icon size={20} aria-hidden />
          {label}
        </button>
      ))}
    </nav>
  );
}
