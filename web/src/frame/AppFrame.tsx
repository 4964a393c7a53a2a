/**
 * The frame of every page: rail, top bar, content. On a phone the rail is gone (tabs at the foot are the page's own)
 * and the bar's second row scrolls sideways.
 */
import type { ReactNode } from 'react';
import classes from './AppFrame.module.css';
import { Rail } from './Rail.tsx';

export interface AppFrameProps {
  /** Page's own part of the top bar: its search. */
  readonly search: ReactNode;
  /** Between search and person, or a row of its own where there is little room. */
  readonly filters?: ReactNode;
  /** Connection and person. */
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
        <div className={classes.row}>
          <div className={classes.search}>{search}</div>
          <div className={classes.filters}>{filters}</div>
          <div className={classes.aside}>{aside}</div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.content}>
        {children}
      </main>
    </div>
  );
}
