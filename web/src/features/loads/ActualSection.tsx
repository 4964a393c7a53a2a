/**
 * What the service does not record: actual times, stays and detention, from the monitor that is linked to the load. Always
 * labelled so. Without one it is offered; one that may be about this load is asked about.
 */
import { Link } from '@tanstack/react-router';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { BoardMonitor, BoardMonitorStop, MonitorLink } from '@waypost/contract/api/monitors';
import { type Journey, journeyOf, lateBy, seen } from '@waypost/triage/journey';
import { useEffect, useState } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useNow } from '../../live/context.ts';
import { journeyWords, stopName } from '../../live/journey-words.ts';
import { circlesOf } from '../../live/monitor-circles.ts';
import { lateness, latenessText } from '../../live/stay.ts';
import { stayCost, stayText } from '../../live/stay-words.ts';
import type { MapCircle } from '../../map/types.ts';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton, LinkButton } from '../../ui/buttons.tsx';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { durationText, fullDateTime, shortDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import classes from './LoadPanel.module.css';
import { sayLink, useLoadMonitors } from './monitors.ts';

const NONE: readonly MapCircle[] = [];

export interface ActualSectionProps {
  readonly load: BoardLoad;
  /** Circles of the monitor; must keep its identity from draw to draw. */
  readonly onCircles: ((circles: readonly MapCircle[]) => void) | undefined;
}

export function ActualSection({ load, onCircles }: ActualSectionProps) {
  const disabledReason = useDisabledReason('manage_monitors');
  const { monitors, put } = useLoadMonitors(load.load_id);
  const monitor = monitors?.linked ?? null;
  useEffect(() => onCircles?.(monitor ? circlesOf(monitor) : NONE), [monitor, onCircles]);
  useEffect(() => () => onCircles?.(NONE), [onCircles]);
  const watch = (
    <LinkButton
      to="/monitors/new"
      search={{ load: load.load_id }}
      disabledReason={disabledReason}
      className={classes.watch}
    >
      Track arrivals
    </LinkButton>
  );
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
        <Watched monitor={monitor} />
      ) : (
        <p className={classes.actualSectionNone}>
          {/* The board may know of a monitor before the panel has read it. */}
          {monitors === undefined && load.monitor
            ? 'Loading its monitor…'
            : 'No monitor tracks this load, so no arrivals and departures are recorded.'}
        </p>
      )}
      {monitors?.suggested.map((one) => (
        <Suggestion key={one.id} monitor={one} load={load} onSaid={put} />
      ))}
      {(monitor === null || monitor.status !== 'active') && watch}
    </Section>
  );
}

function Watched({ monitor }: { readonly monitor: BoardMonitor }) {
  const journey = journeyOf(monitor);
  const text = useNow((now) => journeyWords(journey, monitor.stops, now, monitor.starts_at).text);
  const late = useNow((now) => lateBy(journey, now, monitor.starts_at));
  return (
    <>
      <p className={classes.journey}>
        {text}
        {late !== null && <span>, {durationText(late)} late</span>}
        {monitor.status !== 'active' && (
          <span className={classes.status}> ({monitor.status ?? 'unknown'})</span>
        )}
      </p>
      <ul className={shared.list}>
        {monitor.stops.map((stop) => (
          <Stop key={stop.sequence} stop={stop} monitor={monitor} journey={journey} />
        ))}
      </ul>
    </>
  );
}

interface StopProps {
  readonly stop: BoardMonitorStop;
  readonly monitor: BoardMonitor;
  readonly journey: Journey<BoardMonitorStop>;
}

function Stop({ stop, monitor, journey }: StopProps) {
  const inside = journey.kind === 'at_stop' && journey.stop === stop;
  const stay = useNow((now) => stayText(stop, inside, now));
  const cost = useNow((now) => stayCost(stop, inside, now));
  return (
    <li className={classes.stop} data-inside={inside || undefined}>
      <span className={classes.name}>{stopName(stop, monitor.stops)}</span>
      {seen(stop) ? (
        <>
          <span className={classes.times}>
            <Actual
              word={stop.arrived_at_start ? 'seen' : 'arrived'}
              planned={stop.arrived_at_start ? null : stop.planned_arrival_at}
              at={stop.arrived_at}
            />
            <Actual word="left" planned={stop.planned_departure_at} at={stop.departed_at} />
          </span>
          {stay && (
            <span className={classes.times}>
              <strong>{stay}</strong> {cost}
            </span>
          )}
        </>
      ) : (
        <span className={classes.times}>not seen yet</span>
      )}
    </li>
  );
}

interface ActualProps {
  readonly word: string;
  readonly planned: string | null;
  readonly at: string | null;
}

function Actual({ word, planned, at }: ActualProps) {
  const text = useNow((now) => (at ? shortDateTime(at, now) : null));
  const late = lateness(planned, at);
  return at ? (
    <time dateTime={at} title={fullDateTime(at)}>
      {word} {text}
      {late !== null && `, ${latenessText(late)}`}
    </time>
  ) : null;
}

interface SuggestionProps {
  readonly monitor: BoardMonitor;
  readonly load: BoardLoad;
  readonly onSaid: (monitor: BoardMonitor) => void;
}

function Suggestion({ monitor, load, onSaid }: SuggestionProps) {
  const { http } = useApi();
  const disabledReason = useDisabledReason('manage_monitors');
  const [busy, setBusy] = useState(false);
  const name = isolated(monitor.name ?? `Monitor ${monitor.id.slice(0, 8)}`);
  const write = async (state: MonitorLink['state']) =>
    onSaid(await sayLink(http, monitor.id, load.load_id, state));
  const undo = () =>
    write('suggested').then(
      () => toast({ title: `Link to ${name} restored` }),
      (error: unknown) => showProblem('Not undone', asProblem(error)),
    );
  const say = async (state: 'linked' | 'rejected') => {
    setBusy(true);
    try {
      await write(state);
      const ref = isolated(load.load_ref ?? load.load_id);
      toast({
        title:
          state === 'linked' ? `${ref} now uses times from ${name}` : `${name} marked as a different trip`,
        action: { label: 'Undo', run: () => void undo() },
      });
    } catch (error) {
      showProblem('Link not changed', asProblem(error));
    }
    setBusy(false);
  };
  return (
    <div className={classes.suggestion}>
      <p>
        <Link to="/monitors/$monitor_id" params={{ monitor_id: monitor.id }} className={classes.open}>
          {name}
        </Link>{' '}
        tracks the same truck at that time. Is it for this load?
      </p>
      <GuardedButton
        variant="filled"
        disabledReason={disabledReason}
        disabled={busy}
        onClick={() => void say('linked')}
      >
        Yes, link it
      </GuardedButton>
      <GuardedButton disabledReason={disabledReason} disabled={busy} onClick={() => void say('rejected')}>
        No
      </GuardedButton>
    </div>
  );
}
