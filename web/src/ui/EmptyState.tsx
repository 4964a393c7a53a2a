/** In the place of what is not there: nothing to show, or not yet. */
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';
import shared from './shared.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
  /** True where it is the whole page: the title is the page's heading. */
  readonly page?: boolean;
  /** A failure is announced at once by screen readers. */
  readonly role?: 'status' | 'alert';
}

/** What a list, a page or a panel says when it has nothing to show: what, why, and the first step. */
export function EmptyState({ title, children, action, icon, page = false, role }: EmptyStateProps) {
  return (
    <div className={classes.root} role={role}>
      {icon && (
        <div className={shared.secondary} aria-hidden>
          {icon}
        </div>
      )}
      {page ? <h1 className={classes.title}>{title}</h1> : <p className={classes.title}>{title}</p>}
      {children && <div className={`${shared.secondary} ${shared.anywhere} ${classes.text}`}>{children}</div>}
      {action && <div className={`${shared.wrappedBelow} ${classes.action}`}>{action}</div>}
    </div>
  );
}

const ROWS = Array.from({ length: 12 }, (_, at) => at);

/**
 * Rows of a list that is on its way, in the shape that they will have: two lines of text each.
 *
 * @param label "Loading loads"
 */
export function ListSkeleton({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label}>
      {ROWS.map((at) => (
        <SkeletonRow key={at} at={at} />
      ))}
    </div>
  );
}

/** @param height pixels; @param at another number, other lengths */
export function SkeletonRow({ at, height }: { readonly at: number; readonly height?: number }) {
  return (
    <div className={classes.row} style={{ height }}>
      <span style={{ width: `${28 + ((at * 7) % 24)}%` }} />
      <span style={{ width: `${55 + ((at * 11) % 35)}%` }} />
    </div>
  );
}
