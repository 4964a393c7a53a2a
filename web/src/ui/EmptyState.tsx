import type { ComponentType, ReactNode } from 'react';
import classes from './EmptyState.module.css';
import shared from './shared.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: ComponentType<{ readonly size?: number; readonly stroke?: number }>;
  /** True when it fills the page: the title is then the page's h1. */
  readonly page?: boolean;
  /** `alert` makes screen readers announce a failure immediately. */
  readonly role?: 'status' | 'alert';
}

export function EmptyState({ title, children, action, icon: Icon, page = false, role }: EmptyStateProps) {
  const Title = page ? 'h1' : 'p';
  return (
    <div className={classes.root} role={role}>
      {Icon && (
        <div className={shared.secondary} aria-hidden>
          <Icon size={32} stroke={1.5} />
        </div>
      )}
      <Title className={classes.title}>{title}</Title>
      {children && <div className={`${shared.secondary} ${shared.anywhere} ${classes.text}`}>{children}</div>}
      {action && (
        <div className={shared.wrappedBelow} style={{ justifyContent: 'center' }}>
          {action}
        </div>
      )}
    </div>
  );
}

const ROWS = Array.from({ length: 12 }, (_, at) => at);

/** Placeholder rows in the shape of the list's rows, with two lines of text each. @param label "Loading loads" */
export function ListSkeleton({ label }: { readonly label: string }) {
  return (
    <div className={classes.rows} role="status" aria-label={label}>
      {ROWS.map((at) => (
        <SkeletonRow key={at} at={at} />
      ))}
    </div>
  );
}

/** @param at varies the widths of the lines @param height pixels */
export function SkeletonRow({ at, height }: { readonly at: number; readonly height?: number }) {
  return (
    <div className={classes.row} style={{ height }}>
      <span style={{ width: `${28 + ((at * 7) % 24)}%` }} />
      <span style={{ width: `${55 + ((at * 11) % 35)}%` }} />
    </div>
  );
}
