/** How it ended, as icon and word. No colour: that means the health of a load. */
import { IconAlertTriangleFilled, IconCheck } from '../../ui/icons.ts';
import classes from './EntryRow.module.css';
import { outcomeText, wentWrong } from './words.ts';

export function Outcome({ outcome }: { readonly outcome: string }) {
  const wrong = wentWrong(outcome);
  const Icon = wrong ? IconAlertTriangleFilled : IconCheck;
  return (
    <span className={classes.outcome} data-wrong={wrong || undefined}>
      <Icon size={14} aria-hidden />
      {outcomeText(outcome)}
    </span>
  );
}
