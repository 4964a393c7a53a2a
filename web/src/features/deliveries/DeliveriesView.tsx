/** Addresses for events above, deliveries below, the one that is open beside. What one would bookmark is in the address. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useRefusal } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconLock, IconRefresh } from '../../ui/icons.ts';
import { useShortcuts } from '../../ui/keys.ts';
import { useLayout } from '../../ui/use-media.ts';
import { Addresses } from './Addresses.tsx';
import { useCalm } from './calm.ts';
import classes from './DeliveriesView.module.css';
import { DELIVERY_GRID_ID, DeliveryList } from './DeliveryList.tsx';
import { DeliveryPanel } from './DeliveryPanel.tsx';
import { Filters } from './Filters.tsx';
import { ListFoot } from './ListFoot.tsx';
import { DeliverySkeleton, NoDeliveries, NoMatch } from './ListStates.tsx';
import type { DeliveriesSearch } from './search.ts';
import { useDeliveries } from './use-deliveries.ts';

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

function Deliveries({ search, onSearch, frame }: DeliveriesViewProps) {
  const { state, event, delivery } = search;
  const list = useDeliveries({ state, event });
  const { items, error } = list;
  const calm = useCalm(items ?? NONE);
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
  useShortcuts({ j: toGrid, k: toGrid, Escape: () => delivery !== undefined && close() });
  const clear = () => onSearch({ state: undefined, event: undefined });

  const rows = () => {
    if (!items)
      return problem ? <ProblemState problem={problem} onRetry={list.refresh} /> : <DeliverySkeleton />;
    if (items.length === 0) return filtered ? <NoMatch onClear={clear} /> : <NoDeliveries />;
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
      <div className={classes.view} data-open={delivery !== undefined || undefined}>
        <div className={classes.main}>
          <Addresses />
          <Filters state={state} event={event} onChange={onSearch} />
          {items && problem && <ProblemState problem={problem} onRetry={list.refresh} small />}
          <div
            className={classes.list}
            onPointerEnter={({ pointerType }) => pointerType === 'mouse' && calm.hold()}
            onPointerLeave={calm.release}
          >
            {rows()}
            {calm.waiting > 0 && (
              <button type="button" className={classes.waiting} onClick={calm.hold}>
                {calm.waiting === 1 ? '1 new delivery' : `${calm.waiting} new deliveries`}: show
              </button>
            )}
          </div>
          {items && items.length > 0 && (
            <ListFoot
              count={items.length}
              has_more={list.has_more}
              reading_more={list.reading_more}
              onMore={list.more}
              filtered={filtered}
              onClear={clear}
              read_at={list.read_at}
              follows={list.follows}
            />
          )}
        </div>
        {delivery !== undefined && (
          <div className={classes.panel}>
            <DeliveryPanel
              key={delivery}
              id={delivery}
              takes_focus={byKey}
              onOpen={(id) => open(id, true)}
              onClose={close}
            />
          </div>
        )}
      </div>
    ),
  });
}
