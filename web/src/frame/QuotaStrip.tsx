/** How hard all of us together ask the service, and how old the answers are: the quota is one, so everybody sees it. */
import type { ReactNode } from 'react';
import { useNow, useServiceStatus } from '../live/context.ts';
import { personLocale } from '../ui/locale.ts';
import shared from '../ui/shared.module.css';
import { agoText, durationText } from '../ui/time.ts';
import classes from './AppFrame.module.css';
import { behindText } from './status-words.ts';

export interface QuotaStripProps {
  /** When the open load is read next. */
  readonly children?: ReactNode;
}

export function QuotaStrip({ children }: QuotaStripProps) {
  const status = useServiceStatus();
  const behind = behindText(status);
  const oldest = useNow((now) =>
    status === null || status.loads_watched === 0
      ? ''
      : status.oldest_read_at === null
        ? 'some never updated'
        : `oldest update ${agoText(status.oldest_read_at, now)}`,
  );
  const paused = useNow((now) => {
    const ms = status?.retry_at ? Date.parse(status.retry_at) - now : 0;
    if (ms <= 0) return '';
    return `${status?.state === 'paused' ? 'paused for' : 'next try in'} ${durationText(ms + 999)}`;
  });
  return (
    <div className={classes.strip}>
      {status !== null && (
        <>
          <span>{count(status.loads_watched, 'load')} watched</span>
          <span className={shared.fixed}>{count(status.calls_last_minute, 'update')} in the last minute</span>
          {oldest && <span className={shared.fixed}>{oldest}</span>}
          {paused && <strong>{paused}</strong>}
          {behind && <strong>{behind}</strong>}
        </>
      )}
      <span className={classes.open}>{children}</span>
    </div>
  );
}

const count = (number: number, what: string) =>
  `${number.toLocaleString(personLocale())} ${what}${number === 1 ? '' : 's'}`;
