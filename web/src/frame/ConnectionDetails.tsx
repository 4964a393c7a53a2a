import { Popover, UnstyledButton } from '@mantine/core';
import type { ServiceStatus } from '@waypost/contract/api/board';
import { useRef } from 'react';
import { useLive, useNow, useServiceStatus } from '../live/context.ts';
import { EndPause } from '../live/EndPause.tsx';
import { type DeferredProps, useOpened } from '../ui/deferred.tsx';
import shared from '../ui/shared.module.css';
import { agoText, durationText } from '../ui/time.ts';
import { numberText } from '../ui/units.ts';
import classes from './ServiceState.module.css';
import { ConnectionWord, useConnectionWord, useUpdateRate } from './ServiceState.tsx';
import { behindText, waitText } from './status-words.ts';

export function ConnectionDetails({ openOnMount }: DeferredProps) {
  const status = useServiceStatus();
  const { clock } = useLive();
  const { word } = useConnectionWord();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpened(openOnMount, button);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          ref={button}
          className={classes.button}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <ConnectionWord />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Connection and quota">
        <dl className={shared.plain}>
          <Detail name="Connection">{word}</Detail>
          {status && <StatusDetails status={status} />}
          <Detail name="This computer's clock">{clockText(clock.offset)}</Detail>
        </dl>
        <EndPause />
      </Popover.Dropdown>
    </Popover>
  );
}

function StatusDetails({ status }: { readonly status: ServiceStatus }) {
  const oldest = useNow((now) =>
    status.oldest_read_at ? agoText(status.oldest_read_at, now) : 'some never updated',
  );
  const rate = useUpdateRate();
  const behind = behindText(status);
  const last = useNow((now) => (status.last_success_at ? agoText(status.last_success_at, now) : 'none yet'));
  const wait = useNow((now) => waitText(status, now));
  return (
    <>
      <Detail name="Loads watched">{numberText(status.loads_watched)}</Detail>
      {rate !== null && <Detail name="Updates in the last minute">{numberText(rate)}</Detail>}
      <Detail name="Last update">{last}</Detail>
      <Detail name="Oldest update">{oldest}</Detail>
      {wait && <Detail name={status.state === 'paused' ? 'Paused for' : 'Next try in'}>{wait}</Detail>}
      {behind && <Detail name="Keeping up">{behind}</Detail>}
      {status.message && <Detail name="Details">{status.message}</Detail>}
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

/** Below this clock error, displayed ages are right. */
const RIGHT_MS = 2_000;

function clockText(offset: number): string {
  if (Math.abs(offset) < RIGHT_MS) return 'correct';
  return `${durationText(Math.abs(offset))} ${offset > 0 ? 'behind' : 'ahead'}; ages use the server's clock`;
}
