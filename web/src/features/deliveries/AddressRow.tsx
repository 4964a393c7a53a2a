/** One address: what it is for, how far we have come with the service, what was refused there, and what to do. */
import { Button } from '@mantine/core';
import { WEBHOOK_PURPOSES, type WebhookAddress, type WebhookPurpose } from '@waypost/contract/api/webhooks';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import { Age } from '../../live/Age.tsx';
import { IconAlertTriangle, IconCircleCheck, IconCirclePlus, IconClock } from '../../ui/icons.ts';
import { personLocale } from '../../ui/locale.ts';
import { MonoId } from '../../ui/MonoId.tsx';
import { fullDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import classes from './AddressRow.module.css';
import { RegisterByHand } from './RegisterByHand.tsx';
import { Unverified } from './Unverified.tsx';
import { useHookWriting } from './use-hooks.ts';
import { HOOK_STATE_WORD, PURPOSE, purposeTitle } from './words.ts';

export interface AddressRowProps {
  readonly purpose: string;
  readonly hook: WebhookAddress | null;
  readonly earlier: boolean;
}

const ICON = { active: IconCircleCheck, pending: IconClock, by_hand: IconAlertTriangle } as const;

export function AddressRow({ purpose, hook, earlier }: AddressRowProps) {
  const known = WEBHOOK_PURPOSES.find((one) => one === purpose) ?? null;
  const Icon = hook ? ICON[hook.state] : IconCirclePlus;
  const state = hook ? HOOK_STATE_WORD[hook.state] : 'Not subscribed';
  return (
    <li className={classes.row} aria-label={purposeTitle(purpose)}>
      <div className={classes.line}>
        <div className={classes.what}>
          <strong>{purposeTitle(purpose)}</strong>
          <span>{earlier ? 'Earlier Waypost address' : known && PURPOSE[known].what}</span>
        </div>
        <div className={classes.state} data-act={(hook && hook.state !== 'active') || undefined}>
          <Icon size={16} aria-hidden />
          <span>{state}</span>
        </div>
        <div className={classes.facts}>{hook && <Facts hook={hook} />}</div>
        <div className={classes.act}>
          {known && !earlier && hook?.state !== 'active' && <Subscribe purpose={known} hook={hook} />}
          {hook?.state === 'active' && hook.event_names.length > 0 && <Replay hook={hook} />}
        </div>
      </div>
      {hook?.message && <p className={classes.note}>{hook.message}</p>}
      {hook && hook.refused.count > 0 && <Refused {...hook.refused} />}
      {hook && hook.unverified.count > 0 && <Unverified hook={hook} earlier={earlier} />}
      {hook?.address && <RegisterByHand hook={hook} address={hook.address} />}
    </li>
  );
}

function Facts({ hook }: { readonly hook: WebhookAddress }) {
  return (
    <>
      {hook.state !== 'by_hand' && <span>{hook.signed ? 'signed' : 'not signed'}</span>}
      {hook.webhook_group_id && (
        <span>
          group <MonoId label="webhook group ID" value={hook.webhook_group_id} max={13} />
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

function Replay({ hook }: { readonly hook: WebhookAddress }) {
  const { replay } = useHookWriting();
  const act = async () => {
    try {
      const { requested, from, message } = await replay.mutateAsync(hook.id);
      toast(
        requested
          ? {
              title: `${purposeTitle(hook.purpose)}: missed events requested`,
              text: `The tracking service resends events since ${fullDateTime(from)}. Events already handled are ignored.`,
            }
          : {
              title: `${purposeTitle(hook.purpose)}: no events requested`,
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
  readonly hook: WebhookAddress | null;
}

function Subscribe({ purpose, hook }: SubscribeProps) {
  const { subscribe } = useHookWriting();
  const { title } = PURPOSE[purpose];
  const act = async () => {
    try {
      const after = await subscribe.mutateAsync(purpose);
      if (after.state === 'active') toast({ title: `${title}: ready for deliveries` });
      else
        toast({
          title: `${title}: ${HOOK_STATE_WORD[after.state].toLowerCase()}`,
          ...(after.message ? { text: after.message } : {}),
        });
    } catch (error) {
      showProblem(`${title}: not subscribed`, asProblem(error));
    }
  };
  return (
    <Button loading={subscribe.isPending} onClick={() => void act()}>
      {hook?.state === 'by_hand' ? 'Check again' : 'Subscribe'}
    </Button>
  );
}
