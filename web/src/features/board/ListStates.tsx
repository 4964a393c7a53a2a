/** What the list shows in place of rows: nothing matches, or nothing needs attention. Loaded when first needed. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCounts, useOutage } from '../../live/context.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconCheck, IconClock, IconSearch } from '../../ui/icons.ts';
import type { Tab } from './search.ts';

interface ListStatesProps {
  readonly tab: Tab;
  readonly filtered: boolean;
  readonly onClear: () => void;
  /** Shown while the board has no load at all. */
  readonly no_loads: ReactNode;
  readonly onAll: () => void;
}

export function ListStates({ tab, filtered, onClear, no_loads, onAll }: ListStatesProps) {
  const { total } = useCounts();
  const outage = useOutage();
  if (total === 0) return no_loads;
  if (filtered)
    return (
      <EmptyState
        icon={IconSearch}
        title={tab === 'attention' ? 'No loads that need attention match' : 'No loads match'}
        action={
          <>
            <Button onClick={onClear}>Clear filters</Button>
            {tab === 'attention' && <Button onClick={onAll}>Search all loads</Button>}
          </>
        }
      >
        Search covers load numbers, units, VINs, plates, stops and places.
      </EmptyState>
    );
  if (outage)
    return (
      <EmptyState icon={IconClock} title="Nothing needed attention at the last update">
        Updates resume automatically.
      </EmptyState>
    );
  return (
    <EmptyState icon={IconCheck} title="Nothing needs attention">
      Every watched load has a reporting truck, and no sign of a wrong truck.
    </EmptyState>
  );
}
