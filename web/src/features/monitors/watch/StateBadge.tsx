import type { MonitorState } from './facts.ts';
import classes from './StateBadge.module.css';
import { STATE, stateText } from './state-words.ts';

export interface StateBadgeProps {
  readonly state: MonitorState;
  /** As the service said it. */
  readonly raw: string | null;
  readonly size?: 'sm' | 'md';
}

export function StateBadge({ state, raw, size = 'sm' }: StateBadgeProps) {
  const { Icon } = STATE[state];
  return (
    <span className={classes.badge} data-state={state} data-size={size}>
      <Icon size={size === 'md' ? 18 : 14} aria-hidden className={classes.icon} />
      <span className={classes.word}>{stateText(state, raw)}</span>
    </span>
  );
}
