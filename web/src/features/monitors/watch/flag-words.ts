/** A flag in words: what, why, and one thing to do. */

import type { BoardMonitor } from '@waypost/contract/api/monitors';
import type { DoubtReason } from '@waypost/triage/doubt';
import { journeyOf, lateBy } from '@waypost/triage/journey';
import { stopName } from '../../../live/load-words.ts';
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
  silent: 'No pings',
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
    what: 'Possible wrong truck: another truck matches this load better',
    why: 'These times may belong to another truck.',
  },
  vehicle_changed: {
    what: 'Possible wrong truck: its load has another truck now',
    why: "This monitor tracks only one of the two trucks, so its times may not be the load's.",
  },
  same_truck: {
    what: 'Possible wrong truck: it is assigned to several loads at the same time',
    why: 'These times may belong to another load.',
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
        what: `Expired ${ago === null ? '' : `${ago} ago, `}before the last stop`,
        why: `${left === 1 ? '1 stop is' : `${left} stops are`} no longer tracked, from ${name} on.`,
        action: FOLLOW,
      };
    }
    case 'expires_early':
      return {
        what: `Expires before arrival at ${name}`,
        why:
          flag.arrival_by === 'plan'
            ? `Planned arrival ${whenText(flag.arrival, now)}, tracked until ${whenText(monitor.expires_at, now)}.`
            : `Earliest arrival ${whenText(flag.arrival, now)} (straight line at 65 mph), tracked until ${whenText(monitor.expires_at, now)}.`,
        action: FOLLOW,
      };
    case 'silent':
      return {
        what: `No pings for ${ago}`,
        why:
          monitor.rhythm_seconds === null
            ? `Its ping rate is unknown; we flag it after ${durationText(flag.assumed_limit ?? 0)}. Arrivals can't be seen without pings.`
            : `It usually pings every ${durationText(monitor.rhythm_seconds * 1000)}. Arrivals can't be seen without pings.`,
        action: loadAction(monitor) ?? READ,
      };
    case 'late': {
      const by = lateBy(journeyOf(monitor), now, monitor.starts_at) ?? 0;
      return {
        what: `${durationText(by)} late to ${name}`,
        why: `Appt ${whenText(stop?.planned_arrival_at, now)}, not arrived yet.`,
        action: loadAction(monitor),
      };
    }
    case 'skipped':
      return {
        what: `${name} was skipped`,
        why: 'A later stop was reached but this one was never seen. The truck may have passed outside the circle or between two pings.',
        action: READ,
      };
    case 'departed_unseen':
      return {
        what: `Left ${name} without an arrival`,
        why: "Dwell time can't be proven: it arrived before tracking started, or the event was lost.",
        action: READ,
      };
    case 'disorder':
      return {
        what: `Times at ${name} are out of order`,
        why: "They can't all be true. See the events as received.",
        action: READ,
      };
    case 'detention':
      return {
        what: `${ago} over free time at ${name}`,
        why: `Free time there is ${stop?.free_minutes ?? 0} min. Detention is running.`,
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
