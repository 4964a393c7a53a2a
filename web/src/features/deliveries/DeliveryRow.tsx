/** One delivery of the list: as a row of the table, and as a card on a phone. */
import type { Delivery } from '@waypost/contract/api/hooks';
import { memo } from 'react';
import { Age } from '../../live/Age.tsx';
import { useTold } from '../../live/context.ts';
import { GridCell } from '../../ui/Grid.tsx';
import { useWritingKey } from '../../ui/prefs.ts';
import { shortDateTime } from '../../ui/time.ts';
import classes from './DeliveryRow.module.css';
import { DeliveryState } from './DeliveryState.tsx';
import { briefly, bytesText, eventWords, outcomeText, purposeTitle } from './words.ts';

export interface DeliveryRowProps {
  readonly delivery: Delivery;
}

const signedText = ({ signed_at, state }: Delivery) =>
  state === 'unverified' ? 'Not verified' : signed_at === null ? 'Not signed' : 'Signed';

export const DeliveryCells = memo(function DeliveryCells({ delivery }: DeliveryRowProps) {
  useWritingKey();
  const outcome = outcomeText(delivery);
  return (
    <>
      <GridCell data-column="event">
        <div className={classes.name}>{eventWords(delivery.event_name)}</div>
        <RawName delivery={delivery} />
      </GridCell>
      <GridCell data-column="outcome" className={classes.outcome} title={outcome}>
        {briefly(outcome)}
      </GridCell>
      <GridCell data-column="state">
        <DeliveryState state={delivery.state} />
      </GridCell>
      <GridCell data-column="received">
        <Age at={delivery.received_at} ago />
        <Absolute at={delivery.received_at} />
      </GridCell>
      <GridCell data-column="tries" data-figure>
        {delivery.tries}
      </GridCell>
      <GridCell data-column="signed">{signedText(delivery)}</GridCell>
      <GridCell data-column="bytes" data-figure>
        {bytesText(delivery.bytes)}
      </GridCell>
    </>
  );
});

export const DeliveryCard = memo(function DeliveryCard({ delivery }: DeliveryRowProps) {
  useWritingKey();
  const { tries } = delivery;
  return (
    <GridCell className={classes.card}>
      <div className={classes.line}>
        <span className={classes.name}>{eventWords(delivery.event_name)}</span>
        <DeliveryState state={delivery.state} />
      </div>
      <RawName delivery={delivery} />
      <div className={classes.clipped}>{briefly(outcomeText(delivery))}</div>
      <div className={classes.line}>
        <span className={classes.received}>
          <Age at={delivery.received_at} ago />
          <Absolute at={delivery.received_at} />
        </span>
        <span className={classes.second}>
          {tries === 1 ? '1 try' : `${tries} tries`} · {signedText(delivery).toLowerCase()} ·{' '}
          {bytesText(delivery.bytes)}
        </span>
      </div>
    </GridCell>
  );
});

function RawName({ delivery: { event_name, purpose } }: DeliveryRowProps) {
  return event_name === null ? (
    <div className={classes.second}>to the address for {purposeTitle(purpose).toLowerCase()}</div>
  ) : (
    <div className={classes.raw} title={event_name}>
      {event_name}
    </div>
  );
}

/** Nothing where the age says it already: beyond a day. */
function Absolute({ at }: { readonly at: string }) {
  const text = useTold((now) => (now - Date.parse(at) < DAY ? shortDateTime(at, now) : null));
  return text !== null && <div className={classes.second}>{text}</div>;
}

const DAY = 86_400_000;
