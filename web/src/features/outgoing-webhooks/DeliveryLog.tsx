/** What was sent to a webhook, newest first. */
import { Button, NativeSelect } from '@mantine/core';
import { OUTGOING_STATES, type OutgoingDelivery } from '@waypost/contract/api/outgoing-webhooks';
import { useState } from 'react';
import { QueryState } from '../../api/QueryState.tsx';
import { Age } from '../../live/Age.tsx';
import { useNow } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import { IconAlertTriangleFilled, IconCheck, IconClock } from '../../ui/icons.ts';
import { Status } from '../../ui/resource-list/cells.tsx';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import classes from './OutgoingWebhooks.module.css';
import { useOutgoingDeliveries } from './use-outgoing-webhooks.ts';
import { DELIVERY_WORD, eventText, resultText } from './words.ts';

const LOOKS = {
  waiting: { icon: IconClock, tone: undefined },
  delivered: { icon: IconCheck, tone: 'quiet' },
  given_up: { icon: IconAlertTriangleFilled, tone: 'strong' },
} as const;

export function DeliveryResult({ delivery }: { readonly delivery: OutgoingDelivery }) {
  const text = useNow((now) => resultText(delivery, now));
  return <Status {...LOOKS[delivery.state]}>{text}</Status>;
}

export interface DeliveryLogProps {
  readonly webhook_id: string;
  readonly onOpen: (delivery_id: string) => void;
}

export function DeliveryLog({ webhook_id, onOpen }: DeliveryLogProps) {
  const [state, setState] = useState<OutgoingDelivery['state'] | null>(null);
  const log = useOutgoingDeliveries(webhook_id, state);
  const { items } = log;
  return (
    <Section
      title="Log"
      aside={
        <NativeSelect
          aria-label="Filter the log"
          size="xs"
          value={state ?? ''}
          data={[
            { value: '', label: 'All' },
            ...OUTGOING_STATES.map((value) => ({ value, label: DELIVERY_WORD[value] })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            setState(OUTGOING_STATES.find((one) => one === value) ?? null)
          }
        />
      }
    >
      <QueryState query={{ ...log, data: items }} label="Loading the log" />
      {items?.length === 0 && (
        <p className={shared.small} style={{ margin: '12px 0' }}>
          {state === null
            ? 'Nothing sent yet. Only events that happen after the webhook was added are sent.'
            : `No events with status “${DELIVERY_WORD[state]}”.`}
        </p>
      )}
      <ul className={classes.log}>
        {items?.map((delivery) => (
          <li key={delivery.delivery_id}>
            <button type="button" className={classes.entry} onClick={() => onOpen(delivery.delivery_id)}>
              <span>
                {eventText(delivery.event_name)}
                {delivery.load_ref !== null && ` · ${isolated(delivery.load_ref)}`}
              </span>
              <Age at={delivery.created_at} ago />
              <span className={shared.small}>
                <DeliveryResult delivery={delivery} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {log.hasNextPage && (
        <Button size="compact-sm" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Section>
  );
}
