/** Foot of the list: how much is shown, and as of when. */
import { useReadAgo } from '../../live/read-ago.ts';
import { FootEnd, ListFoot } from '../../ui/ListFoot.tsx';
import { personLocale } from '../../ui/locale.ts';
import { countText } from './words.ts';

export interface BookFootProps {
  readonly shown: number;
  readonly total: number;
  /** Unix milliseconds of this computer's clock; 0: never. */
  readonly read_at: number;
}

export function BookFoot({ shown, total, read_at }: BookFootProps) {
  const read = useReadAgo(read_at === 0 ? null : read_at);
  return (
    <ListFoot slim>
      <span>
        {shown === total
          ? countText(total)
          : `${shown.toLocaleString(personLocale())} of ${countText(total)} match`}
      </span>
      <FootEnd>{read && `Read ${read}`}</FootEnd>
    </ListFoot>
  );
}
