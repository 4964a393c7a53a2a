/** A flag in words: what, why, and one thing to do. */

import type { BoardMonitor } from '@waypost/contract/api/monitors';
import type { DoubtReason } from '../../../live/doubt.ts';
import { journeyOf, lateBy, stopName } from '../../../live/journey.ts';
import { isolated } from '../../../ui/bidi.ts';
import { durationText, fromNowText, shortDateTime } from '../../../ui/time.ts';
import type { Flag, FlagKind } from './integrity.ts';

export type FlagAction =
  /** A new monitor of the stops that are left. */
  | { readonly kind: 'follow'; readonly label: string }
  | { readonly kind: 'load'; readonly label: string; readonly load_id: string }
  /** Read it from the service now. */
  | { readonly kind: 'read'; readonly label: string };

export interface FlagWords {
  readonly what: string;
  readonly why: string;
  readonly action: FlagAction | null;
}

/** In one word or two, for tables of figures. */
export const FLAG_WORD: Readonly<Record<FlagKind, string>> = {
  check_truck: 'Check truck',
  expired_unfinished: 'Expired unfinished',
  expires_early: 'Expires too early',
  silent: 'Silent',
  late: 'Late',
  skipped: 'Stop skipped',
  departed_unseen: 'No arrival',
  disorder: 'Times out of order',
  detention: 'Detention',
};

const FOLLOW: FlagAction = { kind: 'follow', label: 'Follow-on monitor' };
const READ: FlagAction = { kind: 'read', label: 'Refresh' };

const DOUBT_WORDS: Readonly<Record<DoubtReason, Pick<FlagWords, 'what' | 'why'>>> = {
  disagree: {
    what: 'Another truck matches the load of this vehicle better',
    why: 'These times may be those of another truck.',
  },
  vehicle_changed: {
    what: 'Possible wrong truck: its load was given another truck',
    why: 'One of the two trucks, before and now, is watched here: its times may not be those of the load.',
  },
  same_truck: {
    what: 'Possible wrong truck: it is assigned to several loads at the same time',
    why: 'These times may be those of another load.',
  },
};

/** @param now the server's clock, milliseconds since 1970. */
export function flagWords(flag: Flag, monitor: BoardMonitor, now: number): FlagWords {
  const { stops } = monitor;
  const stop = stops.find(({ sequence }) => sequence === flag.stop_sequence);
  const name = stop ? isolated(stopName(stop, stops)) : 'a stop';
  const ago = flag.since === null ? null : durationText(now - flag.since);
  switch (flag.kind) {
    case 'check_truck':
      return { ...DOUBT_WORDS[flag.doubt ?? 'disagree'], action: loadAction(monitor) };
    case 'expired_unfinished': {
      const left = stops.filter(({ departed_at }) => departed_at === null).length;
      return {
        what: `Expired ${ago === null ? '' : `${ago} ago, `}before it was finished`,
        why: `${left === 1 ? '1 stop is' : `${left} stops are`} not watched any more, from ${name} on.`,
        action: FOLLOW,
      };
    }
    case 'expires_early':
      return {
        what: `Expires before it can arrive at ${name}`,
        why:
          flag.arrival_by === 'plan'
            ? `Planned there ${whenText(flag.arrival, now)}, watched until ${whenText(monitor.expires_at, now)}.`
            : `At 65 mph in a straight line it is there ${whenText(flag.arrival, now)} at the earliest, watched until ${whenText(monitor.expires_at, now)}.`,
        action: FOLLOW,
      };
    case 'silent':
      return {
        what: `Silent for ${ago}`,
        why:
          monitor.rhythm_seconds === null
            ? `Its usual rhythm is not known; we assume that a truck is silent after ${durationText(flag.assumed_limit ?? 0)}. Arrivals cannot be seen while it is silent.`
            : `It usually reports every ${durationText(monitor.rhythm_seconds * 1000)}; arrivals cannot be seen while it is silent.`,
        action: loadAction(monitor) ?? READ,
      };
    case 'late': {
      const by = lateBy(journeyOf(monitor), now, monitor.starts_at) ?? 0;
      return {
        what: `Late for ${name} by ${durationText(by)}`,
        why: `It was planned there ${whenText(stop?.planned_arrival_at, now)} and has not been seen.`,
        action: loadAction(monitor),
      };
    }
    case 'skipped':
      return {
        what: `${name} was skipped`,
        why: 'A later stop was reached, and this one was never seen: passed by outside the circle, or between two pings.',
        action: READ,
      };
    case 'departed_unseen':
      return {
        what: `Left ${name} without an arrival`,
        why: 'Its stay there cannot be proved: the arrival was before the watch began, or its event was lost.',
        action: READ,
      };
    case 'disorder':
      return {
        what: `Times at ${name} are out of order`,
        why: 'They cannot all be true; the events as received show who told which.',
        action: READ,
      };
    case 'detention':
      return {
        what: `Over its free time at ${name} by ${ago}`,
        why: `${stop?.free_minutes ?? 0} min are free there; detention runs.`,
        action: loadAction(monitor),
      };
  }
}

function whenText(at: string | number | null | undefined, now: number): string {
  return at === null || at === undefined ? '' : `${shortDateTime(at, now)} (${fromNowText(at, now)})`;
}

function loadAction({ links }: BoardMonitor): FlagAction | null {
  const link = links.find(({ state }) => state === 'linked');
  return link ? { kind: 'load', label: 'Open load', load_id: link.load_id } : null;
}
