/** Addresses for events above, deliveries below, the one that is open beside. What one would bookmark is in the address. */
import { Button } from '@mantine/core';
import type { Delivery } from '@waypost/contract/api/hooks';
import { type ReactNode, useState } from 'react';
import { useRefusal } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { NewestFoot } from '../../live/NewestFoot.tsx';
import { useCalm } from '../../ui/calm.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconLock, IconRefresh } from '../../ui/icons.ts';
import { type KeyWords, useShortcuts } from '../../ui/keys.ts';
import { CalmListArea, ListWithPanel } from '../../ui/ListLayout.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { NoMatch } from '../../ui/NoMatch.tsx';
import { useLayout } from '../../ui/use-media.ts';
import { Addresses } from './Addresses.tsx';
import { DELIVERY_GRID_ID, DeliveryList } from './DeliveryList.tsx';
import { DeliveryPanel } from './DeliveryPanel.tsx';
import { Filters } from './Filters.tsx';
import { NoDeliveries } from './NoDeliveries.tsx';
import type { DeliveriesSearch } from './search.ts';
import { REFRESH_MS, useDeliveries } from './use-deliveries.ts';

const KEYS: KeyWords = [
  [['j', '↓'], 'Next delivery'],
  [['k', '↑'], 'Previous delivery'],
  [['Enter'], 'Open the delivery'],
];

export interface DeliveriesViewProps {
  readonly search: DeliveriesSearch;
  readonly onSearch: (change: Partial<DeliveriesSearch>) => void;
  /** Puts buttons into the frame of the page. */
  readonly frame: (parts: { actions: ReactNode; children: ReactNode }) => ReactNode;
}

export function DeliveriesView(props: DeliveriesViewProps) {
  const refusal = useRefusal('administer');
  if (refusal === null) return <Deliveries {...props} />;
  return props.frame({
    actions: null,
    children: (
      <EmptyState
        icon={<IconLock size={32} stroke={1.5} />}
        title="Deliveries are shown to administrators"
        role="status"
      >
        <p>{refusal}</p>
        <p>What the events told is on the board, on each monitor and on each load.</p>
      </EmptyState>
    ),
  });
}

const NONE: readonly never[] = [];
const receivedAt = ({ received_at }: Delivery) => received_at;
const waitingText = (count: number) => (count === 1 ? '1 new delivery' : `${count} new deliveries`);

function Deliveries({ search, onSearch, frame }: DeliveriesViewProps) {
  const { state, event, delivery } = search;
  const list = useDeliveries({ state, event });
  const { items, error } = list;
  const calm = useCalm(items ?? NONE, receivedAt, `${state} ${event}`);
  const phone = useLayout() === 'phone';
  const [byKey, setByKey] = useState(false);
  const filtered = state !== undefined || event !== undefined;
  const problem = error ? asProblem(error) : null;

  const toGrid = () => document.getElementById(DELIVERY_GRID_ID)?.focus();
  const open = (id: string, by_key: boolean) => {
    setByKey(by_key);
    onSearch({ delivery: id });
  };
  const close = () => {
    onSearch({ delivery: undefined });
    toGrid();
  };
  useShortcuts({ j: toGrid, k: toGrid, Escape: () => delivery !== undefined && close() }, KEYS);
  const clear = () => onSearch({ state: undefined, event: undefined });

  const rows = () => {
    if (!items)
      return problem ? (
        <ProblemState problem={problem} onRetry={list.refresh} />
      ) : (
        <ListSkeleton label="Loading the deliveries" />
      );
    if (items.length === 0)
      return filtered ? (
        <NoMatch title="No delivery matches" clear="Show all deliveries" onClear={clear}>
          There are none of this state and family of events.
        </NoMatch>
      ) : (
        <NoDeliveries />
      );
    return (
      <DeliveryList
        deliveries={calm.shown}
        has_more={list.has_more}
        as_cards={phone}
        selected={delivery}
        onOpen={open}
      />
    );
  };
  return frame({
    actions: (
      <Button
        leftSection={<IconRefresh size={16} aria-hidden />}
        aria-busy={list.reading}
        onClick={list.refresh}
      >
        Refresh
      </Button>
    ),
    children: (
      <ListWithPanel
        panel={
          delivery !== undefined && (
            <DeliveryPanel
              key={delivery}
              id={delivery}
              takes_focus={byKey}
              onOpen={(id) => open(id, true)}
              onClose={close}
            />
          )
        }
      >
        <Addresses />
        <Filters state={state} event={event} onChange={onSearch} />
        {items && problem && <ProblemState problem={problem} onRetry={list.refresh} small />}
        <CalmListArea calm={calm} waitingText={waitingText} waiting_at="head">
          {rows()}
        </CalmListArea>
        {items && items.length > 0 && (
          <NewestFoot
            count={items.length}
            words={['delivery', 'deliveries']}
            has_more={list.has_more}
            reading_more={list.reading_more}
            onMore={list.more}
            filtered={filtered}
            onClear={clear}
            read_at={list.read_at}
            again={list.follows ? `again every ${REFRESH_MS / 1000} s` : 'again on request'}
          />
        )}
      </ListWithPanel>
    ),
  });
}
