/** Foot of the list: how much is shown, and as of when. */
import { useTold } from '../../live/context.ts';
import { agoText } from '../../ui/time.ts';
import classes from './BookFoot.module.css';
import { countText } from './words.ts';

export interface BookFootProps {
  readonly shown: number;
  readonly total: number;
  /** Unix milliseconds of this computer's clock; 0: never. */
  readonly read_at: number;
}

export function BookFoot({ shown, total, read_at }: BookFootProps) {
  const read = useTold((now) =>
    read_at === 0 ? '' : `Read ${agoText(new Date(Math.min(read_at, now)).toISOString(), now)}`,
  );
  return (
    <div className={classes.foot}>
      <span>
        {shown === total ? countText(total) : `${shown.toLocaleString('en-US')} of ${countText(total)} match`}
      </span>
      <span>{read}</span>
    </div>
  );
}
