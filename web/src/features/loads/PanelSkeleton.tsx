/** The panel's shape while its load is on the way. */
import classes from './LoadPanel.module.css';

const WIDTHS = [40, 90, 70, 0, 60, 85, 75, 0, 50, 90, 80, 65] as const;

export function PanelSkeleton() {
  return (
    <div className={classes.skeleton} role="status" aria-label="Loading the load">
      {WIDTHS.map((width, at) =>
        width === 0 ? (
          // A fixed shape.
          <hr key={at} />
        ) : (
          // A fixed shape.
          <span key={at} style={{ width: `${width}%` }} />
        ),
      )}
    </div>
  );
}
