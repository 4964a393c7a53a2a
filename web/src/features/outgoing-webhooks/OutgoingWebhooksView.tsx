import type { OutgoingWebhook } from '@waypost/contract/api/outgoing-webhooks';
import { useState } from 'react';
import { forAdministrators } from '../../api/QueryState.tsx';
import { Age } from '../../live/Age.tsx';
import { ApiDescription } from '../../live/ApiDescription.tsx';
import { useNow } from '../../live/context.ts';
import { ResourceList } from '../../live/ResourceList.tsx';
import { Button } from '../../ui/buttons.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import {
  IconAlertTriangleFilled,
  IconCheck,
  IconPlayerPause,
  IconPlugConnected,
  IconPlus,
} from '../../ui/icons.ts';
import type { ShortcutHelp } from '../../ui/keys.ts';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { Primary, Secondary, Status } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import { DeliveryDetail } from './Deliveries.tsx';
import { addressText, eventsText, stateText, statusOf, useOutgoingWebhooks } from './outgoing-webhooks.ts';
import type { OutgoingWebhooksSearch } from './search.ts';
import { WebhookForm } from './WebhookForm.tsx';
import { SecretOnce, WebhookDetails } from './WebhookPanel.tsx';

export const OutgoingWebhooksView = forAdministrators(Webhooks, {
  title: 'Outgoing webhooks',
  denied: 'Outgoing webhooks are for administrators',
});

const NEW = 'new';
const SHORTCUTS: ShortcutHelp = [[['a'], 'New webhook']];
const idOf = ({ webhook_id }: OutgoingWebhook) => webhook_id;

/** A signing secret, held only while its webhook stays open after creation; it cannot be fetched later. */
interface ShownSecret {
  readonly webhook_id: string;
  readonly secret: string;
}

function Webhooks({ search, onSearch }: ViewProps<OutgoingWebhooksSearch>) {
  const read = useOutgoingWebhooks();
  const { data: webhooks } = read;
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const add = () => onSearch({ form: 'new', webhook: undefined, delivery: undefined });
  const show = (webhook: string | undefined) => {
    setShown(null);
    onSearch({ webhook, form: undefined, delivery: undefined });
  };
  const button = (
    <Button variant="filled" icon={IconPlus} onClick={add}>
      New webhook
    </Button>
  );
  return (
    <ResourceList
      title="Outgoing webhooks"
      id="outgoing-webhook-list"
      words={['webhook', 'webhooks']}
      search={search}
      onSearch={onSearch}
      filters={[]}
      opens={['webhook', 'form', 'delivery']}
      rows={webhooks}
      keyOf={idOf}
      read={read}
      columns={COLUMNS}
      empty={
        <EmptyState icon={IconPlugConnected} title="No outgoing webhooks yet" action={button}>
          <p>
            Waypost notifies your TMS about loads, exceptions, arrivals and departures, estimates, invitations
            and agreements. Each event is signed, and retried for a day until it is received.{' '}
            <ApiDescription /> has every field, under <code>webhooks</code>.
          </p>
        </EmptyState>
      }
      selected={search.form === 'new' ? NEW : (search.webhook ?? null)}
      onSelect={show}
      panel={(id, { close }) => {
        if (id === NEW)
          return (
            <WebhookForm
              key={NEW}
              webhook={null}
              onDone={(webhook_id, secret) => {
                setShown(secret === null ? null : { webhook_id, secret });
                onSearch({ webhook: webhook_id, form: undefined }, true);
              }}
              onClose={close}
            />
          );
        const webhook = webhooks?.find(({ webhook_id }) => webhook_id === id);
        if (webhook && search.form === 'edit')
          return (
            <WebhookForm
              key={id}
              webhook={webhook}
              onDone={() => onSearch({ form: undefined }, true)}
              onClose={() => onSearch({ form: undefined }, true)}
            />
          );
        return undefined;
      }}
      record={{
        nameOf: ({ url }) => addressText(url),
        missing: 'It may have been deleted.',
        focus_key: search.delivery,
        above: (id) => shown?.webhook_id === id && <SecretOnce secret={shown.secret} />,
        body: (webhook, { close }) =>
          search.delivery === undefined ? (
            <WebhookDetails
              webhook={webhook}
              onSecret={(secret) => setShown({ webhook_id: webhook.webhook_id, secret })}
              onDelivery={(delivery) => onSearch({ delivery })}
              onEdit={() => onSearch({ form: 'edit', delivery: undefined })}
              onClose={close}
            />
          ) : (
            <DeliveryDetail
              key={search.delivery}
              delivery_id={search.delivery}
              is_off={webhook.off !== null}
              onBack={() => onSearch({ delivery: undefined })}
            />
          ),
      }}
      shortcuts={{ run: { a: add }, words: SHORTCUTS }}
      actions={button}
      foot={{ children: <ApiDescription /> }}
    />
  );
}

const STATUS_STYLE = {
  active: { icon: IconCheck, tone: 'quiet' },
  failing: { icon: IconAlertTriangleFilled, tone: 'strong' },
  off: { icon: IconPlayerPause, tone: 'past' },
} as const;

function State({ webhook }: { readonly webhook: OutgoingWebhook }) {
  const text = useNow((now) => stateText(webhook, now));
  // Turned off by Waypost, so someone must act.
  const style = webhook.off?.by_name === null ? STATUS_STYLE.failing : STATUS_STYLE[statusOf(webhook)];
  return <Status {...style}>{text}</Status>;
}

function LastDelivered({ webhook: { last_delivered_at } }: { readonly webhook: OutgoingWebhook }) {
  return last_delivered_at === null ? <Secondary>Never</Secondary> : <Age at={last_delivered_at} ago />;
}

const Address = ({ webhook }: { readonly webhook: OutgoingWebhook }) => (
  <Primary title={webhook.url}>{addressText(webhook.url)}</Primary>
);

const COLUMNS: readonly Column<OutgoingWebhook>[] = [
  {
    id: 'address',
    header: 'Webhook',
    width: '2fr',
    card: 'title',
    cell: (webhook) => (
      <>
        <Address webhook={webhook} />
        <Secondary title={eventsText(webhook)}>{eventsText(webhook)}</Secondary>
      </>
    ),
  },
  {
    id: 'state',
    header: 'Status',
    width: '2fr',
    card: 'line',
    cell: (webhook) => (
      <>
        <State webhook={webhook} />
        {webhook.failing && !webhook.off && (
          <Secondary title={webhook.failing.problem}>{webhook.failing.problem}</Secondary>
        )}
      </>
    ),
  },
  {
    id: 'waiting',
    header: 'Waiting',
    width: 64,
    numeric: true,
    card: 'labeled',
    cell: ({ waiting }) => waiting,
  },
  {
    id: 'delivered',
    header: 'Last delivered',
    width: 128,
    card: 'labeled',
    cell: (webhook) => <LastDelivered webhook={webhook} />,
  },
];
