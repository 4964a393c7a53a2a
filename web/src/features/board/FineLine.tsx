/** What is fine, folded into one line with proof: how many, and how old the oldest update is. */
import { useNow, useServiceStatus } from '../../live/context.ts';
import { IconCheck, IconChevronRight } from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import { durationText } from '../../ui/time.ts';
import { personLocale } from '../../ui/units.ts';
import classes from './LoadList.module.css';

export interface FineLineProps {
  readonly fine: number;
  readonly onOpen: () => void;
}

export function FineLine({ fine, onOpen }: FineLineProps) {
  const status = useServiceStatus();
  const proof = useNow((now) =>
    proofText(status?.oldest_read_at ?? null, status?.last_success_at ?? null, now),
  );
  if (fine === 0) return null;
  return (
    <button type="button" className={classes.line} onClick={onOpen}>
      <IconCheck size={16} aria-hidden />
      <span>
        <strong>{fine.toLocaleString(personLocale())} fine</strong>, {proof}
      </span>
      <IconChevronRight size={16} aria-hidden className={shared.end} />
    </button>
  );
}

/** `oldest update 20 s ago`; where one load was never read, the latest answer is all the proof there is. */
export function proofText(
  oldest_read_at: string | null,
  last_success_at: string | null,
  now: number,
): string {
  const age = (at: string) => durationText(now - Date.parse(at));
  if (oldest_read_at) return `oldest update ${age(oldest_read_at)} ago`;
  return last_success_at ? `last response ${age(last_success_at)} ago` : 'no response yet';
}
