import type { BoardMonitor, BoardMonitorStop } from '@waypost/contract/api/monitors';
import { hasObservedTime } from '@waypost/triage/journey';
import { useNow } from '../../../live/context.ts';
import { useDockTime, useTimesIn } from '../../../live/dock-time.ts';
import { stopName } from '../../../live/load-words.ts';
import {
  AT_START,
  lateness,
  latenessText,
  noEvidence,
  stayCost,
  stayText,
} from '../../../live/monitor-stops.ts';
import { isolated } from '../../../ui/bidi.ts';
import { IconClockExclamation } from '../../../ui/icons.ts';
import { Section } from '../../../ui/Section.tsx';
import shared from '../../../ui/shared.module.css';
import type { MonitorFacts, MonitorWithFacts } from './facts.ts';
import classes from './MonitorDetail.module.css';
import { nextExpected } from './words.ts';

const MAX_DOTS = 11;

type DotState = 'left' | 'here' | 'skipped' | 'next' | 'ahead';

function dotState(
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
  if (hasObservedTime(stop)) return 'left';
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

/**
 * The trip as a line of stops: visited filled, current ringed, skipped crossed out, next open. A long trip shows the part around the
 * current stop, with the number of hidden stops on either side.
 */
export function JourneyLine({ monitor, facts }: MonitorWithFacts) {
  const { stops } = monitor;
  const current_index = Math.max(
    0,
    stops.findIndex(({ sequence }) => sequence === (facts.stop_sequence ?? facts.next_sequence)),
  );
  const from = Math.max(0, Math.min(current_index - 4, stops.length - MAX_DOTS));
  const shown = stops.slice(from, from + MAX_DOTS);
  const after = stops.length - from - shown.length;
  const visited_count = stops.filter(hasObservedTime).length;
  const label = `${visited_count} of ${stops.length} stops seen: ${shown
    .map((stop) => `${isolated(stopName(stop, stops))} ${DOT_WORD[dotState(stop, facts)]}`)
    .join(', ')}`;
  return (
    <span className={classes.journeyLine} role="img" aria-label={label}>
      <HiddenStops count={from} />
      {shown.map((stop) => {
        const state = dotState(stop, facts);
        return (
          <span
            key={stop.sequence}
            className={classes.journeyStop}
            data-state={state}
            title={`${isolated(stopName(stop, stops))}, ${DOT_WORD[state]}`}
          />
        );
      })}
      <HiddenStops count={after} />
    </span>
  );
}

const HiddenStops = ({ count }: { readonly count: number }) =>
  count > 0 && (
    <span className={shared.fixedSmall} style={{ fontSize: 11 }}>
      {count}
    </span>
  );

interface TimelineProps {
  readonly monitor: BoardMonitor;
  readonly facts: MonitorFacts;
  readonly selected: number | null;
  readonly onSelect: (sequence: number | null) => void;
}

export function Timeline({ monitor, facts, selected, onSelect }: TimelineProps) {
  const times_in = useTimesIn(monitor.stops.map(({ time_zone }) => time_zone));
  if (monitor.stops.length === 0) return <Section title="Stops">No stops yet.</Section>;
  return (
    <Section
      title={`Stops (${monitor.stops.length})`}
      aside={<span className={shared.small}>times in {times_in}</span>}
    >
      <ol className={shared.list} style={{ marginTop: 4 }}>
        {monitor.stops.map((stop, index) => (
          <TimelineStop
            key={stop.sequence}
            number={index + 1}
            stop={stop}
            monitor={monitor}
            state={dotState(stop, facts)}
            selected={stop.sequence === selected}
            onSelect={() => onSelect(stop.sequence === selected ? null : stop.sequence)}
          />
        ))}
      </ol>
    </Section>
  );
}

const STATE_WORD: Readonly<Record<DotState, string>> = {
  left: 'Left',
  here: 'Here now',
  skipped: 'Skipped',
  next: 'Next',
  ahead: '',
};

interface TimelineStopProps {
  readonly number: number;
  readonly stop: BoardMonitorStop;
  readonly monitor: BoardMonitor;
  readonly state: DotState;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

function TimelineStop({ number, stop, monitor, state, selected, onSelect }: TimelineStopProps) {
  const name = stopName(stop, monitor.stops);
  const word = stop.arrived_at && !stop.departed_at && state === 'left' ? 'Was at stop' : STATE_WORD[state];
  return (
    <li className={classes.stop} data-state={state} data-selected={selected || undefined}>
      <span className={classes.dot} aria-hidden>
        {number}
      </span>
      <div className={classes.between}>
        <button type="button" className={classes.name} aria-pressed={selected} onClick={onSelect}>
          {name}
        </button>
        {word && <span className={`${shared.fixedSmall} ${classes.word}`}>{word}</span>}
      </div>
      <table className={classes.times}>
        <caption className={shared.hidden}>{name}: planned and actual times</caption>
        <colgroup>
          <col width={68} />
          <col width="26%" />
          <col width="22%" />
          <col />
        </colgroup>
        <thead className={number === 1 ? classes.columns : shared.hidden}>
          <tr>
            <td />
            <th scope="col">Planned</th>
            <th scope="col">Actual</th>
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          <TimesRow
            word="Arrival"
            planned={stop.planned_arrival_at}
            actual={stop.arrived_at}
            by={stop.arrived_by}
            zone={stop.time_zone}
            unproven={noEvidence(stop) ?? (stop.arrived_at_start ? AT_START : null)}
          >
            {state === 'next' && <Expected monitor={monitor} />}
          </TimesRow>
          <TimesRow
            word="Departure"
            planned={stop.planned_departure_at}
            actual={stop.departed_at}
            by={stop.departed_by}
            zone={stop.time_zone}
            unproven={noEvidence(stop)}
          />
        </tbody>
      </table>
      {hasObservedTime(stop) && <Dwell stop={stop} inside={state === 'here'} />}
    </li>
  );
}

interface TimesRowProps {
  readonly word: string;
  readonly planned: string | null;
  readonly actual: string | null;
  readonly by: BoardMonitorStop['arrived_by'];
  readonly zone: string | null;
  /** Why the actual time proves nothing; null when it does. */
  readonly unproven: string | null;
  readonly children?: React.ReactNode;
}

function TimesRow({ word, planned, actual, by, zone, unproven, children }: TimesRowProps) {
  const late = lateness(planned, unproven === null ? actual : null);
  return (
    <tr>
      <th scope="row">{word}</th>
      <td>
        {planned ? <Time at={planned} zone={zone} /> : <span className={shared.secondary}>no plan</span>}
      </td>
      <td data-actual={actual !== null || undefined}>
        {actual ? (
          <Time at={actual} zone={zone} more={by === 'read' ? ' (checked)' : ''} />
        ) : (
          <span className={shared.secondary}>not seen</span>
        )}
      </td>
      <td>{actual && unproven ? unproven : late === null ? children : latenessText(late)}</td>
    </tr>
  );
}

interface TimeProps {
  readonly at: string;
  readonly zone: string | null;
  readonly more?: string;
}

function Time({ at, zone, more = '' }: TimeProps) {
  const { text, title } = useDockTime(at, zone);
  return (
    <time dateTime={at} title={title}>
      {text}
      {more}
    </time>
  );
}

/** `in 1 h`, `20 min late`, where no arrival has been seen yet. */
function Expected({ monitor }: { readonly monitor: BoardMonitor }) {
  const shown = useNow((now) => {
    const next = nextExpected(monitor, now);
    return next?.relative ? `${next.late ? '!' : ''}${next.relative}` : null;
  });
  if (shown === null) return null;
  if (!shown.startsWith('!')) return shown;
  return (
    <strong className={shared.rowTight} style={{ display: 'inline-flex', whiteSpace: 'nowrap' }}>
      <IconClockExclamation size={14} aria-hidden /> {shown.slice(1)}
    </strong>
  );
}

/** `Inside for 25 min`, plus free time and detention where the stop has them. */
function Dwell({ stop, inside }: { readonly stop: BoardMonitorStop; readonly inside: boolean }) {
  const text = useNow((now) => stayText(stop, inside, now));
  const cost = useNow((now) => stayCost(stop, inside, now));
  if (text === null) return null;
  return (
    <p className={classes.between} style={{ fontSize: 12 }}>
      <strong>{text}</strong>
      {cost && <span>{cost}</span>}
      {cost && stop.site_name && <span>Free time from site {isolated(stop.site_name)}</span>}
    </p>
  );
}
