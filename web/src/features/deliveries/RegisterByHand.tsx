/** An address that a person registers at the service: to copy, and what the service said when that was done. */
import { Button, TextInput } from '@mantine/core';
import { type WebhookAddress, webhookRegistration } from '@waypost/contract/api/webhooks';
import { Fragment, useEffect, useRef, useState } from 'react';
import { NotDone } from '../../api/NotDone.tsx';
import { asProblem, type Problem } from '../../api/problem.ts';
import { purposeTitle } from '../../live/purposes.ts';
import { useCopy } from '../../ui/copy.ts';
import { IconCheck, IconCopy } from '../../ui/icons.ts';
import { toast } from '../../ui/toasts.ts';
import classes from './Addresses.module.css';
import { groupDraft } from './group-draft.ts';
import { useWebhookWriting } from './use-webhooks.ts';

export interface RegisterByHandProps {
  readonly webhook: WebhookAddress;
  /** With its secret part. */
  readonly address: string;
}

type Errors = Readonly<Record<string, string>>;

export function RegisterByHand({ webhook, address }: RegisterByHandProps) {
  const { copied, copy } = useCopy();
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
      const after = await register.mutateAsync({ purpose: webhook.purpose, body: checked.data });
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
        <Button
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => copy(address)}
        >
          {copied ? 'Copied' : 'Copy address'}
        </Button>
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
          inputWrapperOrder={['label', 'input', 'description', 'error']}
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
          inputWrapperOrder={['label', 'input', 'description', 'error']}
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
