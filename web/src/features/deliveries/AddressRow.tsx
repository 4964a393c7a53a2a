/** One address: what it is for, how far we have come with the service, what was refused there, and what to do. */
import { Button } from '@mantine/core';
import { WEBHOOK_PURPOSES, type WebhookAddress, type WebhookPurpose } from '@waypost/contract/api/webhooks';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import { Age } from '../../live/Age.tsx';
import { PURPOSE, purposeTitle } from '../../live/purposes.ts';
import { IconAlertTriangle, IconCircleCheck, IconCirclePlus, IconClock } from '../../ui/icons.ts';
import { personLocale } from '../../ui/locale.ts';
import { MonoId } from '../../ui/MonoId.tsx';
import { fullDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import classes from './Addresses.module.css';
import { RegisterByHand } from './RegisterByHand.tsx';
import { Unverified } from './Unverified.tsx';
import { useWebhookWriting } from './use-webhooks.ts';
import { WEBHOOK_STATE_WORD } from './words.ts';

export interface AddressRowProps {
  readonly purpose: string;
  readonly webhook: WebhookAddress | null;
  readonly earlier: boolean;
}

const ICON = { active: IconCircleCheck, pending: IconClock, by_hand: IconAlertTriangle } as const;

export function AddressRow({ purpose, webhook, earlier }: AddressRowProps) {
  const known = WEBHOOK_PURPOSES.find((one) => one === purpose) ?? null;
  const Icon = webhook ? ICON[webhook.state] : IconCirclePlus;
  const state = webhook ? WEBHOOK_STATE_WORD[webhook.state] : 'Not subscribed';
  return (
    <li className={classes.row} aria-label={purposeTitle(purpose)}>
      <div className={classes.line}>
        <div className={classes.what}>
          <strong>{purposeTitle(purpose)}</strong>
          <span>{earlier ? 'Earlier Waypost address' : known && PURPOSE[known].what}</span>
        </div>
        <div className={classes.state} data-act={(webhook && webhook.state !== 'active') || undefined}>
          <Icon size={16} aria-hidden />
          <span>{state}</span>
        </div>
        <div className={classes.facts}>{webhook && <Facts webhook={webhook} />}</div>
        <div className={classes.act}>
          {known && !earlier && webhook?.state !== 'active' && (
            <Subscribe purpose={known} webhook={webhook} />
          )}
          {webhook?.state === 'active' && webhook.event_names.length > 0 && <Replay webhook={webhook} />}
        </div>
      </div>
      {webhook?.message && <p className={classes.note}>{webhook.message}</p>}
      {webhook && webhook.refused.count > 0 && <Refused {...webhook.refused} />}
      {webhook && webhook.unverified.count > 0 && <Unverified webhook={webhook} earlier={earlier} />}
      {webhook?.address && <RegisterByHand webhook={webhook} address={webhook.address} />}
    </li>
  );
}

function Facts({ webhook }: { readonly webhook: WebhookAddress }) {
  return (
    <>
      {webhook.state !== 'by_hand' && <span>{webhook.signed ? 'signed' : 'not signed'}</span>}
      {webhook.webhook_group_id && (
        <span>
          group <MonoId label="webhook group ID" value={webhook.webhook_group_id} max={13} />
        </span>
      )}
    </>
  );
}

function Refused({ count, last_at, reason }: WebhookAddress['refused']) {
  return (
    <p className={classes.note}>
      <strong>
        {count.toLocaleString(personLocale())} {count === 1 ? 'delivery' : 'deliveries'} refused
      </strong>{' '}
      since the server started
      {last_at && (
        <>
          , the last <Age at={last_at} ago />
        </>
      )}
      {reason && `: ${reason}`}.
    </p>
  );
}

function Replay({ webhook }: { readonly webhook: WebhookAddress }) {
  const { replay } = useWebhookWriting();
  const act = async () => {
    try {
      const { requested, from, message } = await replay.mutateAsync(webhook.id);
      toast(
        requested
          ? {
              title: `${purposeTitle(webhook.purpose)}: missed events requested`,
              text: `The tracking service resends events since ${fullDateTime(from)}. Events already handled are ignored.`,
            }
          : {
              title: `${purposeTitle(webhook.purpose)}: no events requested`,
              ...(message === null ? {} : { text: message }),
            },
      );
    } catch (error) {
      showProblem('Missed events could not be requested', asProblem(error));
    }
  };
  return (
    <Button loading={replay.isPending} onClick={() => void act()}>
      Request missed events
    </Button>
  );
}

interface SubscribeProps {
  readonly purpose: WebhookPurpose;
  readonly webhook: WebhookAddress | null;
}

function Subscribe({ purpose, webhook }: SubscribeProps) {
  const { subscribe } = useWebhookWriting();
  const { title } = PURPOSE[purpose];
  const act = async () => {
    try {
      const after = await subscribe.mutateAsync(purpose);
      if (after.state === 'active') toast({ title: `${title}: ready for deliveries` });
      else
        toast({
          title: `${title}: ${WEBHOOK_STATE_WORD[after.state].toLowerCase()}`,
          ...(after.message ? { text: after.message } : {}),
        });
    } catch (error) {
      showProblem(`${title}: not subscribed`, asProblem(error));
    }
  };
  return (
    <Button loading={subscribe.isPending} onClick={() => void act()}>
      {webhook?.state === 'by_hand' ? 'Check again' : 'Subscribe'}
    </Button>
  );
}
