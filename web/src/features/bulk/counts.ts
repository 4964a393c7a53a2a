/** What a job's counts come to. */
import type { BulkJob, BulkRow } from '@waypost/contract/api/bulk';
import type { RowFilter } from './search.ts';

export interface Tally {
  /** Rows that are sent, or would have been. */
  readonly to_send: number;
  /** Of these, rows whose sending has ended, whichever way. */
  readonly sent: number;
  readonly waiting: number;
  readonly done: number;
  /** Refused by the service, or nobody knows. */
  readonly problem: number;
  /** Never sent: not valid, there already, or the job was cancelled. */
  readonly left_out: number;
}

export function tally({ counts, total }: Pick<BulkJob, 'counts' | 'total'>): Tally {
  const { done, failed, unknown, waiting, sending, invalid, skipped, cancelled } = counts;
  return {
    to_send: total - invalid - skipped,
    sent: done + failed + unknown,
    waiting: waiting + sending,
    done,
    problem: failed + unknown,
    left_out: invalid + skipped + cancelled,
  };
}

export function filterOf({ state, operation_status }: BulkRow): RowFilter {
  switch (state) {
    case 'waiting':
    case 'sending':
      return 'waiting';
    case 'done':
      return operation_status === 'failed' ? 'problem' : 'done';
    case 'failed':
    case 'unknown':
      return 'problem';
    case 'invalid':
    case 'skipped':
    case 'cancelled':
      return 'left_out';
  }
}
