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
        <div key={at} className={classes.row}>
          <span style={{ width: `${28 + ((at * 7) % 24)}%` }} />
          <span style={{ width: `${55 + ((at * 11) % 35)}%` }} />
        </div>
      ))}
    </div>
  );
}
