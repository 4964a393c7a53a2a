/** The journey by plan. The service records no actual times: a plan in the past is "past plan", late only where known. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadStop } from '@waypost/contract/loads';
import { useTold } from '../../live/context.ts';
import { Section } from '../../ui/Section.tsx';
import { durationText, fromNowText, fullDateTime, shortDateTime, zoneName } from '../../ui/time.ts';
import { inTravelOrder, nextStop, stopTiming } from './plan.ts';
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
  const next = useTold((now) => nextStop(load, now)?.id ?? null);
  const stops = inTravelOrder(load.stops);
  if (stops.length === 0) return <Section title="Stops">No stops were posted.</Section>;
  const first = stops.find((stop) => stop.estimated_arrival_at)?.estimated_arrival_at;
  return (
    <Section
      title={`Stops (${stops.length})`}
      aside={first && <span className={classes.zone}>by plan, times in {zoneName(first)}</span>}
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
  const timing = useTold((now) => JSON.stringify(stopTiming(stop, load, now)));
  const { kind, by_ms } = JSON.parse(timing) as { kind: string; by_ms?: number };
  const passed = kind === 'past_plan' || kind === 'arrived' || kind === 'late';
  return (
    <li
      className={classes.stop}
      data-passed={passed || undefined}
      data-next={(isNext && kind === 'ahead') || undefined}
    >
      <span className={classes.dot} aria-hidden />
      <div className={classes.name}>
        <strong>{stop.name ?? `Stop ${stop.sequence + 1}`}</strong>
        <span className={classes.type}>{stopTypeWord(stop.stop_type)}</span>
      </div>
      <div className={classes.times}>
        <PlanTime word="arrive" at={stop.estimated_arrival_at} />
        <PlanTime word="depart" at={stop.estimated_departure_at} />
        {stop.arrived_at && <span>arrived {fullDateTime(stop.arrived_at)}</span>}
        {stop.departed_at && <span>departed {fullDateTime(stop.departed_at)}</span>}
        {!stop.estimated_arrival_at && !stop.estimated_departure_at && <span>no estimate</span>}
        <Standing kind={kind} by_ms={by_ms ?? 0} isNext={isNext} at={stop.estimated_arrival_at} />
      </div>
    </li>
  );
}

function PlanTime({ word, at }: { readonly word: string; readonly at: string | null }) {
  const text = useTold((now) => (at ? shortDateTime(at, now) : null));
  return at ? (
    <time dateTime={at} title={fullDateTime(at)}>
      {word} {text}
    </time>
  ) : null;
}

interface StandingProps {
  readonly kind: string;
  readonly by_ms: number;
  readonly isNext: boolean;
  readonly at: string | null;
}

function Standing({ kind, by_ms, isNext, at }: StandingProps) {
  const until = useTold((now) => (at ? fromNowText(at, now) : null));
  if (kind === 'late')
    return (
      <strong className={classes.late} title="The truck was driving after this plan had passed">
        late by {durationText(by_ms)}
      </strong>
    );
  if (kind === 'past_plan')
    return (
      <span className={classes.past} title="The service does not tell whether the truck has been there">
        plan passed {durationText(by_ms)} ago
      </span>
    );
  return kind === 'ahead' && isNext ? <span className={classes.until}>{until}</span> : null;
}
