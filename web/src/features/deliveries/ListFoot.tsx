/** Foot of the list: how much is shown, the way to what is older, as of when, and whose times these are. */
import { Button } from '@mantine/core';
import { useTold } from '../../live/context.ts';
import { agoText, personZone, zoneName } from '../../ui/time.ts';
import classes from './ListFoot.module.css';
import { REFRESH_MS } from './use-deliveries.ts';

export interface ListFootProps {
  readonly count: number;
  readonly has_more: boolean;
  readonly reading_more: boolean;
  readonly onMore: () => void;
  readonly filtered: boolean;
  readonly onClear: () => void;
  /** Unix milliseconds of this computer's clock. */
  readonly read_at: number;
  /** False: read again on request only. */
  readonly follows: boolean;
}

export function ListFoot(props: ListFootProps) {
  const { count, has_more, filtered, read_at, follows } = props;
  const zone = useTold((now) => zoneName(now));
  const read = useTold((now) => agoText(new Date(Math.min(read_at, now)).toISOString(), now));
  return (
    <div className={classes.foot}>
      <span>
        {has_more && 'The newest '}
        {count.toLocaleString('en-US')} {count === 1 ? 'delivery' : 'deliveries'}
        {filtered && (count === 1 ? ' that matches' : ' that match')}
      </span>
      {has_more && (
        <Button size="compact-xs" loading={props.reading_more} onClick={props.onMore}>
          More
        </Button>
      )}
      {filtered && (
        <Button size="compact-xs" onClick={props.onClear}>
          Clear filters
        </Button>
      )}
      <span className={classes.read} title={personZone()}>
        Read {read}
        <span className={classes.how}>
          {follows ? `, again every ${REFRESH_MS / 1000} s` : ', again on request'}
        </span>{' '}
        · Times {zone}
      </span>
    </div>
  );
}
