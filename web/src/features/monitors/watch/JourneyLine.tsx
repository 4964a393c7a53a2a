/**
 * The journey as a line of stops: left ones filled, the one that it is in ringed, skipped ones crossed out, the next one
 * open. Long journeys are shown around where it is now, with the number of stops on either side.
 */

import type { BoardMonitor, BoardMonitorStop } from '@waypost/contract/api/monitors';
import { seen } from '@waypost/triage/journey';
import { stopName } from '../../../live/load-words.ts';
import { isolated } from '../../../ui/bidi.ts';
import type { MonitorFacts } from './facts.ts';
import classes from './JourneyLine.module.css';

const MOST_DOTS = 11;

export type DotState = 'left' | 'here' | 'skipped' | 'next' | 'ahead';

export function dotState(
  stop: BoardMonitorStop,
  {
    journey,
    stop_sequence,
    next_sequence,
    flags,
  }: Pick<MonitorFacts, 'journey' | 'stop_sequence' | 'next_sequence' | 'flags'>,
): DotState {
  if (flags.some(({ kind, stop_sequence: at }) => kind === 'skipped' && at === stop.sequence))
    return 'skipped';
  if (journey === 'at_stop' && stop.sequence === stop_sequence) return 'here';
  if (seen(stop)) return 'left';
  const watched = journey === 'on_the_way' || journey === 'at_stop' || journey === 'not_begun';
  return watched && stop.sequence === next_sequence ? 'next' : 'ahead';
}

const DOT_WORD: Readonly<Record<DotState, string>> = {
  left: 'visited',
  here: 'here now',
  skipped: 'skipped',
  next: 'next',
  ahead: 'upcoming',
};

export interface JourneyLineProps {
  readonly monitor: BoardMonitor;
  readonly facts: MonitorFacts;
}

export function JourneyLine({ monitor, facts }: JourneyLineProps) {
  const { stops } = monitor;
  const now_at = Math.max(
    0,
    stops.findIndex(({ sequence }) => sequence === (facts.stop_sequence ?? facts.next_sequence)),
  );
  const from = Math.max(0, Math.min(now_at - 4, stops.length - MOST_DOTS));
  const shown = stops.slice(from, from + MOST_DOTS);
  const after = stops.length - from - shown.length;
  const been = stops.filter(seen).length;
  const label = `${been} of ${stops.length} stops seen: ${shown
    .map((stop) => `${isolated(stopName(stop, stops))} ${DOT_WORD[dotState(stop, facts)]}`)
    .join(', ')}`;
  return (
    <span className={classes.line} role="img" aria-label={label}>
      {from > 0 && <span className={classes.more}>{from}</span>}
      {shown.map((stop) => {
        const state = dotState(stop, facts);
        return (
          <span
            key={stop.sequence}
            className={classes.stop}
            data-state={state}
            title={`${isolated(stopName(stop, stops))}, ${DOT_WORD[state]}`}
          />
        );
      })}
      {after > 0 && <span className={classes.more}>{after}</span>}
    </span>
  );
}
