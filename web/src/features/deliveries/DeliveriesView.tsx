/** Event addresses above, deliveries below, the one that is open beside. What one would bookmark is in the address. */
import { NativeSelect } from '@mantine/core';
import { DELIVERY_STATES } from '@waypost/contract/api/words';
import { use } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { ResourceFoot } from '../../live/ResourceFoot.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconLock, IconWebhook } from '../../ui/icons.ts';
import { PageFrameContext } from '../../ui/page-frame.ts';
import { ResourceList } from '../../ui/resource-list/ResourceList.tsx';
import { Addresses } from './Addresses.tsx';
import { CARDS, COLUMNS } from './columns.tsx';
import { DeliveryPanel } from './DeliveryPanel.tsx';
import type { DeliveriesSearch } from './search.ts';
import { REFRESH_MS, useDeliveries } from './use-deliveries.ts';
import { DELIVERY_STATE_WORD, FAMILIES } from './words.ts';

export interface DeliveriesViewProps {
  readonly search: DeliveriesSearch;
  readonly onSearch: (change: Partial<DeliveriesSearch>) => void;
}

export function DeliveriesView(props: DeliveriesViewProps) {
  const disabledReason = useDisabledReason('administer');
  const Frame = use(PageFrameContext);
  if (disabledReason === null) return <Deliveries {...props} />;
  return (
    <Frame title="Deliveries">
      <EmptyState
        icon={<IconLock size={32} stroke={1.5} />}
        title="Deliveries are for administrators"
        role="status"
      >
        <p>{disabledReason}</p>
        <p>Their updates show on the board, monitors and loads.</p>
      </EmptyState>
    </Frame>
  );
}

const idOf = ({ id }: { readonly id: string }) => id;
const STATE_CHIPS = DELIVERY_STATES.map((key) => ({ key, word: DELIVERY_STATE_WORD[key] }));

function Deliveries({ search, onSearch }: DeliveriesViewProps) {
  const { state, event, delivery } = search;
  const list = useDeliveries({ state, event });
  const filtered = state !== undefined || event !== undefined;
  const clear = () => onSearch({ state: undefined, event: undefined });
  return (
    <ResourceList
      title="Deliveries"
      id="delivery-list"
      words={['delivery', 'deliveries']}
      rows={list.items}
      keyOf={idOf}
      hasMore={list.has_more}
      error={list.error}
      onRetry={list.refresh}
      columns={COLUMNS}
      cards={CARDS}
      query={`${state} ${event}`}
      filtered={filtered}
      onClear={clear}
      above={<Addresses />}
      chips={{
        label: 'Filter by state',
        chips: STATE_CHIPS,
        value: state,
        onChange: (key) => onSearch({ state: DELIVERY_STATES.find((one) => one === key) }),
      }}
      filters={<FamilySelect event={event} onChange={(family) => onSearch({ event: family })} />}
      empty={
        <EmptyState icon={<IconWebhook size={32} stroke={1.5} />} title="No deliveries yet">
          <p>
            The tracking service sends an event to one of the addresses above when something happens, such as
            a truck arriving at a stop.
          </p>
          <p>
            Waypost subscribes with the first monitor or invitation, or now with “Subscribe”. An address that
            must be registered by hand receives nothing until then.
          </p>
        </EmptyState>
      }
      noMatch="No deliveries match this status and event type."
      selected={delivery ?? null}
      onSelect={(id) => onSearch({ delivery: id })}
      panel={(id, { takesFocus, open, close }) => (
        <DeliveryPanel key={id} id={id} takes_focus={takesFocus} onOpen={open} onClose={close} />
      )}
      refresh={{ busy: list.reading, run: list.refresh }}
      foot={
        <ResourceFoot
          words={['delivery', 'deliveries']}
          shown={list.items?.length ?? 0}
          total={null}
          filtered={filtered}
          onClear={clear}
          more={list.has_more ? { label: 'More', loading: list.reading_more, run: list.more } : null}
          readAt={list.read_at}
          again={list.follows ? `updates every ${REFRESH_MS / 1000} s` : 'updates on refresh'}
        />
      }
    />
  );
}

interface FamilySelectProps {
  readonly event: string | undefined;
  readonly onChange: (event: string | undefined) => void;
}

function FamilySelect({ event, onChange }: FamilySelectProps) {
  // One event, from an address typed by hand.
  const typed = event !== undefined && !FAMILIES.some(({ value }) => value === event);
  return (
    <NativeSelect
      aria-label="Filter by event type"
      size="xs"
      value={event ?? ''}
      data={[
        { value: '', label: 'All events' },
        ...FAMILIES,
        ...(typed ? [{ value: event, label: event }] : []),
      ]}
      onChange={({ currentTarget: { value } }) => onChange(value || undefined)}
    />
  );
}
