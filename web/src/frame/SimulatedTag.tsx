/** Says that nothing here is real, wherever data are shown. */
import { Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/context.ts';
import classes from './SimulatedTag.module.css';

export function useConfig() {
  const { config } = useApi();
  return useQuery({ queryKey: ['config'], queryFn: config, staleTime: Number.POSITIVE_INFINITY }).data;
}

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
