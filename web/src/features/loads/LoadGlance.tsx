/** What a person needs to know of a load while talking about it: the truck, where it was when, where the load goes, and how late. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { hasEtaAhead } from '@waypost/triage/dispatcher-eta';
import { isPositionDoubted } from '@waypost/triage/doubt';
import { nextStop } from '@waypost/triage/plan';
import { Age } from '../../live/Age.tsx';
import { useNow } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import shared from '../../ui/shared.module.css';
import { shortDateTime } from '../../ui/time.ts';
import { placeText } from '../../ui/units.ts';
import classes from './LoadGlance.module.css';
import { lateStop } from './next-stop.ts';
import { predictedAt } from './predicted.ts';
import { dockTimeText, useStopZone } from './stop-zones.ts';
import { useNextStop } from './use-next-stop.ts';
import { truckName } from './vehicle-name.ts';

export function LoadGlance({ load }: { readonly load: BoardLoad }) {
  const { place, last_position } = load;
  const { words, start } = useNextStop(load);
  const sequence = useNow((now) => (lateStop(load, now)?.stop ?? nextStop(load, now))?.sequence ?? null);
  const planned = load.stops.find((stop) => stop.sequence === sequence)?.estimated_arrival_at ?? null;
  const zone = useStopZone(load, sequence);
  // `Appt 10:30 (11:30 EST there) passed`
  const time = useNow((now) => {
    const text = words?.time ?? '';
    if (!planned) return text;
    const appointment = `Appt ${shortDateTime(planned, now)}`;
    return text.replace(appointment, appointment + dockTimeText(planned, zone, now));
  });
  const estimate = useNow((now) => estimateText(load, sequence, now));
  const times = [start, time].filter((text) => text);
  return (
    <ul className={classes.glance} aria-label="At a glance">
      <li>
        <strong>{isolated(truckName(load))}</strong>
        {place && <> {placeText(place)}</>}
        {last_position && (
          <span className={shared.secondary}>
            {' '}
            <Age at={last_position.occurred_at} ago elapsed />
          </span>
        )}
      </li>
      {words && (
        <li>
          {words.lead}
          {words.stop}
          {words.destination !== null && <span className={shared.secondary}> → {words.destination}</span>}
        </li>
      )}
      {(times.length > 0 || words?.late) && (
        <li>
          {times.join(', ')}
          {words?.late && (
            <>
              {times.length > 0 && ', '}
              <strong>{words.late}</strong>
            </>
          )}
        </li>
      )}
      {estimate && <li className={shared.secondary}>{estimate}</li>}
    </ul>
  );
}

/** `Our ETA 20:10 to 20:40, 25 to 55 min late`; empty without one, and where the line above says it. */
function estimateText(load: BoardLoad, sequence: number | null, now: number): string {
  const stop = load.stops.find((one) => one.sequence === sequence);
  const predicted = stop && predictedAt(load, stop, now);
  if (!predicted || predicted.passed || hasEtaAhead(load, sequence, now)) return '';
  const lateness = isPositionDoubted(load, now) ? 'if it is the right truck' : predicted.lateness;
  return `Our ${[predicted.eta, lateness].filter((part) => part !== '').join(', ')}`;
}
