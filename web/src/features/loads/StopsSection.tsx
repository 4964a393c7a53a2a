/** The journey by plan, with what a monitor has seen beside it: a plan in the past is "past plan", late only where known. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadStop } from '@waypost/contract/loads';
import { seenAt } from '@waypost/triage/monitored';
import { inTravelOrder, nextStop, stopTiming } from '@waypost/triage/plan';
import { useNow } from '../../live/context.ts';
import { AT_START, latenessText } from '../../live/monitor-stops.ts';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { durationText, fromNowText, fullDateTime, shortDateTime, zoneName } from '../../ui/time.ts';
import { type Predicted, predictedAt } from './predicted.ts';
import classes from './StopsSection.module.css';

const TYPE_WORD: Readonly<Record<string, string>> = {
  origin: 'Origin',
  intermediate: 'Stop',
  destination: 'Destination',
  fuel: 'Fuel',
  rest: 'Rest',
};

/** Type in words; null was never classified, a new value is shown as it came. */
export function stopTypeWord(stop_type: LoadStop['stop_type']): string {
  return stop_type === null ? 'Stop' : (TYPE_WORD[stop_type] ?? stop_type);
}

export function StopsSection({ load }: { readonly load: BoardLoad }) {
  const next = useNow((now) => nextStop(load, now)?.id ?? null);
  const stops = inTravelOrder(load.stops);
  if (stops.length === 0) {
    const unread = load.unread?.some(({ path }) => path.startsWith('stops'));
    return <Section title="Stops">{unread ? "The stops can't be read." : 'No stops on this load.'}</Section>;
  }
  const first = stops.find((stop) => stop.estimated_arrival_at)?.estimated_arrival_at;
  return (
    <Section
      title={`Stops (${stops.length})`}
      aside={first && <span className={shared.small}>planned times in {zoneName(first)}</span>}
    >
      <ol className={classes.stops}>
        {stops.map((stop) => (
          <Stop key={stop.id} stop={stop} load={load} isNext={stop.id === next} />
        ))}
      </ol>
    </Section>
  );
}

function Stop({
  stop,
  load,
  isNext,
}: {
  readonly stop: LoadStop;
  readonly load: BoardLoad;
  readonly isNext: boolean;
}) {
  const watched = seenAt(load, stop);
  const timing = useNow((now) => JSON.stringify(stopTiming(stop, load, now)));
  const { kind, by_ms } = JSON.parse(timing) as { kind: string; by_ms?: number };
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
      <div className={classes.times}>
        <PlanTime word="arrive" at={stop.estimated_arrival_at} />
        <PlanTime word="depart" at={stop.estimated_departure_at} />
        <ActualTime
          word={kind === 'at_start' ? 'seen' : 'arrived'}
          at={stop.arrived_at}
          by_monitor={watched?.arrived_at}
        />
        <ActualTime word="departed" at={stop.departed_at} by_monitor={watched?.departed_at} />
        {!stop.estimated_arrival_at && !stop.estimated_departure_at && <span>no estimate</span>}
        <Standing
          kind={kind}
          by_ms={by_ms ?? 0}
          isNext={isNext}
          at={stop.estimated_arrival_at}
          by_monitor={watched !== null}
        />
      </div>
      {!passed || kind === 'past_plan' || kind === 'late' ? <PredictedLine load={load} stop={stop} /> : null}
    </li>
  );
}

/** `ETA 14:20 to 15:40, on time`, and below it what that was reckoned with. */
function PredictedLine({ load, stop }: { readonly load: BoardLoad; readonly stop: LoadStop }) {
  const text = useNow((now) => JSON.stringify(predictedAt(load, stop, now)));
  const predicted = JSON.parse(text) as Predicted | null;
  if (!predicted) return null;
  const { eta, lateness, why, punctuality } = predicted;
  return (
    <p className={classes.predicted}>
      <strong>{eta}</strong>
      {lateness && <span data-punctuality={punctuality}>, {lateness}</span>}
      <span className={classes.why}>{why}</span>
    </p>
  );
}

function PlanTime({ word, at }: { readonly word: string; readonly at: string | null }) {
  const text = useNow((now) => (at ? shortDateTime(at, now) : null));
  return at ? (
    <time dateTime={at} title={fullDateTime(at)}>
      {word} {text}
    </time>
  ) : null;
}

interface ActualTimeProps {
  readonly word: string;
  /** By the service itself, which records none today. */
  readonly at: string | null;
  readonly by_monitor: string | null | undefined;
}

function ActualTime({ word, at, by_monitor }: ActualTimeProps) {
  const actual = at ?? by_monitor ?? null;
  const text = useNow((now) => (actual ? shortDateTime(actual, now) : null));
  return actual ? (
    <time dateTime={actual} title={`${fullDateTime(actual)}${at === null ? ', from its monitor' : ''}`}>
      <strong className={classes.actual}>
        {word} {text}
      </strong>
    </time>
  ) : null;
}

interface StandingProps {
  readonly kind: string;
  readonly by_ms: number;
  readonly isNext: boolean;
  readonly at: string | null;
  /** A monitor watches this stop. */
  readonly by_monitor: boolean;
}

function Standing({ kind, by_ms, isNext, at, by_monitor }: StandingProps) {
  const until = useNow((now) => (at ? fromNowText(at, now) : null));
  if (kind === 'late')
    return (
      <strong
        className={classes.late}
        title={by_monitor ? 'From its monitor' : 'The truck was still driving after this appointment'}
      >
        {durationText(by_ms)} late
      </strong>
    );
  if (kind === 'past_plan')
    return (
      <span className={classes.past} title="The tracking service does not record arrivals">
        appt passed {durationText(by_ms)} ago
      </span>
    );
  if (kind === 'at_start') return <span className={classes.until}>{AT_START}</span>;
  if (kind === 'arrived' && at !== null) return <span className={classes.until}>{latenessText(by_ms)}</span>;
  return kind === 'ahead' && isNext ? <span className={classes.until}>{until}</span> : null;
}
