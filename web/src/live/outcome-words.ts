/** How loads, exceptions and calls ended, in words that several pages share. */
import type { BoardLoad, Leaving } from '@waypost/contract/api/board';
import type { CallOutcome, CloseReason } from '@waypost/contract/api/load-triage';
import { ARCHIVE_REASONS, type ArchiveReason } from '@waypost/contract/api/url-enums';
import { inTravelOrder } from '@waypost/triage/plan';
import { isolated } from '../ui/bidi.ts';
import { dockTime, type PlaceZone } from '../ui/time.ts';

/** Why a load leaves the board. Observed reasons are stated as facts, inferred ones as presumed. */
export const ARCHIVE_WORDS: Readonly<Record<ArchiveReason, string>> = {
  monitor_completed: 'Delivered, by monitor',
  left_destination: 'Delivered, by positions',
  next_load: 'Presumed delivered: on its next load',
  overdue: 'Appointment passed, no delivery recorded',
  not_found: 'Not found at the tracking service',
  removed: 'Removed by a person',
};

/** `LD-48213: monitor_completed`, as the activity log names an archived load, or its reason alone: the reason in words. */
export const archivedText = (logged: string): string =>
  ARCHIVE_REASONS.map((reason) => (logged.endsWith(reason) ? ARCHIVE_WORDS[reason] : '')).join('');

export const CLOSE_WORDS: Readonly<Record<CloseReason, string>> = {
  fixed: 'Fixed',
  carrier_confirmed: 'Carrier confirmed it is fine',
  known: 'Known, no action needed',
  false_alarm: 'False alarm',
  other: 'Other reason',
};

export const CALL_WORDS: Readonly<Record<CallOutcome, string>> = {
  reached: 'Reached',
  left_message: 'Left message',
  eta: 'ETA',
  will_call_back: 'Will call back',
};

type Destined = Pick<BoardLoad, 'stops' | 'stop_zones'>;

export const destinationZone = ({ stops, stop_zones }: Destined): PlaceZone =>
  stop_zones?.[inTravelOrder(stops).at(-1)?.sequence ?? -1];

/** The evidence for the reason, with times of the destination; null when a person removed the load. */
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
  load: Destined,
  now: number,
): string | null {
  const at = since === null ? 'at an unknown time' : dockTime(since, now, destinationZone(load));
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
      return `No delivery was recorded, and the truck has not been seen at the destination since ${at}.`;
    case 'not_found':
      return `The tracking service has had no record of this load since ${at}.`;
    case 'removed':
      return null;
  }
}
