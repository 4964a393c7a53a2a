/** One address: what it is for, how far we have come with the service, what was refused there, and what to do. */
import { Button, TextInput } from '@mantine/core';
import {
  type VerifyResult,
  WEBHOOK_PURPOSES,
  type WebhookAddress,
  type WebhookPurpose,
  webhookRegistration,
} from '@waypost/contract/api/webhooks';
import { Fragment, useEffect, useRef, useState } from 'react';
import { NotDone } from '../../api/NotDone.tsx';
import { asProblem, type Problem } from '../../api/problem.ts';
import { attempt } from '../../api/show-problem.ts';
import { Age } from '../../live/Age.tsx';
import { PURPOSE, purposeTitle } from '../../live/purposes.ts';
import { CopyButton } from '../../ui/buttons.tsx';
import { IconAlertTriangle, IconCircleCheck, IconCirclePlus, IconClock } from '../../ui/icons.ts';
import { MonoId } from '../../ui/MonoId.tsx';
import { durationText, fullDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { personLocale } from '../../ui/units.ts';
import classes from './Addresses.module.css';
import { useWebhookWriting } from './use-deliveries.ts';
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
  const comesByItself = known !== null && PURPOSE[known].one === null && !webhook;
  const state = webhook
    ? WEBHOOK_STATE_WORD[webhook.state]
    : comesByItself
      ? 'No invitation yet'
      : 'Not subscribed';
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
          {known && !earlier && !comesByItself && webhook?.state !== 'active' && (
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
        {count.toLocaleString(personLocale())} {count === 1 ? 'delivery' : 'deliveries'} rejected
      </strong>{' '}
      since the server started
      {last_at && (
        <>
          , most recently <Age at={last_at} ago />
        </>
      )}
      {reason && `: ${reason}`}.
    </p>
  );
}

function Replay({ webhook }: { readonly webhook: WebhookAddress }) {
  const { replay } = useWebhookWriting();
  const act = () =>
    attempt("Couldn't request missed events", async () => {
      const { requested, from, message } = await replay.mutateAsync({
        params: { subscription_id: webhook.id },
        body: {},
      });
      toast(
        requested
          ? {
              title: `${purposeTitle(webhook.purpose)}: missed events requested`,
              text: `The tracking service will resend events since ${fullDateTime(from)}. Events already handled are ignored.`,
            }
          : {
              title: `${purposeTitle(webhook.purpose)}: no events requested`,
              ...(message === null ? {} : { text: message }),
            },
      );
    });
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
  const act = () =>
    attempt(`${title}: not subscribed`, async () => {
      const after = await subscribe.mutateAsync({ params: { purpose } });
      if (after.state === 'active') toast({ title: `${title}: ready for deliveries` });
      else
        toast({
          title: `${title}: ${WEBHOOK_STATE_WORD[after.state].toLowerCase()}`,
          ...(after.message ? { text: after.message } : {}),
        });
    });
  return (
    <Button loading={subscribe.isPending} onClick={() => void act()}>
      {webhook?.state === 'by_hand' ? 'Check again' : 'Subscribe'}
    </Button>
  );
}

/**
 * A webhook_group_id that is typed and not sent yet, by webhook: kept for this tab, so that a reload or a sign-in does not lose it.
 * The signing secret beside it is kept nowhere.
 */
const keyOf = (subscription_id: string) => `waypost.webhook-group.${subscription_id}`;

const groupDraft = {
  read(subscription_id: string): string {
    try {
      return sessionStorage.getItem(keyOf(subscription_id)) ?? '';
    } catch {
      return '';
    }
  },
  write(subscription_id: string, text: string): void {
    try {
      if (text === '') sessionStorage.removeItem(keyOf(subscription_id));
      else sessionStorage.setItem(keyOf(subscription_id), text);
    } catch {
      // A full or forbidden storage: it holds until the page is closed.
    }
  },
};

interface RegisterByHandProps {
  readonly webhook: WebhookAddress;
  /** With its secret part. */
  readonly address: string;
}

type Errors = Readonly<Record<string, string>>;

/** An address that a person registers at the service: to copy, and what the service said when that was done. */
function RegisterByHand({ webhook, address }: RegisterByHandProps) {
  const { register } = useWebhookWriting();
  const [group, setGroup] = useState(() => groupDraft.read(webhook.id));
  const [secret, setSecret] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const save = async () => {
    setProblem(null);
    const checked = webhookRegistration.safeParse({
      webhook_group_id: group.trim() || undefined,
      signing_secret: secret || undefined,
    });
    if (!checked.success)
      return setErrors(
        Object.fromEntries(checked.error.issues.map((one) => [one.path.join('.'), one.message])),
      );
    setErrors({});
    try {
      const after = await register.mutateAsync({ params: { purpose: webhook.purpose }, body: checked.data });
      groupDraft.write(webhook.id, '');
      toast({
        title: `${purposeTitle(webhook.purpose)}: address registered`,
        text: after.signed ? 'Its deliveries are verified by signature.' : 'Its deliveries are not signed.',
      });
    } catch (error) {
      const failed = asProblem(error);
      const fields = fieldErrors(failed);
      if (Object.keys(fields).length > 0) setErrors(fields);
      else setProblem(failed);
    }
  };
  return (
    <div className={classes.registerByHandRoot}>
      <p className={classes.how}>
        Register this address with the tracking service for{' '}
        {webhook.event_names.map((name, at) => (
          <Fragment key={name}>
            {at > 0 && ', '}
            <code>{name}</code>
          </Fragment>
        ))}
        , then enter its response below. Anyone who knows this address can send to it, so don't share it.
      </p>
      <div className={classes.address}>
        <code>{address}</code>
        <CopyButton text={address}>Copy address</CopyButton>
      </div>
      <form
        ref={form}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          label="Webhook group ID (optional)"
          description="If the tracking service gave you one"
          autoComplete="off"
          spellCheck={false}
          value={group}
          error={errors.webhook_group_id}
          onChange={({ currentTarget: { value } }) => {
            setGroup(value);
            groupDraft.write(webhook.id, value);
          }}
        />
        <TextInput
          label="Signing secret (optional)"
          description="Without it, the sender of a delivery is not verified"
          type="password"
          autoComplete="new-password"
          value={secret}
          error={errors.signing_secret}
          onChange={({ currentTarget: { value } }) => setSecret(value)}
        />
        <Button type="submit" variant="filled" loading={register.isPending}>
          Save registration
        </Button>
      </form>
      {problem && <NotDone what="Not saved" problem={problem} />}
    </div>
  );
}

/** What the server says about a field stands under it. */
function fieldErrors({ detail }: Problem): Errors {
  if (!Array.isArray(detail)) return {};
  const named = detail.map(({ path, message }) => [path.split('.').at(-1) ?? '', message] as const);
  return Object.fromEntries(
    named.filter(([name]) => name === 'webhook_group_id' || name === 'signing_secret'),
  );
}

interface UnverifiedProps {
  readonly webhook: WebhookAddress;
  /** An earlier address keeps its secret: another one is for the current address. */
  readonly earlier: boolean;
}

const deliveries = (count: number) =>
  `${count.toLocaleString(personLocale())} ${count === 1 ? 'delivery' : 'deliveries'}`;

/** What an address has kept because it could not be verified, and having it verified again after a repair. */
function Unverified({ webhook, earlier }: UnverifiedProps) {
  const { register, verify } = useWebhookWriting();
  const [secret, setSecret] = useState('');
  const [result, setResult] = useState<VerifyResult | null>(null);
  const { count, last_at, reason } = webhook.unverified;
  const off = result?.clock_off_seconds ?? null;

  const act = (tolerance_seconds?: number) =>
    attempt("Couldn't verify deliveries again", async () => {
      if (secret !== '')
        await register.mutateAsync({
          params: { purpose: webhook.purpose },
          body: { signing_secret: secret },
        });
      setSecret('');
      const after = await verify.mutateAsync({
        params: { subscription_id: webhook.id },
        body: tolerance_seconds === undefined ? {} : { tolerance_seconds },
      });
      setResult(after);
      toast({
        title: `${purposeTitle(webhook.purpose)}: ${deliveries(after.verified)} verified`,
        ...(after.unverified > 0 ? { text: `${deliveries(after.unverified)} could not be verified.` } : {}),
      });
    });
  return (
    <div className={classes.registerByHandRoot}>
      <p className={classes.note}>
        <strong>{deliveries(count)}</strong> {count === 1 ? 'is' : 'are'} waiting to be verified
        {last_at && (
          <>
            , most recently <Age at={last_at} ago />
          </>
        )}
        {reason && `: ${reason}`}.
      </p>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void act();
        }}
      >
        {!earlier && webhook.state === 'active' && (
          <TextInput
            label="Signing secret (only if it changed)"
            description="Leave empty if you only fixed header names or the clock"
            type="password"
            autoComplete="new-password"
            value={secret}
            onChange={({ currentTarget: { value } }) => setSecret(value)}
          />
        )}
        <Button type="submit" loading={verify.isPending || register.isPending}>
          Verify again
        </Button>
      </form>
      {off !== null && (
        <p className={classes.how} role="status">
          Some signatures are valid, but the time is up to {durationText(off * 1000)} off. Accept only if you
          know a clock was wrong.{' '}
          <Button size="compact-xs" loading={verify.isPending} onClick={() => void act(off)}>
            Accept this difference
          </Button>
        </p>
      )}
    </div>
  );
}
