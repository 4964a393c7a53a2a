/** Foot of the list: how much is shown, the way out of a filter, how all this is known, and whose times these are. */
import { Button } from '@mantine/core';
import type { OnboardingSources } from '@waypost/contract/api/invitations';
import { useTold } from '../../live/context.ts';
import { useReadAgo, useZoneName } from '../../live/read-ago.ts';
import { FootEnd, ListFoot } from '../../ui/ListFoot.tsx';
import { personLocale } from '../../ui/locale.ts';
import { personZone } from '../../ui/time.ts';
import classes from './OperationsFoot.module.css';
import { sourceWords } from './words.ts';

export interface OperationsFootProps {
  readonly shown: number;
  readonly total: number;
  readonly filtered: boolean;
  readonly onClear: () => void;
  readonly sources: OnboardingSources;
  /** Unix milliseconds of this computer's clock. */
  readonly read_at: number;
}

export function OperationsFoot({ shown, total, filtered, onClear, sources, read_at }: OperationsFootProps) {
  const zone = useZoneName();
  const known = useTold((now) => sourceWords(sources, now));
  const read = useReadAgo(read_at);
  const all = `${total.toLocaleString(personLocale())} ${total === 1 ? 'operation' : 'operations'}`;
  return (
    <ListFoot>
      <span>{filtered ? `${shown.toLocaleString(personLocale())} of ${all} match` : all}</span>
      {filtered && (
        <Button size="compact-xs" onClick={onClear}>
          Clear filters
        </Button>
      )}
      <span className={classes.known} title={known}>
        {known}
      </span>
      <FootEnd title={personZone()}>
        <span className={classes.how}>List read {read}, kept by events · </span>Times {zone}
      </FootEnd>
    </ListFoot>
  );
}
