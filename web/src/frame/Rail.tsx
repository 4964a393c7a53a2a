/** Where one can go. Shows only what exists and what one may; labels on hover, or always when pinned open. */
import { Link } from '@tanstack/react-router';
import { IconKeyboard, IconPin, IconSearch } from '../ui/icons.ts';
import { prefs, usePrefs } from '../ui/prefs.ts';
import { searchDoor } from '../ui/search-door.ts';
import shared from '../ui/shared.module.css';
import classes from './Rail.module.css';
import { usePages } from './use-pages.ts';

export function Rail({ onKeyboardHelp }: { readonly onKeyboardHelp: () => void }) {
  const { rail_pinned } = usePrefs();
  const groups = usePages();
  const hint = (label: string) => (rail_pinned ? {} : { 'data-tip': label, 'data-tip-side': 'right' });
  return (
    <nav className={classes.rail} data-pinned={rail_pinned || undefined} aria-label="Pages">
      <Link to="/" className={classes.logo} aria-label="Waypost, back to board">
        <img src="/icon.svg" alt="" width={28} height={28} />
        {rail_pinned && <span>Waypost</span>}
      </Link>
      <button
        {...hint('Search everything (/)')}
        type="button"
        className={classes.item}
        aria-label="Search everything"
        onClick={() => searchDoor.set(true)}
      >
        <IconSearch size={20} aria-hidden />
        {rail_pinned && <span>Search</span>}
      </button>
      <div className={classes.groups}>
        {groups.map(({ group, label: heading, pages }) => (
          <div key={group} className={classes.group}>
            {rail_pinned && (
              <span className={classes.heading} aria-hidden>
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
      <button
        {...hint('Keyboard (?)')}
        type="button"
        className={classes.item}
        aria-label="Keyboard shortcuts"
        onClick={onKeyboardHelp}
      >
        <IconKeyboard size={20} aria-hidden />
        {rail_pinned && <span>Keyboard</span>}
      </button>
      <button
        {...hint('Keep labels open')}
        type="button"
        className={classes.item}
        aria-label="Keep open"
        aria-pressed={rail_pinned}
        onClick={() => prefs.set({ rail_pinned: !rail_pinned })}
      >
        <IconPin size={20} aria-hidden />
        {rail_pinned && <span>Keep open</span>}
      </button>
    </nav>
  );
}
