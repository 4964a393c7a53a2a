/** Foot of the list column, always there: how much is shown, the way out of a filter (an empty list has its own), and whose times these are. */
import { useNow } from '../../live/context.ts';
import shared from '../../ui/shared.module.css';
import { personZone, zoneName } from '../../ui/time.ts';
import { personLocale } from '../../ui/units.ts';
import classes from './LoadList.module.css';

export interface ListFootProps {
  /** Loads that match, on this tab. */
  readonly shown: number;
  /** Loads on this tab without a filter. */
  readonly total: number;
  readonly filtered: boolean;
  readonly onClear: () => void;
}

export function ListFoot({ shown, total, filtered, onClear }: ListFootProps) {
  const zone = useNow((now) => zoneName(now));
  return (
    <div className={classes.foot}>
      <span>
        {filtered
          ? `${shown.toLocaleString(personLocale())} of ${total.toLocaleString(personLocale())} loads match`
          : plural(total)}
      </span>
      {filtered && shown > 0 && (
        <button type="button" className={shared.linkButton} onClick={onClear}>
          Clear filters
        </button>
      )}
      <span className={shared.end} title={personZone()}>
        Times {zone}
      </span>
    </div>
  );
}

function plural(count: number): string {
  return count === 1 ? '1 load' : `${count.toLocaleString(personLocale())} loads`;
}
