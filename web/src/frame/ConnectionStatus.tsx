/** Is what I see true now, and how hard do we ask the service? One word in the bar, the rest on a click. */
import { Popover, UnstyledButton } from '@mantine/core';
import type { ServiceStatus } from '@waypost/contract/api/board';
import { useState } from 'react';
import { useConnection, useLive, useServiceStatus, useTold } from '../live/context.ts';
import { agoText, durationText } from '../ui/time.ts';
import classes from './ConnectionStatus.module.css';
import { shortState } from './status-words.ts';

export function ConnectionStatus() {
  const connection = useConnection();
  const status = useServiceStatus();
  const { clock } = useLive();
  const [opened, setOpened] = useState(false);
  const told = useTold((now) => JSON.stringify(shortState(connection, status, now)));
  const { word, tone } = JSON.parse(told) as { word: string; tone: string };
  const calls = status === null ? '' : `${status.calls_last_minute.toLocaleString('en-US')} reads/min`;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.button} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <span className={classes.dot} data-tone={tone} aria-hidden />
          <span className={classes.word}>{word}</span>
          <span className={classes.calls}>{calls}</span>
          <span className={classes.spoken}>, connection details</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Connection and quota">
        <dl className={classes.details}>
          <Detail name="Connection">{word}</Detail>
          {status && <StatusDetails status={status} />}
          <Detail name="This computer's clock">{clockWords(clock.offset)}</Detail>
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}

function StatusDetails({ status }: { readonly status: ServiceStatus }) {
  const oldest = useTold((now) =>
    status.oldest_read_at ? agoText(status.oldest_read_at, now) : 'some never read',
  );
  const last = useTold((now) => (status.last_success_at ? agoText(status.last_success_at, now) : 'none yet'));
  const wait = useTold((now) => {
    const ms = status.retry_at ? Date.parse(status.retry_at) - now : 0;
    return ms > 0 ? durationText(ms + 999) : null;
  });
  return (
    <>
      <Detail name="Loads watched">{status.loads_watched.toLocaleString('en-US')}</Detail>
      <Detail name="Reads in the last minute">{status.calls_last_minute.toLocaleString('en-US')}</Detail>
      <Detail name="Last answer">{last}</Detail>
      <Detail name="Oldest answer">{oldest}</Detail>
      {wait && <Detail name={status.state === 'paused' ? 'Paused for' : 'Next try in'}>{wait}</Detail>}
      {status.message && <Detail name="What it says">{status.message}</Detail>}
    </>
  );
}

function Detail({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div className={classes.detail}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A clock off by less than this shows in no age. */
const RIGHT_MS = 2_000;

export function clockWords(offset: number): string {
  if (Math.abs(offset) < RIGHT_MS) return 'right';
  return `${durationText(Math.abs(offset))} ${offset > 0 ? 'behind' : 'ahead'}; ages are told by the server's`;
}
