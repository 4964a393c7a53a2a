/** Deliveries as a table, and as cards on a phone. */
import type { Delivery } from '@waypost/contract/api/webhooks';
import { purposeTitle } from '../../api/webhooks.ts';
import { AgeAndTime } from '../../live/ResourceList.tsx';
import { IconAlertTriangle, IconAlertTriangleFilled, IconCheck, IconClock } from '../../ui/icons.ts';
import { CardLine, Primary, Secondary, Status, Truncated, TwoLines } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import type { Cards } from '../../ui/resource-list/VirtualGrid.tsx';
import {
  briefly,
  bytesText,
  DELIVERY_STATE_WORD,
  eventWords,
  firstOutcomeText,
  outcomeText,
} from './words.ts';

const STATUS = {
  unverified: [IconAlertTriangle, undefined],
  stored: [IconClock, undefined],
  done: [IconCheck, 'quiet'],
  failed: [IconAlertTriangleFilled, 'strong'],
} as const;

export function DeliveryState({ state }: Pick<Delivery, 'state'>) {
  const [icon, tone] = STATUS[state];
  return (
    <Status icon={icon} tone={tone}>
      {DELIVERY_STATE_WORD[state]}
    </Status>
  );
}

/** In the list what it did at first: processed again it did nothing new, as a rule. */
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
      <Primary>{eventWords(delivery.event_name)}</Primary>
      <Secondary title={rawNameText(delivery)}>{rawNameText(delivery)}</Secondary>
    </>
  );
}

/** Room for all of them; with a delivery open beside, the last three give way. */
const WIDE = 961;

export const COLUMNS: readonly Column<Delivery>[] = [
  { id: 'event', header: 'Event', width: '1fr', cell: (delivery) => <EventName delivery={delivery} /> },
  {
    id: 'outcome',
    header: 'Result',
    width: '1.4fr',
    title: resultText,
    cell: (delivery) => <TwoLines>{briefly(resultText(delivery))}</TwoLines>,
  },
  { id: 'state', header: 'State', width: 112, cell: ({ state }) => <DeliveryState state={state} /> },
  {
    id: 'received',
    header: 'Received',
    width: 104,
    cell: ({ received_at }) => <AgeAndTime at={received_at} />,
  },
  {
    id: 'tries',
    header: 'Attempts',
    width: 68,
    numeric: true,
    visibleFrom: WIDE,
    cell: ({ tries }) => tries,
  },
  { id: 'signed', header: 'Signature', width: 84, visibleFrom: WIDE, cell: signedText },
  {
    id: 'bytes',
    header: 'Size',
    width: 64,
    numeric: true,
    visibleFrom: WIDE,
    cell: ({ bytes }) => bytesText(bytes),
  },
];

export const CARDS: Cards<Delivery> = {
  height: 128,
  render: (delivery) => (
    <>
      <CardLine>
        <div style={{ minWidth: 0 }}>
          <EventName delivery={delivery} />
        </div>
        <DeliveryState state={delivery.state} />
      </CardLine>
      <Truncated>{briefly(resultText(delivery))}</Truncated>
      <CardLine>
        <div>
          <AgeAndTime at={delivery.received_at} />
        </div>
        <Secondary>
          {delivery.tries === 1 ? '1 try' : `${delivery.tries} tries`} · {signedText(delivery).toLowerCase()}{' '}
          · {bytesText(delivery.bytes)}
        </Secondary>
      </CardLine>
    </>
  ),
};
