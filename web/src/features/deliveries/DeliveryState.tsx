/** State as icon and word. No colour: that means the health of a load. */
import type { Delivery } from '@waypost/contract/api/hooks';
import { IconAlertTriangle, IconAlertTriangleFilled, IconCheck, IconClock } from '../../ui/icons.ts';
import classes from './DeliveryState.module.css';
import { DELIVERY_STATE_WORD } from './words.ts';

const ICON = {
  unverified: IconAlertTriangle,
  stored: IconClock,
  done: IconCheck,
  failed: IconAlertTriangleFilled,
} as const;

export function DeliveryState({ state }: Pick<Delivery, 'state'>) {
  const Icon = ICON[state];
  return (
    <span className={classes.state} data-state={state}>
      <Icon size={14} aria-hidden />
      {DELIVERY_STATE_WORD[state]}
    </span>
  );
}
