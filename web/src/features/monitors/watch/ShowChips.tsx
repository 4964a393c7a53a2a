/** Filters of the list with their counts; a click shows one, another click all again. Each always has its place. */
import { Chips } from '../../../ui/Chips.tsx';
import { SHOWS, type Show, type ShowCounts } from './query.ts';

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
    <Chips
      label="Filter by status"
      chips={SHOWS.map((key) => ({ key, word: SHOW_WORD[key], count: counts[key] }))}
      pressed={selected ? [selected] : []}
      onPress={(show) => onChange(show === selected ? undefined : show)}
    />
  );
}
