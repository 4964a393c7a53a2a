/** Foot of a list that is read newest first, a page at a time: how much is shown, the way to what is older, as of when. */
import { Button } from '@mantine/core';
import { FootEnd, ListFoot, NotOnPhone } from '../ui/ListFoot.tsx';
import { personLocale } from '../ui/locale.ts';
import { personZone } from '../ui/time.ts';
import { useReadAgo, useZoneName } from './read-ago.ts';

export interface NewestFootProps {
  readonly count: number;
  /** One and many: `['entry', 'entries']`. */
  readonly words: readonly [string, string];
  readonly has_more: boolean;
  readonly reading_more: boolean;
  readonly onMore: () => void;
  readonly filtered: boolean;
  readonly onClear: () => void;
  /** Unix milliseconds of this computer's clock. */
  readonly read_at: number;
  /** "again on request" */
  readonly again: string;
}

export function NewestFoot(props: NewestFootProps) {
  const { count, words, has_more, filtered } = props;
  const zone = useZoneName();
  const read = useReadAgo(props.read_at);
  return (
    <ListFoot>
      <span>
        {has_more && 'The newest '}
        {count.toLocaleString(personLocale())} {count === 1 ? words[0] : words[1]}
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
      <FootEnd title={personZone()}>
        Read {read}
        <NotOnPhone>, {props.again}</NotOnPhone> · Times {zone}
      </FootEnd>
    </ListFoot>
  );
}
