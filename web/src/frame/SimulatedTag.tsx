/** Says that nothing here is real, wherever data are shown. */
import { useConfig } from '../api/context.ts';
import classes from './AppFrame.module.css';

export function SimulatedTag() {
  if (!useConfig()?.simulated) return null;
  return (
    <span
      className={classes.tag}
      data-tip="Loads, trucks and positions come from the embedded sandbox; none of them is real."
    >
      Simulated<span className={classes.rest}> data</span>
    </span>
  );
}
