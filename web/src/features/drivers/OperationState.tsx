/** Status as icon and word. No colour: that means the health of a load. */
import type { BoardOperation } from '@waypost/contract/api/operations';
import {
  IconAlertTriangleFilled,
  IconArrowForwardUp,
  IconCheck,
  IconClock,
  IconHelpCircle,
} from '../../ui/icons.ts';
import classes from './OperationState.module.css';
import { showOf, statusText } from './words.ts';

const ICON = {
  failed: IconAlertTriangleFilled,
  pending: IconClock,
  success: IconCheck,
  again: IconArrowForwardUp,
  other: IconHelpCircle,
} as const;

export function OperationState({
  operation,
}: {
  readonly operation: Pick<BoardOperation, 'status' | 'repeated_as'>;
}) {
  const show = showOf(operation);
  const Icon = ICON[show];
  return (
    <span className={classes.state} data-show={show}>
      <Icon size={14} aria-hidden />
      {statusText(operation)}
    </span>
  );
}
