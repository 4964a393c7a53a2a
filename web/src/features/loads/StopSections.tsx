import { Link } from '@tanstack/react-router';
import type { BoardLoad } from '@waypost/contract/api/board';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import type { BoardMonitor, BoardMonitorStop, MonitorLink } from '@waypost/contract/api/monitors';
import type { LoadStop } from '@waypost/contract/loads';
import { hasObservedTime, type Journey, journeyOf } from '@waypost/triage/journey';
import { monitorStopOf } from '@waypost/triage/monitored';
import { waitsAtPassedOrigin } from '@waypost/triage/passed-origin';
import { inTravelOrder, isAppointment, nextStop, stopTiming } from '@waypost/triage/plan';
import { behaviorOf, useApi, useConfig, useDisabledReason } from '../../api/context.ts';
import { undoAction, useAttempt } from '../../api/show-problem.ts';
import { useFacts, useNow } from '../../live/context.ts';
import { useDockTime, useTimesIn } from '../../live/dock-time.ts';
import { journeyText, stopName } from '../../live/load-words.ts';
import {
  AT_START,
  knownArrival,
  knownDeparture,
  lateness,
  latenessText,
  passedOriginText,
  stayCost,
  stayText,
} from '../../live/monitor-stops.ts';
import type { MapCircle } from '../../map/types.ts';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton, LinkButton } from '../../ui/buttons.tsx';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { durationText, fromNowText, type PlaceZone } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { useLoadMonitors } from './detail.ts';
import { estimateDoubt, predictedBasis } from './estimate-basis.ts';
import classes from './LoadPanel.module.css';
import { nextStopWords, shownStop } from './next-stop.ts';
import { useCirclesOnMap } from './on-map.ts';
import { passedEtaText, predictedAt, stopZone } from './predicted.ts';

interface ActualSectionProps {
  readonly load: BoardLoad;
  /** Circles of the monitor; must keep its identity between renders. */
  readonly onCircles: ((circles: readonly MapCircle[]) => void) | undefined;
}

/**
 * What the service does not record: actual times, stays and detention, from the monitor linked to the load, and labeled as such.
 * Offers to create a monitor if there is none, and asks about a suggested one.
 */
export function ActualSection({ load, onCircles }: ActualSectionProps) {
  const disabledReason = useDisabledReason('manage_monitors');
  const { monitors, put } = useLoadMonitors(load.load_id);
  const monitor = monitors?.linked ?? null;
  useCirclesOnMap(monitor, onCircles);
  return (
    <Section
      title="Arrivals and departures"
      aside={
        monitor && (
          <Link to="/monitors/$monitor_id" params={{ monitor_id: monitor.id }} className={classes.open}>
            Open monitor
          </Link>
        )
      }
    >
      {monitor ? (
        <MonitorTimes monitor={monitor} />
      ) : (
        <p className={shared.secondary}>
          {/* The board may know of a monitor before the panel has loaded it. */}
          {monitors === undefined && load.monitor
            ? 'Loading its monitor…'
            : 'No monitor tracks this load, so no arrivals and departures are recorded.'}
        </p>
      )}
      {monitors?.suggested.map((suggestion) => (
        <Suggestion key={suggestion.id} monitor={suggestion} load={load} onChanged={put} />
      ))}
      {monitor?.status !== 'active' && (
        <LinkButton to="/monitors/new" search={{ load: load.load_id }} disabledReason={disabledReason} mt={8}>
          Track arrivals
        </LinkButton>
      )}
    </Section>
  );
}

function MonitorTimes({ monitor }: { readonly monitor: BoardMonitor }) {
  const journey = journeyOf(monitor);
  const { monitor_stops_in_order } = behaviorOf(useConfig());
  const passed = monitor_stops_in_order ? waitsAtPassedOrigin(monitor) : null;
  const text = useNow((now) => journeyText(journey, monitor.stops, now, monitor.starts_at));
  return (
    <>
      <p className={shared.strong} style={{ marginBottom: 4 }}>
        {text}
        {monitor.status !== 'active' && monitor.status !== 'completed' && (
          <span className={shared.secondary} style={{ fontWeight: 400 }}>
            {' '}
            ({monitor.status ?? 'unknown'})
          </span>
        )}
      </p>
      {passed && (
        <p className={shared.strongText}>
          Needs attention: {passedOriginText(monitor, passed)}.{' '}
          <Link to="/monitors/new" search={{ follow: monitor.id }} className={classes.open}>
            Start at stop {(passed.at_stop ?? 1) + 1}
          </Link>
        </p>
      )}
      <ul className={shared.list}>
        {monitor.stops.map((stop) => (
          <MonitoredStop key={stop.sequence} stop={stop} monitor={monitor} journey={journey} />
        ))}
      </ul>
    </>
  );
}

interface MonitoredStopProps {
  readonly stop: BoardMonitorStop;
  readonly monitor: BoardMonitor;
  readonly journey: Journey<BoardMonitorStop>;
}

function MonitoredStop({ stop, monitor, journey }: MonitoredStopProps) {
  const inside = journey.kind === 'at_stop' && journey.stop === stop;
  const stay = useNow((now) => stayText(stop, inside, now));
  const cost = useNow((now) => stayCost(stop, inside, now));
  return (
    <li className={`${shared.column} ${classes.monitoredStop}`} data-inside={inside || undefined}>
      <span>{stopName(stop, monitor.stops)}</span>
      {hasObservedTime(stop) ? (
        <>
          <span className={`${shared.small} ${classes.times}`}>
            <Moment
              word={stop.arrived_at_start ? 'seen' : 'arrived'}
              at={stop.arrived_at}
              zone={stop.time_zone}
              late={lateness(stop.planned_arrival_at, knownArrival(stop))}
            />
            <Moment
              word="left"
              at={stop.departed_at}
              zone={stop.time_zone}
              late={lateness(stop.planned_departure_at, knownDeparture(stop))}
            />
          </span>
          {stay && (
            <span className={`${shared.small} ${classes.times}`}>
              <strong>{stay}</strong> {cost}
            </span>
          )}
        </>
      ) : (
        <span className={`${shared.small} ${classes.times}`}>not seen yet</span>
      )}
    </li>
  );
}

interface MomentProps {
  readonly word: string;
  readonly at: string | null | undefined;
  /** After the planned time, milliseconds; null: nothing was planned. */
  readonly late?: number | null;
  /** Recorded, not planned. */
  readonly actual?: boolean;
  /** Appended to the full time in the tooltip. */
  readonly note?: string;
  readonly zone: PlaceZone;
}

/** `arrived 14:20, 10 min late`; nothing without a time. */
function Moment({ word, at, late = null, actual, note = '', zone }: MomentProps) {
  const { text, title } = useDockTime(at, zone);
  return at ? (
    <time dateTime={at} title={title + note} className={actual ? classes.actual : undefined}>
      {word} {text}
      {late !== null && `, ${latenessText(late)}`}
    </time>
  ) : null;
}

interface SuggestionProps {
  readonly monitor: BoardMonitor;
  readonly load: BoardLoad;
  readonly onChanged: (monitor: BoardMonitor) => void;
}

function Suggestion({ monitor, load, onChanged }: SuggestionProps) {
  const { http } = useApi();
  const disabledReason = useDisabledReason('manage_monitors');
  const { busy, attempt } = useAttempt();
  const guard = { disabledReason, disabled: busy !== false };
  const name = isolated(monitor.name ?? `Monitor ${monitor.id.slice(0, 8)}`);
  const write = async (state: MonitorLink['state']) =>
    onChanged(
      await http.call(MONITOR_ROUTES.linkMonitor, {
        params: { monitor_id: monitor.id },
        body: { load_id: load.load_id, state },
      }),
    );
  const respond = (state: 'linked' | 'rejected') =>
    attempt('Link not changed', async () => {
      await write(state);
      const ref = isolated(load.load_ref ?? load.load_id);
      toast({
        title:
          state === 'linked' ? `${ref} now uses times from ${name}` : `${name} marked as a different trip`,
        action: undoAction('Not undone', () => write('suggested'), `Link to ${name} restored`),
      });
    });
  return (
    <div className={`${shared.wrapped} ${classes.suggestion}`}>
      <p className={shared.plain}>
        <Link to="/monitors/$monitor_id" params={{ monitor_id: monitor.id }} className={classes.open}>
          {name}
        </Link>{' '}
        tracks the same truck at that time. Is it for this load?
      </p>
      <GuardedButton variant="filled" {...guard} onClick={() => void respond('linked')}>
        Yes, link it
      </GuardedButton>
      <GuardedButton {...guard} onClick={() => void respond('rejected')}>
        No
      </GuardedButton>
    </div>
  );
}

const TYPE_WORD: Readonly<Record<string, string>> = {
  origin: 'Origin',
  intermediate: 'Stop',
  destination: 'Destination',
  fuel: 'Fuel',
  rest: 'Rest',
};

/** The service itself records no arrivals or departures today. */
const FROM_MONITOR = ', from its monitor';

/** Null: not classified; an unknown type is shown verbatim. */
function stopTypeWord(stop_type: LoadStop['stop_type']): string {
  return stop_type === null ? 'Stop' : (TYPE_WORD[stop_type] ?? stop_type);
}

/** The planned stops, with what a monitor recorded: a past appointment counts as late only where that is known. */
export function StopsSection({ load }: { readonly load: BoardLoad }) {
  const next = useNow((now) => nextStop(load, now)?.id ?? null);
  const headed = useNow((now) =>
    nextStopWords(load, now)?.at_stop ? null : (shownStop(load, now)?.id ?? null),
  );
  const stops = inTravelOrder(load.stops);
  const times_in = useTimesIn(stops.map(({ sequence }) => stopZone(load, sequence)));
  if (stops.length === 0) {
    const unread = load.unread?.some(({ path }) => path.startsWith('stops'));
    const none = load.read_at === null ? 'Not known: the load was not read yet.' : 'No stops on this load.';
    return <Section title="Stops">{unread ? "The stops can't be read." : none}</Section>;
  }
  return (
    <Section
      title={`Stops (${stops.length})`}
      aside={
        stops.some((stop) => stop.estimated_arrival_at) && (
          <span className={shared.small}>times in {times_in}</span>
        )
      }
    >
      <ol className={shared.list} style={{ marginTop: 4 }}>
        {stops.map((stop) => (
          <Stop
            key={stop.id}
            stop={stop}
            load={load}
            isNext={stop.id === next}
            isHeaded={stop.id === headed}
          />
        ))}
      </ol>
    </Section>
  );
}

interface StopProps {
  readonly stop: LoadStop;
  readonly load: BoardLoad;
  readonly isNext: boolean;
  /** The head of the panel says its ETA and lateness. */
  readonly isHeaded: boolean;
}

function Stop({ stop, load, isNext, isHeaded }: StopProps) {
  const watched = monitorStopOf(load, stop);
  const zone = stopZone(load, stop.sequence);
  const timing = useNow((now) => stopTiming(stop, load, now));
  const { kind } = timing;
  const arrived_at = stop.arrived_at ?? watched?.arrived_at;
  const is_said = isHeaded && !arrived_at && kind !== 'ahead';
  const passed = kind === 'past_plan' || kind === 'arrived' || kind === 'late' || kind === 'at_start';
  return (
    <li
      className={classes.stop}
      data-passed={passed || undefined}
      data-next={(isNext && kind === 'ahead') || undefined}
    >
      <span className={classes.dot} aria-hidden />
      <div className={classes.name}>
        <strong>{stop.name ?? `Stop ${stop.sequence + 1}`}</strong>
        <span className={shared.fixedSmall}>{stopTypeWord(stop.stop_type)}</span>
      </div>
      <div className={`${shared.small} ${classes.times}`}>
        <Moment word="arrive" at={stop.estimated_arrival_at} zone={zone} />
        <Moment word="depart" at={stop.estimated_departure_at} zone={zone} />
        <Moment
          word={kind === 'at_start' ? 'seen' : 'arrived'}
          at={arrived_at}
          zone={zone}
          actual
          note={stop.arrived_at ? '' : FROM_MONITOR}
        />
        <Moment
          word="departed"
          at={stop.departed_at ?? watched?.departed_at}
          zone={zone}
          actual
          note={stop.departed_at ? '' : FROM_MONITOR}
        />
        {!stop.estimated_arrival_at && !stop.estimated_departure_at && <span>no estimate</span>}
        <StopStatus
          kind={isAppointment(stop) && !is_said ? kind : 'none'}
          by_ms={'by_ms' in timing ? timing.by_ms : 0}
          isNext={isNext}
          at={stop.estimated_arrival_at}
          by_monitor={watched !== null}
        />
      </div>
      {!passed || kind === 'past_plan' || kind === 'late' ? (
        <PredictedLine load={load} stop={stop} isHeaded={isHeaded} />
      ) : null}
    </li>
  );
}

/** `ETA 14:20 to 15:40, on time`, and below it what the estimate is based on. */
function PredictedLine({ load, stop, isHeaded }: Omit<StopProps, 'isNext'>) {
  const explained = useFacts(load.load_id)?.cause === 'running_late' && isHeaded;
  const predicted = useNow((now) => predictedAt(load, stop, now));
  const doubt = useNow((now) => estimateDoubt(load, stop, now));
  const passed = useNow((now) => passedEtaText(load, stop.sequence, now));
  const why = useNow((now) => predictedBasis(load, stop, now));
  if (!predicted) return passed && <div className={classes.predicted}>{passed}</div>;
  const { eta, lateness, punctuality } = predicted;
  return (
    <div className={classes.predicted}>
      {passed && <div>{passed}</div>}
      {(!isHeaded || predicted.passed) && (
        <>
          <strong>{eta}</strong>
          {doubt && !predicted.passed
            ? `, ${doubt}`
            : lateness && <span data-punctuality={punctuality}>, {lateness}</span>}
        </>
      )}
      {!explained && <div className={shared.secondary}>{why}</div>}
    </div>
  );
}

interface StopStatusProps {
  readonly kind: string;
  readonly by_ms: number;
  readonly isNext: boolean;
  readonly at: string | null;
  readonly by_monitor: boolean;
}

function StopStatus({ kind, by_ms, isNext, at, by_monitor }: StopStatusProps) {
  const until = useNow((now) => (at ? `appt ${fromNowText(at, now)}` : null));
  if (kind === 'late')
    return (
      <strong title={by_monitor ? 'From its monitor' : 'The truck was still driving after this appointment'}>
        {durationText(by_ms)} late
      </strong>
    );
  if (kind === 'past_plan')
    return (
      <span title="The tracking service does not record arrivals">appt passed {durationText(by_ms)} ago</span>
    );
  if (kind === 'at_start') return <span className={classes.until}>{AT_START}</span>;
  if (kind === 'arrived' && at !== null) return <span className={classes.until}>{latenessText(by_ms)}</span>;
  return kind === 'ahead' && isNext ? <span className={classes.until}>{until}</span> : null;
}
