/** From page to page of a list, with where one is. */
import { Button } from '@mantine/core';
import { ListFoot } from '../../ui/resource-list/ListLayout.tsx';
import { personLocale } from '../../ui/units.ts';

export interface PagerProps {
  readonly offset: number;
  readonly size: number;
  readonly total: number;
  readonly what: string;
  readonly onOffset: (offset: number) => void;
}

export function Pager({ offset, size, total, what, onOffset }: PagerProps) {
  const count = (value: number) => value.toLocaleString(personLocale());
  const end = Math.min(total, offset + size);
  return (
    <ListFoot>
      <span>
        {total > size && `${count(offset + 1)} to ${count(end)} of `}
        {count(total)} {what}
      </span>
      {total > size && (
        <>
          <Button
            size="compact-xs"
            disabled={offset === 0}
            onClick={() => onOffset(Math.max(0, offset - size))}
          >
            Previous
          </Button>
          <Button size="compact-xs" disabled={end >= total} onClick={() => onOffset(offset + size)}>
            Next
          </Button>
        </>
      )}
    </ListFoot>
  );
}
