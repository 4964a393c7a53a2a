/** What the list says when it has no rows: loading, nothing watched yet, nothing wrong, or filtered to nothing. */
import { Button } from '@mantine/core';
import { ProblemState } from '../../api/ProblemState.tsx';
import { Problem } from '../../api/problem.ts';
import { useConnection, useCounts, useLive, useLoaded } from '../../live/context.ts';
import { useOutage } from '../../live/outage.ts';
import { EmptyState, ListSkeleton } from '../../ui/EmptyState.tsx';
import { IconCheck, IconClock, IconSearch, IconTruckOff, IconWifiOff } from '../../ui/icons.ts';
import type { Tab } from './search.ts';

export interface ListStatesProps {
  readonly tab: Tab;
  readonly filtered: boolean;
  readonly onClear: () => void;
  readonly onAdd: () => void;
  readonly onAll: () => void;
}

export function ListStates({ tab, filtered, onClear, onAdd, onAll }: ListStatesProps) {
  const loaded = useLoaded();
  const { total } = useCounts();
  const outage = useOutage();
  if (!loaded) return <NotLoaded />;
  if (total === 0)
    return (
      <EmptyState
        icon={<IconTruckOff size={32} stroke={1.5} />}
        title="No loads yet"
        action={
          <Button variant="filled" onClick={onAdd}>
            Add loads
          </Button>
        }
      >
        Paste load numbers or IDs. The loads then show here, with live updates, for everyone.
      </EmptyState>
    );
  if (filtered)
    return (
      <EmptyState
        icon={<IconSearch size={32} stroke={1.5} />}
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
      <EmptyState
        icon={<IconClock size={32} stroke={1.5} />}
        title="Nothing needed attention at the last update"
      >
        Updates resume automatically.
      </EmptyState>
    );
  return (
    <EmptyState icon={<IconCheck size={32} stroke={1.5} />} title="Nothing needs attention">
      Every watched load has a reporting truck, and no sign of a wrong truck.
    </EmptyState>
  );
}

function NotLoaded() {
  const connection = useConnection();
  const live = useLive();
  if (connection.phase === 'refused') return <ProblemState problem={connection.problem} />;
  if (connection.phase === 'offline')
    return (
      <EmptyState icon={<IconWifiOff size={32} stroke={1.5} />} title="This computer is offline" role="alert">
        No data yet. Waypost starts automatically when the network is back.
      </EmptyState>
    );
  if (connection.phase === 'reconnecting')
    return (
      <ProblemState
        problem={
          connection.problem ??
          new Problem({
            code: 0,
            reason: 'server_unreachable',
            message: 'The Waypost server is not responding',
          })
        }
        onRetry={() => live.connection.start()}
      />
    );
  return <ListSkeleton label="Loading loads" />;
}
