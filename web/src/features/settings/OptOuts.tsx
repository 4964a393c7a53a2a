/** Unsubscribed addresses: by the link in an email, or because somebody asked us. */
import { Button, TextInput } from '@mantine/core';
import { emailAddress } from '@waypost/contract/api/messages';
import { useState } from 'react';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { Age } from '../../live/Age.tsx';
import { isolated } from '../../ui/bidi.ts';
import { toast } from '../../ui/toasts.ts';
import company from './SettingsView.module.css';
import { useOptOuts } from './use-messages.ts';

export function OptOuts() {
  const { list, add, remove } = useOptOuts();
  const [address, setAddress] = useState('');
  const [tried, setTried] = useState(false);
  const checked = emailAddress.safeParse(address);
  const items = list.data?.items ?? [];
  const submit = async () => {
    setTried(true);
    if (!checked.success) return;
    await add.mutateAsync(checked.data);
    toast({
      title: `No more emails to ${isolated(checked.data)}`,
      action: { label: 'Undo', run: () => remove.mutate(checked.data) },
    });
    setAddress('');
    setTried(false);
  };
  const allow = async (one: string) => {
    await remove.mutateAsync(one);
    toast({
      title: `Emails to ${isolated(one)} allowed again`,
      action: { label: 'Undo', run: () => add.mutate(one) },
    });
  };
  const failure = list.error ?? add.error ?? remove.error;
  return (
    <div className={company.outs}>
      <p className={company.label}>Unsubscribed addresses</p>
      <p className={company.help}>
        {list.data && items.length === 0 ? 'None yet. ' : ''}Each email has an unsubscribe link. Add an
        address if a fleet asks you to stop.
      </p>
      <form
        className={company.add}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // A failure stays below.
          submit().catch(() => undefined);
        }}
      >
        <TextInput
          label="Address"
          type="email"
          autoComplete="off"
          placeholder="e.g. ops@mesa.example"
          value={address}
          error={tried && !checked.success && `Address ${checked.error.issues[0]?.message ?? 'is not valid'}`}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <Button type="submit" loading={add.isPending}>
          Stop emails
        </Button>
      </form>
      {failure && <ProblemState problem={asProblem(failure)} onRetry={() => void list.refetch()} small />}
      <ul>
        {items.map(({ address: one, at, by_name }) => (
          <li key={one}>
            <span>{one}</span>
            <span className={company.help}>
              {by_name === null ? 'By the recipient' : `By ${isolated(by_name)}`}, <Age at={at} ago />
            </span>
            <Button
              size="compact-xs"
              aria-label={`Allow emails to ${one}`}
              onClick={() => void allow(one).catch(() => undefined)}
            >
              Allow emails
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
