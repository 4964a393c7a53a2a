/** Says that nothing here is real, wherever data are shown. */
import { Tooltip } from '@mantine/core';
import { useConfig } from '../api/config.ts';
import classes from './SimulatedTag.module.css';

export function SimulatedTag() {
  if (!useConfig()?.simulated) return null;
  return (
    <Tooltip
      label="Loads, trucks and positions come from the embedded sandbox; none of them is real."
      multiline
      maw={240}
    >
      <span className={classes.tag}>
        Simulated<span className={classes.rest}> data</span>
      </span>
    </Tooltip>
  );
}
