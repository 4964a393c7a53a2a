import { ActionIcon, Box, Button, Menu, TextInput } from '@mantine/core';
import {
  type VerifyResult,
  WEBHOOK_PURPOSES,
  type WebhookAddress,
  type WebhookPurpose,
  webhookRegistration,
} from '@waypost/contract/api/webhooks';
import { Fragment, useId, useState } from 'react';
import { z } from 'zod';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { attempt } from '../../api/show-problem.ts';
import { PURPOSE, purposeTitle, useWebhooks } from '../../api/webhooks.ts';
import { Age } from '../../live/Age.tsx';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { useFormDrafts } from '../../live/form/draft.ts';
import { checkWith, useForm } from '../../live/form/form.ts';
import { Outcome } from '../../live/form/parts.tsx';
import { CopyButton } from '../../ui/buttons.tsx';
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronRight,
  IconCircleCheck,
  IconCirclePlus,
  IconClock,
  IconDots,
} from '../../ui/icons.ts';
import { MonoId } from '../../ui/MonoId.tsx';
import shared from '../../ui/shared.module.css';
import { durationText, fullDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { countText, plural } from '../../ui/units.ts';
import { useLayout } from '../../ui/use-media.ts';
import classes from './Addresses.module.css';
import { needsAttention, useWebhookMutations, WEBHOOK_STATE_WORD, webhooksSummary } from './deliveries.ts';

interface AddressLine {
  readonly purpose: string;
  /** Null: not subscribed. */
  readonly webhook: WebhookAddress | null;
  /** Belongs to a previous address of Waypost. */
  readonly earlier: boolean;
}

/** One row or more per purpose in the contract's order, then unknown purposes. */
function addressLines(webhooks: readonly WebhookAddress[]): readonly AddressLine[] {
  const others = new Set(webhooks.map(({ purpose }) => purpose));
  for (const purpose of WEBHOOK_PURPOSES) others.delete(purpose);
  return [...WEBHOOK_PURPOSES, ...others].flatMap((purpose): AddressLine[] => {
    const own = webhooks
      .filter((webhook) => webhook.purpose === purpose)
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at));
    return own.length === 0
      ? [{ purpose, webhook: null, earlier: false }]
      : own.map((webhook, at) => ({ purpose, webhook, earlier: at > 0 }));
  });
}

export function Addresses() {
  const { data: webhooks, error, refetch } = useWebhooks();
  const phone = useLayout() === 'phone';
  const [choice, setChoice] = useState<boolean | null>(null);
  const id = useId();
  // Expands if attention is needed, then stays open. Not on a phone, where it would replace the list; its title says what is needed.
  const auto_open =
    !phone && webhooks !== undefined && (webhooks.length === 0 || webhooks.some(needsAttention));
  if (auto_open && choice === null) setChoice(true);
  const problem = error && <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />;
  if (!webhooks)
    return (
      <section className={classes.root} aria-label="Event addresses">
        {problem ?? (
          <Box role="status" aria-label="Loading addresses" px={16} py={15}>
            <Box w={320} maw="80%" h={10} bg="var(--wp-selected)" bdrs={4} />
          </Box>
        )}
      </section>
    );
  const open = choice ?? false;
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <section className={`${shared.column} ${classes.root}`} aria-label="Event addresses">
      <h2 className={`${shared.fixed} ${classes.title}`}>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setChoice(!open)}>
          <Chevron size={16} aria-hidden />
          Event addresses
          <span className={shared.note} style={{ fontWeight: 400 }}>
            {webhooksSummary(webhooks)}
          </span>
        </button>
      </h2>
      {problem}
      <div id={id} hidden={!open} className={shared.scrolled}>
        <ul className={shared.list}>
          {addressLines(webhooks).map((line) => (
            <AddressRow key={line.webhook?.id ?? line.purpose} {...line} />
          ))}
        </ul>
      </div>
    </section>
  );
}

const ICON = { active: IconCircleCheck, pending: IconClock, by_hand: IconAlertTriangle } as const;

function AddressRow({ purpose, webhook, earlier }: AddressLine) {
  const known = WEBHOOK_PURPOSES.find((one) => one === purpose) ?? null;
  const Icon = webhook ? ICON[webhook.state] : IconCirclePlus;
  const is_automatic = known !== null && PURPOSE[known].one === null && !webhook;
  const state = webhook
    ? WEBHOOK_STATE_WORD[webhook.state]
    : is_automatic
      ? 'No invitation uses it yet'
      : 'Not subscribed';
  return (
    <li
      style={{ padding: '8px 16px', borderTop: '1px solid var(--wp-line)' }}
      aria-label={purposeTitle(purpose)}
    >
      <div className={classes.line}>
        <div className={classes.facts}>
          <strong>{purposeTitle(purpose)}</strong>
          <span className={shared.small}>
            {earlier ? 'Earlier Waypost address' : known && PURPOSE[known].what}
          </span>
        </div>
        <div
          className={`${shared.row} ${classes.state}`}
          data-act={(webhook && webhook.state !== 'active') || undefined}
        >
          <Icon size={16} aria-hidden />
          <span>{state}</span>
        </div>
        <div className={`${shared.small} ${classes.facts}`}>
          {webhook && webhook.state !== 'by_hand' && <span>{webhook.signed ? 'signed' : 'not signed'}</span>}
          {webhook?.webhook_group_id && (
            <span>
              group <MonoId label="webhook group ID" value={webhook.webhook_group_id} max={13} />
            </span>
          )}
        </div>
        <div className={classes.actions}>
          {known && !earlier && !is_automatic && (webhook?.state !== 'active' || isUnsigned(webhook)) && (
            <Subscribe purpose={known} webhook={webhook} />
          )}
          {webhook?.state === 'active' && webhook.event_names.length > 0 && <Replay webhook={webhook} />}
          {known && !earlier && webhook?.state === 'active' && webhook.signed && <MoreActs purpose={known} />}
        </div>
      </div>
      {webhook?.message && <p className={classes.note}>{webhook.message}</p>}
      {webhook && webhook.refused.count > 0 && (
        <CountNote
          what={`${deliveries(webhook.refused.count)} rejected`}
          after="since the server started"
          counted={webhook.refused}
        />
      )}
      {webhook && webhook.unverified.count > 0 && <Unverified webhook={webhook} earlier={earlier} />}
      {webhook?.address && <RegisterByHand webhook={webhook} address={webhook.address} />}
    </li>
  );
}

interface CountNoteProps {
  readonly what: string;
  readonly after: string;
  readonly counted: WebhookAddress['refused'];
}

/** `3 deliveries rejected since the server started, most recently 2 min ago: wrong signature.` */
function CountNote({ what, after, counted: { last_at, reason } }: CountNoteProps) {
  return (
    <p className={classes.note}>
      <strong>{what}</strong> {after}
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
  const { replay } = useWebhookMutations();
  const submit = () =>
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
    <Button loading={replay.isPending} onClick={() => void submit()}>
      Request missed events
    </Button>
  );
}

interface SubscribeProps {
  readonly purpose: WebhookPurpose;
  readonly webhook: WebhookAddress | null;
}

function Subscribe({ purpose, webhook }: SubscribeProps) {
  const { subscribe } = useWebhookMutations();
  const { title } = PURPOSE[purpose];
  const submit = () =>
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
    <Button loading={subscribe.isPending} onClick={() => void submit()}>
      {webhook?.state === 'by_hand'
        ? 'Check again'
        : webhook?.state === 'active'
          ? 'Subscribe with a signature'
          : 'Subscribe'}
    </Button>
  );
}

/** The callback of invitations has no signature. */
const isUnsigned = (webhook: WebhookAddress) => !webhook.signed && webhook.event_names.length > 0;

/** Acts that are seldom needed. */
function MoreActs({ purpose }: { readonly purpose: WebhookPurpose }) {
  const { register } = useWebhookMutations();
  const [asking, setAsking] = useState(false);
  const { title } = PURPOSE[purpose];
  return (
    <>
      <Menu width={220}>
        <Menu.Target>
          <ActionIcon aria-label={`More for ${title}`} data-tip="More">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsking(true)}>Remove signing secret…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking && (
        <ConfirmDialog
          title={`Remove the signing secret of ${title}?`}
          action="Remove signing secret"
          failure_title="The signing secret was not removed"
          keep="Keep the signing secret"
          act={async () => {
            await register.mutateAsync({ params: { purpose }, body: { signing_secret: null } });
            toast({
              title: `${title}: signing secret removed`,
              text: 'Its deliveries are no longer verified.',
            });
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            Waypost will accept every delivery to this address without checking who sent it: anyone who knows
            the address can send events. Deliveries that could not be verified until now stay unverified.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The signing secret is never stored. */
const registrationDraft = z.object({ webhook_group_id: z.string() });
const EMPTY = { webhook_group_id: '' };
const FIELDS = ['webhook_group_id', 'signing_secret'] as const;
type Field = (typeof FIELDS)[number];

interface RegisterByHandProps {
  readonly webhook: WebhookAddress;
  /** Includes its secret part. */
  readonly address: string;
}

/** An address that a person registers at the service, with a form for the service's response. */
function RegisterByHand({ webhook, address }: RegisterByHandProps) {
  const { register } = useWebhookMutations();
  const [secret, setSecret] = useState('');
  const form = useForm({
    drafts: useFormDrafts('webhook_group', registrationDraft),
    name: webhook.id,
    initial: EMPTY,
    check: ({ webhook_group_id }) => {
      const typed = {
        webhook_group_id: webhook_group_id.trim() || undefined,
        signing_secret: secret || undefined,
      };
      return checkWith(webhookRegistration, typed, (path) => path as Field);
    },
    send: (body) => register.mutateAsync({ params: { purpose: webhook.purpose }, body }),
    fieldOf: (path) => FIELDS.find((field) => field === path.split('.').at(-1)) ?? null,
    textOf: (field, values) => (field === 'signing_secret' ? secret : values[field]),
    onDone: (after) =>
      toast({
        title: `${purposeTitle(webhook.purpose)}: address registered`,
        text: after.signed ? 'Its deliveries are verified by signature.' : 'Its deliveries are not signed.',
      }),
  });
  return (
    <div className={`${shared.columnTight} ${classes.byHand}`}>
      <p className={shared.plain}>
        Register this address with the tracking service for{' '}
        {webhook.event_names.map((name, at) => (
          <Fragment key={name}>
            {at > 0 && ', '}
            <code className={classes.mono}>{name}</code>
          </Fragment>
        ))}
        , then enter its response below. Anyone who knows this address can send to it, so don't share it.
      </p>
      <div className={`${shared.row} ${shared.wrapped}`}>
        <code className={`${classes.mono} ${classes.address}`}>{address}</code>
        <CopyButton text={address}>Copy address</CopyButton>
      </div>
      <form {...form.element} className={classes.form}>
        <TextInput
          label="Webhook group ID (optional)"
          description="If the tracking service gave you one"
          autoComplete="off"
          spellCheck={false}
          value={form.values.webhook_group_id}
          error={form.errors.get('webhook_group_id')}
          onChange={({ currentTarget: { value } }) => form.set({ webhook_group_id: value })}
        />
        <TextInput
          label="Signing secret (optional)"
          description="Without it, the sender of a delivery is not verified"
          type="password"
          autoComplete="new-password"
          value={secret}
          error={form.errors.get('signing_secret')}
          onChange={({ currentTarget: { value } }) => setSecret(value)}
        />
        <Button type="submit" variant="filled" loading={form.busy}>
          Save registration
        </Button>
      </form>
      <Outcome form={form} what="Not saved" />
    </div>
  );
}

interface UnverifiedProps {
  readonly webhook: WebhookAddress;
  /** A secret cannot be entered for an earlier address, since it would replace the current address's secret. */
  readonly earlier: boolean;
}

const deliveries = (count: number) => countText(count, 'delivery', 'deliveries');

function Unverified({ webhook, earlier }: UnverifiedProps) {
  const { register, verify } = useWebhookMutations();
  const [secret, setSecret] = useState('');
  const [result, setResult] = useState<VerifyResult | null>(null);
  const { count } = webhook.unverified;
  const off = result?.clock_off_seconds ?? null;

  const submit = (tolerance_seconds?: number) =>
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
    <div className={`${shared.columnTight} ${classes.byHand}`}>
      <CountNote
        what={deliveries(count)}
        after={`${plural(count, 'is', 'are')} waiting to be verified`}
        counted={webhook.unverified}
      />
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
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
        <p className={shared.plain} role="status">
          Some signatures are valid, but the time is up to {durationText(off * 1000)} off. Accept only if you
          know a clock was wrong.{' '}
          <Button size="compact-xs" loading={verify.isPending} onClick={() => void submit(off)}>
            Accept this difference
          </Button>
        </p>
      )}
    </div>
  );
}
