/**
 * What every page shows about the tracking service and the connection: a word in the bar, a banner, a quota strip at the bottom.
 */
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useConfig } from '../api/context.ts';
import { useConnection, useLive, useNow, useServiceStatus, useShownFrom } from '../live/context.ts';
import { Banner } from '../ui/Banner.tsx';
import { deferred } from '../ui/deferred.tsx';
import shared from '../ui/shared.module.css';
import { agoText } from '../ui/time.ts';
import { countText, numberText } from '../ui/units.ts';
import classes from './ServiceState.module.css';
import { bannerOf, behindText, type ShortState, shortState, waitText } from './status-words.ts';

export function useConnectionWord(): ShortState {
  const connection = useConnection();
  const status = useServiceStatus();
  return useNow((now) => shortState(connection, status, now));
}

/** Updates in the last minute; null while not connected, when the last known rate is not that of now. */
export function useUpdateRate(): number | null {
  const status = useServiceStatus();
  return useConnection().phase === 'live' ? (status?.calls_last_minute ?? null) : null;
}

export function ConnectionWord() {
  const rate = useUpdateRate();
  const { word, tone } = useConnectionWord();
  const calls = rate === null ? '' : `${numberText(rate)} updates/min`;
  return (
    <>
      <span className={classes.dot} data-tone={tone} aria-hidden />
      <span className={classes.word}>{word}</span>
      <span className={classes.calls}>{calls}</span>
      <span className={shared.hidden}>, connection details</span>
    </>
  );
}

export const ConnectionStatus = deferred<object>(
  async () => (await import('./ConnectionDetails.tsx')).ConnectionDetails,
  ({ onRequest }) => (
    <UnstyledButton className={classes.button} aria-expanded={false} onClick={onRequest}>
      <ConnectionWord />
    </UnstyledButton>
  ),
);

/**
 * One banner when a single cause affects every load. Floats, so that showing it moves no rows.
 * @param own_data the page shows other data than the list of loads, which alone is stored for the next visit
 */
export function ServiceBanner({ own_data = false }: { readonly own_data?: boolean }) {
  const { clock } = useLive();
  const connection = useConnection();
  const status = useServiceStatus();
  const of_list = useShownFrom();
  const shown_from = own_data ? undefined : of_list;
  const banner = useNow((now) => bannerOf(connection, status, now, now - clock.offset, shown_from));
  if (!banner) return null;
  return (
    <Banner tone={banner.tone} title={banner.title}>
      {banner.text}
    </Banner>
  );
}

/**
 * The call rate of all users together and the age of the data. Shown to everyone, because all share one quota.
 * @param children when the open load is refreshed next
 */
export function QuotaStrip({ children }: { readonly children?: ReactNode }) {
  const status = useServiceStatus();
  const rate = useUpdateRate();
  const behind = behindText(status);
  const oldest = useNow((now) =>
    status === null || status.loads_watched === 0
      ? ''
      : status.oldest_read_at === null
        ? 'some never updated'
        : `oldest update ${agoText(status.oldest_read_at, now)}`,
  );
  const wait = useNow((now) => waitText(status, now));
  return (
    <div className={`${shared.fixedSmall} ${classes.strip}`}>
      {status !== null && (
        <>
          <span>{countText(status.loads_watched, 'load')} watched</span>
          {rate !== null && (
            <span className={shared.fixed}>{countText(rate, 'update')} in the last minute</span>
          )}
          {oldest && <span className={shared.fixed}>{oldest}</span>}
          {wait && <strong>{`${status.state === 'paused' ? 'paused for' : 'next try in'} ${wait}`}</strong>}
          {behind && <strong>{behind}</strong>}
        </>
      )}
      <span className={`${shared.ellipsis} ${shared.end}`}>{children}</span>
    </div>
  );
}

/** Marks simulated data wherever data are shown. */
export function SimulatedTag() {
  if (!useConfig()?.simulated) return null;
  return (
    <span
      className={`${shared.small} ${classes.tag}`}
      data-tip="Loads, trucks and positions come from the embedded sandbox; none of them is real."
    >
      Simulated<span className={classes.rest}> data</span>
    </span>
  );
}
