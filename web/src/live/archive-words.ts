/** Why a load leaves the board, in words: what was seen is said as seen, what we infer as presumed. */
import type { Leaving } from '@waypost/contract/api/board';
import type { ArchiveReason } from '@waypost/contract/api/words';
import { isolated } from '../ui/bidi.ts';
import { shortDateTime } from '../ui/time.ts';

export const ARCHIVE_WORDS: Readonly<Record<ArchiveReason, string>> = {
  monitor_completed: 'Delivered, by monitor',
  left_destination: 'Delivered, by positions',
  next_load: 'Presumed delivered: on its next load',
  overdue: 'Presumed delivered: plan ended',
  not_found: 'Not found at the tracking service',
  removed: 'Removed by a person',
};

/** What the reason rests on, one sentence; null where a person's word is all. */
export function evidenceText(
  {
    reason,
    since,
    next_load,
  }: {
    readonly reason: ArchiveReason;
    readonly since: string | null;
    readonly next_load?: Leaving['next_load'];
  },
  now: number,
): string | null {
  const at = since === null ? 'at an unknown time' : shortDateTime(since, now);
  switch (reason) {
    case 'monitor_completed':
      return `Its monitor recorded the departure from the last stop, ${at}.`;
    case 'left_destination':
      return `The truck was at the destination until ${at} and has left, by its positions.`;
    case 'next_load': {
      const name = next_load ? ` ${isolated(next_load.load_ref ?? next_load.load_id)}` : '';
      return `The plan ended, and its truck has started its next load${name}. Inferred: no one recorded the delivery.`;
    }
    case 'overdue':
      return `The plan has ended and the truck has been elsewhere since ${at}. Inferred: no one recorded the delivery.`;
    case 'not_found':
      return `The tracking service has had no record of this load since ${at}.`;
    case 'removed':
      return null;
  }
}
