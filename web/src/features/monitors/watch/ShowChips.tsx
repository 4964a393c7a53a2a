/** Filters of the list with their counts; a click shows one, another click all again. Each always has its place. */

import { SHOWS, type Show, type ShowCounts } from './query.ts';
import classes from './ShowChips.module.css';

export const SHOW_WORD: Readonly<Record<Show, string>> = {
  active: 'Active',
  attention: 'Needs attention',
  completed: 'Completed',
  expired: 'Expired',
  cancelled: 'Cancelled',
  unknown: 'Unknown',
};

export interface ShowChipsProps {
  readonly counts: ShowCounts;
  readonly selected: Show | undefined;
  readonly onChange: (show: Show | undefined) => void;
}

export function ShowChips({ counts, selected, onChange }: ShowChipsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border and a legend of its own.
    <div className={classes.chips} role="group" aria-label="Filter by status">
      {SHOWS.map((show) => (
        <button
          key={show}
          type="button"
          className={classes.chip}
          aria-pressed={show === selected}
          data-none={counts[show] === 0 || undefined}
          onClick={() => onChange(show === selected ? undefined : show)}
        >
          {SHOW_WORD[show]} <span className={classes.count}>{counts[show].toLocaleString('en-US')}</span>
        </button>
      ))}
    </div>
  );
}
