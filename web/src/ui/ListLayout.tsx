/** The parts that a page with a list is laid out of: one that is open beside it, a row of filters above, the list itself. */
import type { CSSProperties, ReactNode } from 'react';
import classes from './ListLayout.module.css';

export interface ListWithPanelProps {
  /** What is open; null or false: nothing is. On a narrow screen it stands in the place of the list. */
  readonly panel: ReactNode;
  /** Pixels, where there is room for both. */
  readonly panel_width?: number;
  /** Filters, list and foot, from top to bottom. */
  readonly children: ReactNode;
}

export function ListWithPanel({ panel, panel_width = 400, children }: ListWithPanelProps) {
  const open = panel !== null && panel !== undefined && panel !== false;
  return (
    <div className={classes.view} data-open={open || undefined}>
      <div className={classes.main}>{children}</div>
      {open && (
        <div className={classes.panel} style={{ '--panel-width': `${panel_width}px` } as CSSProperties}>
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

export interface Calm {
  /** Rows that have come and are not shown yet. */
  readonly waiting: number;
  /** Rows keep their place from now on; what waits is shown. */
  readonly hold: () => void;
  readonly release: () => void;
}

/** The list, or what stands in its place; takes the height that is left, and scrolls. */
export function ListArea({ children }: { readonly children: ReactNode }) {
  return <div className={classes.list}>{children}</div>;
}

export interface CalmListAreaProps {
  readonly calm: Calm;
  /** "2 new deliveries" */
  readonly waitingText: (waiting: number) => string;
  /** Where that stands: at the head, where new rows come; at the foot when they come anywhere. */
  readonly waiting_at: 'head' | 'foot';
  readonly children: ReactNode;
}

/** A list whose rows keep still while a mouse is over them (design: nothing jumps). */
export function CalmListArea({ calm, waitingText, waiting_at, children }: CalmListAreaProps) {
  return (
    <div
      className={classes.list}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && calm.hold()}
      onPointerLeave={calm.release}
    >
      {children}
      {calm.waiting > 0 && (
        <button type="button" className={classes.waiting} data-at={waiting_at} onClick={calm.hold}>
          {waitingText(calm.waiting)}: show
        </button>
      )}
    </div>
  );
}
