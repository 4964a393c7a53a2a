/** Foot of a list: how much is shown, the way out of a filter, as of when, and whose times these are. */
import { Button } from '@mantine/core';
import { useReadAgo, useZoneName } from '../../live/read-ago.ts';
import { FootEnd, ListFoot, NotOnPhone } from '../../ui/ListFoot.tsx';
import { personLocale } from '../../ui/locale.ts';
import { personZone } from '../../ui/time.ts';
import classes from './AgreementsFoot.module.css';
import { countText } from './names.ts';

export interface AgreementsFootProps {
  /** "agreement" */
  readonly what: string;
  readonly shown: number;
  readonly total: number;
  readonly filtered: boolean;
  readonly onClear: () => void;
  /** When the service was read; null: never. */
  readonly read_at: string | null;
  /** Why the last reading failed. */
  readonly read_problem: string | null;
}

export function AgreementsFoot(props: AgreementsFootProps) {
  const { what, shown, total, filtered, onClear, read_at, read_problem } = props;
  const zone = useZoneName();
  const read = useReadAgo(read_at === null ? null : Date.parse(read_at));
  return (
    <ListFoot slim>
      <span>
        {filtered
          ? `${shown.toLocaleString(personLocale())} of ${countText(total, what)} ${shown === 1 ? 'matches' : 'match'}`
          : countText(total, what)}
      </span>
      {filtered && (
        <Button size="compact-xs" onClick={onClear}>
          Clear filters
        </Button>
      )}
      {read_problem && (
        <span className={classes.problem} role="status" title={read_problem}>
          Not current: {read_problem}
        </span>
      )}
      <FootEnd title={personZone()}>
        {read === null ? 'Never read' : `Read ${read}`}
        <NotOnPhone> · Times {zone}</NotOnPhone>
      </FootEnd>
    </ListFoot>
  );
}
