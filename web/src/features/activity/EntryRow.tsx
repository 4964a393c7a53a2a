/** One entry of the log: as a row of the table, and as a card on a phone. */

import type { ActivityEntry } from '@waypost/contract/api/session';
import { memo } from 'react';
import { Age } from '../../live/Age.tsx';
import { useTold } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import { GridCell } from '../../ui/Grid.tsx';
import { useWritingKey } from '../../ui/prefs.ts';
import { personZone, shortDateTime } from '../../ui/time.ts';
import { minuteText } from '../../ui/zoned.ts';
import { changeOf, particulars, valueText } from './difference.ts';
import classes from './EntryRow.module.css';
import { Outcome } from './Outcome.tsx';
import { actionText, fieldText } from './words.ts';

export interface EntryRowProps {
  readonly entry: ActivityEntry;
}

export const whoText = ({ name, sub }: ActivityEntry): string => name ?? sub ?? 'Waypost itself';

const MOST = 3;
/** Ids say nothing in a row; the kind of what was created stands in the words of the action. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `Expiration date: Nov 24, 2026, 09:00 CST → none`; without two sides what else was written down. */
export function brief({ detail }: Pick<ActivityEntry, 'detail'>): string {
  const told = (value: unknown) => isolated(valueText(value, (at) => minuteText(at, personZone())));
  const { kind, differences } = changeOf(detail);
  const changed =
    kind === 'gone'
      ? []
      : differences.map(
          ({ field, before, after }) =>
            `${kind === 'wanted' ? 'Wanted ' : ''}${fieldText(field)}: ${told(before)} → ${told(after)}`,
        );
  const parts =
    changed.length > 0
      ? changed
      : particulars(detail)
          .filter(
            ([name, value]) => name !== 'kind' && value !== null && value !== '' && !UUID.test(String(value)),
          )
          .map(([name, value]) => `${fieldText(name)}: ${told(value)}`);
  const more = parts.length - MOST;
  return parts.slice(0, MOST).join('; ') + (more > 0 ? `; ${more} more` : '');
}

export const EntryCells = memo(function EntryCells({ entry }: EntryRowProps) {
  useWritingKey();
  const text = brief(entry);
  return (
    <>
      <GridCell data-column="at">
        <Age at={entry.at} ago />
        <Absolute at={entry.at} />
      </GridCell>
      <GridCell data-column="who">{whoText(entry)}</GridCell>
      <GridCell data-column="what">
        <div className={classes.name}>{actionText(entry.action)}</div>
        {entry.target && (
          <div className={classes.second} title={entry.target}>
            {entry.target}
          </div>
        )}
      </GridCell>
      <GridCell data-column="change" className={classes.change} title={text}>
        {text}
      </GridCell>
      <GridCell data-column="outcome">
        <Outcome outcome={entry.outcome} />
      </GridCell>
    </>
  );
});

export const EntryCard = memo(function EntryCard({ entry }: EntryRowProps) {
  useWritingKey();
  return (
    <GridCell className={classes.card}>
      <div className={classes.line}>
        <span className={classes.name}>{actionText(entry.action)}</span>
        <Age at={entry.at} ago className={classes.second} />
      </div>
      <div className={classes.line}>
        <span className={classes.clipped}>
          {isolated(whoText(entry))}
          {entry.target && ` · ${isolated(entry.target)}`}
        </span>
        <Outcome outcome={entry.outcome} />
      </div>
      <div className={classes.second}>{brief(entry)}</div>
    </GridCell>
  );
});

const DAY = 86_400_000;

/** Nothing where the age says it already: beyond a day. */
function Absolute({ at }: { readonly at: string }) {
  const text = useTold((now) => (now - Date.parse(at) < DAY ? shortDateTime(at, now) : null));
  return text !== null && <div className={classes.second}>{text}</div>;
}
