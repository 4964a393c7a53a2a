/** What the list says when it has no rows: reading, none yet, filtered to nothing, or not to be had. */
import type { ReactNode } from 'react';
import { ProblemState } from '../../../api/ProblemState.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconRoute } from '../../../ui/icons.ts';
import { ListSkeleton } from '../../../ui/ListSkeleton.tsx';
import { NoMatch } from '../../../ui/NoMatch.tsx';
import type { MonitorListState } from './store.ts';

export interface ListStatesProps {
  readonly state: MonitorListState;
  readonly total: number;
  /** Monitors that may or may not exist stand above the list. */
  readonly unknown: number;
  readonly onRetry: () => void;
  readonly onClear: () => void;
  /** The way to the first monitor. */
  readonly create: ReactNode;
}

export function ListStates({ state, total, unknown, onRetry, onClear, create }: ListStatesProps) {
  if (total === 0 && state.phase === 'failed' && state.problem)
    return <ProblemState problem={state.problem} onRetry={onRetry} />;
  if (total === 0 && state.phase !== 'read') return <ListSkeleton label="Loading the monitors" />;
  if (total === 0)
    return (
      <EmptyState icon={<IconRoute size={32} stroke={1.5} />} title="No monitors yet" action={create}>
        <p>
          A monitor watches one truck from an origin circle to a destination circle. Its arrivals and
          departures are the actual times that the service itself does not record on a load.
        </p>
        <p>The quickest way is from a load: open it on the board and choose “Watch with a monitor”.</p>
      </EmptyState>
    );
  return (
    <NoMatch
      title={unknown > 0 ? 'No other monitor matches' : 'No monitor matches'}
      clear="Clear filters"
      onClear={onClear}
    >
      Search looks through names, loads, units, VIN, plates and stops, and words such as late and silent.
    </NoMatch>
  );
}
