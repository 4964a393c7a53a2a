import type { OutgoingWebhook } from '@waypost/contract/api/outgoing-webhooks';
import { useState } from 'react';
import { attempt } from '../../api/show-problem.ts';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { useNow } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import { Button, GuardedButton, ShownOnce } from '../../ui/buttons.tsx';
import {
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconTrash,
} from '../../ui/icons.ts';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { durationText, fullDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { countText } from '../../ui/units.ts';
import { DeliveryLog } from './Deliveries.tsx';
import { addressText, eventsText, stateText, useOutgoingMutations } from './outgoing-webhooks.ts';

const MINUTE_MS = 60_000;

interface WebhookDetailsProps {
  readonly webhook: OutgoingWebhook;
  readonly onSecret: (secret: string) => void;
  readonly onDelivery: (delivery_id: string | undefined) => void;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

export function SecretOnce({ secret }: { readonly secret: string }) {
  return (
    <ShownOnce
      label="The signing secret"
      secret={secret}
      action="Copy secret"
      lead={
        <>
          <strong>Copy the signing secret now.</strong> Once you close this panel, it can't be shown again.
        </>
      }
    >
      <p>
        Your system uses it to verify that an event is from Waypost: <code>X-Webhook-Signature</code> is the
        base64 of the HMAC-SHA256 over <code>X-Webhook-Timestamp</code>, a dot and the body as received.
      </p>
    </ShownOnce>
  );
}

type Confirmation = 'off' | 'secret' | 'delete';

export function WebhookDetails({ webhook, onSecret, onDelivery, onEdit, onClose }: WebhookDetailsProps) {
  const { webhook_id, off, failing, waiting } = webhook;
  const { test, update } = useOutgoingMutations();
  const [confirming, setConfirming] = useState<Confirmation | null>(null);
  const state = useNow((now) => stateText(webhook, now));
  const turnOn = () => update.mutateAsync({ params: { webhook_id }, body: { active: true } });
  return (
    <>
      <Section title="Status">
        <p className={shared.anywhere} role="status">
          {state}.{off?.reason && ` ${off.reason}.`}
          {!off && failing && ` The last attempt: ${failing.problem}.`}
        </p>
        <div className={shared.wrappedBelow}>
          <GuardedButton
            variant="filled"
            icon={IconPlugConnected}
            disabledReason={off ? 'Turn the webhook on first' : null}
            loading={test.isPending}
            onClick={() =>
              void attempt('Test event not sent', async () => {
                const { delivery_id } = await test.mutateAsync({ params: { webhook_id } });
                onDelivery(delivery_id);
              })
            }
          >
            Send test event
          </GuardedButton>
          {off ? (
            <Button
              icon={IconPlayerPlay}
              loading={update.isPending}
              onClick={() => void attempt('Webhook not turned on', turnOn)}
            >
              Turn on
            </Button>
          ) : (
            <Button icon={IconPlayerPause} onClick={() => setConfirming('off')}>
              Turn off
            </Button>
          )}
          <Button icon={IconPencil} onClick={onEdit}>
            Edit
          </Button>
        </div>
      </Section>
      <Section title="About">
        <Facts>
          <Fact name="Address">{isolated(webhook.url)}</Fact>
          <Fact name="Events">{eventsText(webhook)}</Fact>
          <Fact name="Positions">
            {webhook.events.includes('position.reported')
              ? `At most every ${durationText(webhook.position_minutes * MINUTE_MS)} for each load`
              : 'Not sent'}
          </Fact>
          <Fact name="Estimates">
            {webhook.events.includes('estimate.moved')
              ? `When one moves by ${durationText(webhook.estimate_minutes * MINUTE_MS)} or more`
              : 'Not sent'}
          </Fact>
          <Fact name="Waiting">{waiting === 0 ? 'No events' : countText(waiting, 'event')}</Fact>
          <Fact name="Last delivered">
            {webhook.last_delivered_at ? fullDateTime(webhook.last_delivered_at) : 'Never'}
          </Fact>
          <Fact name="Created">
            {fullDateTime(webhook.created_at)} by {isolated(webhook.created_by_name)}
          </Fact>
        </Facts>
        <div className={shared.wrappedBelow}>
          <Button icon={IconKey} onClick={() => setConfirming('secret')}>
            Replace secret
          </Button>
          <Button icon={IconTrash} onClick={() => setConfirming('delete')}>
            Delete webhook
          </Button>
        </div>
      </Section>
      <DeliveryLog webhook_id={webhook_id} onOpen={onDelivery} />
      {confirming && (
        <ConfirmAction
          confirming={confirming}
          webhook={webhook}
          onSecret={onSecret}
          onDeleted={onClose}
          onClose={() => setConfirming(null)}
        />
      )}
    </>
  );
}

interface ConfirmActionProps {
  readonly confirming: Confirmation;
  readonly webhook: OutgoingWebhook;
  readonly onSecret: (secret: string) => void;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

function ConfirmAction({ confirming, webhook, onSecret, onDeleted, onClose }: ConfirmActionProps) {
  const { update, replaceSecret, remove } = useOutgoingMutations();
  const params = { webhook_id: webhook.webhook_id };
  const { waiting } = webhook;
  const name = isolated(addressText(webhook.url));
  const waits = countText(waiting, 'waiting event');
  const { words, ...dialog } = {
    off: {
      title: `Turn off ${name}?`,
      action: 'Turn off',
      keep: 'Keep webhook on',
      failure_title: 'Not turned off',
      words: `Events that occur while it is off are not sent by themselves; the API's replay can send them later.${waiting > 0 ? ` ${waits} will be sent when it is turned back on.` : ''}`,
      act: async () => {
        await update.mutateAsync({ params, body: { active: false } });
        const turnOn = () => update.mutate({ params, body: { active: true } });
        toast({ title: 'Webhook turned off', action: { label: 'Turn on', run: turnOn } });
      },
    },
    secret: {
      title: `Replace the signing secret of ${name}?`,
      action: 'Replace secret',
      keep: 'Keep secret',
      failure_title: 'Not replaced',
      words:
        'Every event from now on is signed with the new secret. For a day, X-Webhook-Signature-Previous is the signature with the secret before, for a system that does not have the new one yet.',
      act: async () => onSecret((await replaceSecret.mutateAsync({ params })).secret),
    },
    delete: {
      title: `Delete ${name}?`,
      action: 'Delete webhook',
      keep: 'Keep webhook',
      failure_title: 'Not deleted',
      words: `Its secret and its log are deleted${waiting > 0 ? `, and ${waits} will not be sent` : ''}. This can't be undone; to pause it, turn it off.`,
      act: async () => {
        await remove.mutateAsync({ params });
        toast({ title: 'Webhook deleted' });
        onDeleted();
      },
    },
  }[confirming];
  return (
    <ConfirmDialog {...dialog} onClose={onClose}>
      <p>{words}</p>
    </ConfirmDialog>
  );
}
