/** Foot of the list: how much is shown, the way out of a filter, how all this is known, as of when, and whose times these are. */
import { useTold } from '../../../live/context.ts';
import { agoText, personZone, zoneName } from '../../../ui/time.ts';
import classes from './ListFoot.module.css';
import { sourceWords } from './source-words.ts';
import type { MonitorListState } from './store.ts';

export interface ListFootProps {
  readonly shown: number;
  readonly total: number;
  readonly filtered: boolean;
  readonly state: MonitorListState;
  readonly onClear: () => void;
}

export function ListFoot({ shown, total, filtered, state, onClear }: ListFootProps) {
  const zone = useTold((now) => zoneName(now));
  const known = useTold((now) => (state.sources ? sourceWords(state.sources, now) : ''));
  const read = useTold((now) =>
    state.read_at === null
      ? null
      : `List read ${agoText(new Date(Math.min(state.read_at, now)).toISOString(), now)}, kept by events`,
  );
  return (
    <div className={classes.foot}>
      <span>
        {filtered
          ? `${shown.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} monitors match`
          : total === 1
            ? '1 monitor'
            : `${total.toLocaleString('en-US')} monitors`}
      </span>
      {filtered && (
        <button type="button" className={classes.clear} onClick={onClear}>
          Clear filters
        </button>
      )}
      <span className={classes.known} title={known}>
        {known}
      </span>
      <span className={classes.zone} title={`${read ?? ''} · ${personZone()}`}>
        {read && <span className={classes.read}>{read} · </span>}Times {zone}
      </span>
    </div>
  );
}
