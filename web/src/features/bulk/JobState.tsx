/** State of a job and of its rows as icon and word. No colour: that means the health of a load. */
import type { BulkJob, BulkKind, BulkRow } from '@waypost/contract/api/bulk';
import {
  IconAlertTriangleFilled,
  IconBan,
  IconCheck,
  IconClock,
  IconHelpCircle,
  IconPlayerPause,
  IconUpload,
} from '../../ui/icons.ts';
import classes from './bulk.module.css';
import { tally } from './counts.ts';
import { JOB_STATE_WORDS, rowWord } from './words.ts';

const JOB_ICON = {
  running: IconUpload,
  paused: IconPlayerPause,
  cancelled: IconBan,
  done: IconCheck,
} as const;
const ROW_ICON = {
  invalid: IconAlertTriangleFilled,
  waiting: IconClock,
  sending: IconUpload,
  done: IconCheck,
  failed: IconAlertTriangleFilled,
  unknown: IconHelpCircle,
  skipped: IconCheck,
  cancelled: IconBan,
} as const;

export function JobState({ state }: Pick<BulkJob, 'state'>) {
  const Icon = JOB_ICON[state];
  return (
    <span className={classes.state}>
      <Icon size={14} aria-hidden />
      {JOB_STATE_WORDS[state]}
    </span>
  );
}

export function RowState({ kind, row }: { readonly kind: BulkKind; readonly row: BulkRow }) {
  const failed = row.state === 'failed' || row.operation_status === 'failed';
  const Icon = failed ? IconAlertTriangleFilled : ROW_ICON[row.state];
  return (
    <span className={classes.state} data-problem={failed || row.state === 'invalid' || undefined}>
      <Icon size={14} aria-hidden />
      {rowWord(kind, row)}
    </span>
  );
}

/** How far a job is, for the eye and the ear. */
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
