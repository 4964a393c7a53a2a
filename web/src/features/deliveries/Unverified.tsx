/** What an address has kept because it could not be verified, and having it verified again after a repair. */
import { Button, TextInput } from '@mantine/core';
import type { VerifyResult, WebhookAddress } from '@waypost/contract/api/webhooks';
import { useState } from 'react';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import { Age } from '../../live/Age.tsx';
import { purposeTitle } from '../../live/purposes.ts';
import { personLocale } from '../../ui/locale.ts';
import { durationText } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import row from './Addresses.module.css';
import { useWebhookWriting } from './use-webhooks.ts';

export interface UnverifiedProps {
  readonly webhook: WebhookAddress;
  /** An earlier address keeps its secret: another one is for the current address. */
  readonly earlier: boolean;
}

const deliveries = (count: number) =>
  `${count.toLocaleString(personLocale())} ${count === 1 ? 'delivery' : 'deliveries'}`;

export function Unverified({ webhook, earlier }: UnverifiedProps) {
  const { register, verify } = useWebhookWriting();
  const [secret, setSecret] = useState('');
  const [result, setResult] = useState<VerifyResult | null>(null);
  const { count, last_at, reason } = webhook.unverified;
  const off = result?.clock_off_seconds ?? null;

  const act = async (tolerance_seconds?: number) => {
    try {
      if (secret !== '')
        await register.mutateAsync({ purpose: webhook.purpose, body: { signing_secret: secret } });
      setSecret('');
      const after = await verify.mutateAsync({
        subscription_id: webhook.id,
        ...(tolerance_seconds === undefined ? {} : { tolerance_seconds }),
      });
      setResult(after);
      toast({
        title: `${purposeTitle(webhook.purpose)}: ${deliveries(after.verified)} verified`,
        ...(after.unverified > 0 ? { text: `${deliveries(after.unverified)} could not be verified.` } : {}),
      });
    } catch (error) {
      showProblem('Deliveries not verified again', asProblem(error));
    }
  };
  return (
    <div className={row.registerByHandRoot}>
      <p className={row.note}>
        <strong>{deliveries(count)}</strong> {count === 1 ? 'is' : 'are'} waiting to be verified
        {last_at && (
          <>
            , the last <Age at={last_at} ago />
          </>
        )}
        {reason && `: ${reason}`}.
      </p>
      <form
        className={row.form}
        onSubmit={(event) => {
          event.preventDefault();
          void act();
        }}
      >
        {!earlier && webhook.state === 'active' && (
          <TextInput
            label="Signing secret (only if it changed)"
            description="Leave empty if you only fixed header names or the clock"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
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
        <p className={row.how} role="status">
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
