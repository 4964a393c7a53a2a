/** The builder's form while its load or monitor is on its way. */
import classes from './Builder.module.css';

const LINES = Array.from({ length: 12 }, (_, at) => at);

export function BuilderSkeleton() {
  return (
    <div className={classes.builder} data-view="form" aria-busy="true">
      <div className={classes.form}>
        <div className={classes.skeleton} role="status" aria-label="Loading">
          {LINES.map((at) => (
            <span key={at} />
          ))}
        </div>
      </div>
      <div className={`${classes.map} ${classes.empty}`} />
    </div>
  );
}
