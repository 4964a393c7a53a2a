/** How far a job is, for the eye and the ear. */
import type { BulkJob } from '@waypost/contract/api/bulk';
import classes from './bulk.module.css';
import { tally } from './counts.ts';

export function Progress({ job }: { readonly job: BulkJob }) {
  const { sent, to_send } = tally(job);
  const part = to_send === 0 ? 1 : sent / to_send;
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={to_send}
      aria-valuenow={sent}
      aria-valuetext={`${sent} of ${to_send} rows processed`}
    >
      <div style={{ width: `${(part * 100).toFixed(1)}%` }} />
    </div>
  );
}
