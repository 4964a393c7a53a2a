/** Rows of a list that is on its way, in the shape that they will have: two lines of text each. */
import classes from './EmptyState.module.css';

export interface ListSkeletonProps {
  /** "Loading loads" */
  readonly label: string;
}

const ROWS = Array.from({ length: 12 }, (_, at) => at);

export function ListSkeleton({ label }: ListSkeletonProps) {
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
