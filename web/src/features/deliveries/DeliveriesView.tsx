import { NativeSelect } from '@mantine/core';
import { DELIVERY_STATES } from '@waypost/contract/api/url-enums';
import type { Delivery } from '@waypost/contract/api/webhooks';
import { forAdministrators } from '../../api/QueryState.tsx';
import { purposeTitle } from '../../api/webhooks.ts';
import { AgeAndTime, ResourceList } from '../../live/ResourceList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconWebhook } from '../../ui/icons.ts';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { bytesText } from '../../ui/quantities.ts';
import { Primary, Secondary, TwoLines } from '../../ui/resource-list/cells.tsx';
import { type Column, type CsvColumn, csvFields } from '../../ui/resource-list/columns.ts';
import { Addresses } from './Addresses.tsx';
import { DeliveryPanel, DeliveryState } from './DeliveryPanel.tsx';
import {
  DELIVERY_STATE_WORD,
  eventWords,
  FAMILIES,
  firstOutcomeText,
  idOf,
  outcomeText,
  REFRESH_MS,
  shortenIds,
  useDeliveries,
} from './deliveries.ts';
import type { DeliveriesSearch } from './search.ts';

export const DeliveriesView = forAdministrators(Deliveries, {
  title: 'Incoming webhooks',
  denied: 'Incoming webhooks are for administrators',
  hint: 'Their updates show on the board, monitors and loads.',
});

function Deliveries({ search, onSearch }: ViewProps<DeliveriesSearch>) {
  const { state, event } = search;
  const list = useDeliveries({ state, event });
  const counts = list.first?.counts;
  return (
    <ResourceList
      title="Incoming webhooks"
      id="delivery-list"
      words={['delivery', 'deliveries']}
      search={search}
      onSearch={onSearch}
      filters={['state', 'event']}
      opens={['delivery']}
      rows={list.items}
      keyOf={idOf}
      read={list}
      columns={COLUMNS}
      above={<Addresses />}
      chips={{
        label: 'Filter by state',
        name: 'state',
        chips: DELIVERY_STATES.map((key) => ({
          key,
          word: DELIVERY_STATE_WORD[key],
          ...(counts && { count: counts[key] ?? 0 }),
        })),
      }}
      moreFilters={<FamilySelect event={event} onChange={(family) => onSearch({ event: family })} />}
      empty={
        <EmptyState icon={IconWebhook} title="No webhook deliveries yet">
          <p>
            The tracking service sends an event to one of the addresses above when something happens, such as
            a truck arriving at a stop.
          </p>
          <p>
            Waypost subscribes with the first monitor or invitation, or now with “Subscribe”. An address that
            must be registered by hand receives nothing until it is registered.
          </p>
        </EmptyState>
      }
      noMatch="No deliveries match this status and event type."
      panel={(id, { takesFocus, open, close }) => (
        <DeliveryPanel key={id} id={id} takes_focus={takesFocus} onOpen={open} onClose={close} />
      )}
      csv={{ columns: CSV_COLUMNS, title: 'The loaded deliveries, as shown' }}
      foot={{
        again: list.auto_refreshes ? `updates every ${REFRESH_MS / 1000} s` : 'updates on refresh',
      }}
    />
  );
}

interface FamilySelectProps {
  readonly event: string | undefined;
  readonly onChange: (event: string | undefined) => void;
}

function FamilySelect({ event, onChange }: FamilySelectProps) {
  // A single event, typed into the URL.
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

/** The list shows the first result, since processing again usually changes nothing. */
const resultText = (delivery: Delivery) => {
  const first = delivery.state === 'done' ? firstOutcomeText(delivery) : null;
  return first === null ? outcomeText(delivery) : `${first}. Processed again`;
};

const signedText = ({ signed_at, state }: Delivery) =>
  state === 'unverified' ? 'Not verified' : signed_at === null ? 'Not signed' : 'Signed';

const rawNameText = ({ event_name, purpose }: Delivery) =>
  event_name ?? `to the address for ${purposeTitle(purpose).toLowerCase()}`;

function EventName({ delivery }: { readonly delivery: Delivery }) {
  return (
    <>
      <Primary title={delivery.subject ?? undefined}>
        {delivery.subject ?? eventWords(delivery.event_name)}
      </Primary>
      <Secondary title={rawNameText(delivery)}>
        {delivery.subject === null ? rawNameText(delivery) : eventWords(delivery.event_name)}
      </Secondary>
    </>
  );
}

/** Narrower lists, such as next to an open panel, drop the last three columns. */
const WIDE = 961;

const COLUMNS: readonly Column<Delivery>[] = [
  {
    id: 'event',
    header: 'About',
    width: '1.2fr',
    card: 'title',
    cell: (delivery) => <EventName delivery={delivery} />,
  },
  {
    id: 'outcome',
    header: 'Result',
    width: '1.4fr',
    card: 'line',
    title: resultText,
    cell: (delivery) => <TwoLines>{shortenIds(resultText(delivery))}</TwoLines>,
  },
  {
    id: 'state',
    header: 'State',
    width: 112,
    card: 'side',
    cell: ({ state }) => <DeliveryState state={state} />,
  },
  {
    id: 'received',
    header: 'Received',
    width: 104,
    card: 'labeled',
    cell: ({ received_at }) => <AgeAndTime at={received_at} />,
  },
  {
    id: 'tries',
    header: 'Attempts',
    width: 68,
    numeric: true,
    visibleFrom: WIDE,
    card: 'labeled',
    cell: ({ tries }) => tries,
  },
  { id: 'signed', header: 'Signature', width: 84, visibleFrom: WIDE, card: 'labeled', cell: signedText },
  {
    id: 'bytes',
    header: 'Size',
    width: 64,
    numeric: true,
    visibleFrom: WIDE,
    card: 'labeled',
    cell: ({ bytes }) => bytesText(bytes),
  },
];

const CSV_COLUMNS: readonly CsvColumn<Delivery>[] = [
  ...csvFields<Delivery>('received_at_utc', 'event_name', 'subject', 'state'),
  ['result', resultText],
  ...csvFields<Delivery>('tries', 'signed_at', 'bytes', 'purpose', 'event_id'),
  ['delivery_id', ({ id }) => id],
];
