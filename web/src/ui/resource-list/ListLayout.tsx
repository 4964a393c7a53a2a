/** The parts that a page with a list is laid out of: one that is open beside it, a row of filters above, the list itself. */
import type { CSSProperties, ReactNode } from 'react';
import shared from '../shared.module.css';
import classes from './ListLayout.module.css';

export interface ListWithPanelProps {
  /** What is open; null or false: nothing is. On a narrow screen it takes the place of the list. */
  readonly panel: ReactNode;
  /** Pixels, where there is room for both. */
  readonly panelWidth?: number | undefined;
  /** Filters, list and foot, from top to bottom. */
  readonly children: ReactNode;
}

export function ListWithPanel({ panel, panelWidth = 400, children }: ListWithPanelProps) {
  const open = panel !== null && panel !== undefined && panel !== false;
  return (
    <div className={classes.view} data-open={open || undefined}>
      <div className={classes.main}>{children}</div>
      {open && (
        <div className={classes.panel} style={{ '--panel-width': `${panelWidth}px` } as CSSProperties}>
          {panel}
        </div>
      )}
    </div>
  );
}

/** Chips, and what else chooses among the rows, in one line. */
export function FilterRow({ children }: { readonly children: ReactNode }) {
  return <div className={classes.filters}>{children}</div>;
}

export interface StableListAreaProps {
  readonly rows: {
    readonly waiting: number;
    readonly hold: () => void;
    readonly release: () => void;
  };
  readonly children: ReactNode;
}

/** A list whose rows keep still while a mouse is over them. */
export function StableListArea({ rows: { waiting, hold, release }, children }: StableListAreaProps) {
  return (
    <div
      className={`${shared.fillFrame} ${classes.list}`}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hold()}
      onPointerLeave={release}
    >
      {children}
      {waiting > 0 && (
        <button type="button" className={classes.waiting} onClick={hold}>
          {waiting === 1 ? '1 update' : `${waiting} updates`}, show
        </button>
      )}
    </div>
  );
}
