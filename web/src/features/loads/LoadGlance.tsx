/** What a person needs to know of a load while talking about it: the truck, where it was when, where the load goes, and how late. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { hasEtaAhead } from '@waypost/triage/dispatcher-eta';
import { isPositionDoubted } from '@waypost/triage/doubt';
import { Age } from '../../live/Age.tsx';
import { useNow } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import shared from '../../ui/shared.module.css';
import { placeText } from '../../ui/units.ts';
import classes from './LoadGlance.module.css';
import { shownStop } from './next-stop.ts';
import { predictedAt } from './predicted.ts';
import { useNextStop } from './use-next-stop.ts';
import { truckName } from './vehicle-name.ts';

export function LoadGlance({ load }: { readonly load: BoardLoad }) {
  const { place, last_position } = load;
  const { words, start } = useNextStop(load);
  const estimate = useNow((now) => JSON.stringify(estimateWords(load, now)));
  const [eta, lateness] = JSON.parse(estimate) as string[];
  const times = [start, words?.time, eta].filter((text) => text).join(' · ');
  // The estimate says by how much.
  const late = eta ? lateness : words?.late;
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
      {times && (
        <li>
          {times}
          {late && <>, {words?.late ? <strong>{late}</strong> : late}</>}
          {words?.own_time && <span className={shared.secondary}> (appt {words.own_time})</span>}
        </li>
      )}
    </ul>
  );
}

/** `Our ETA 20:10 to 20:40` and `25 to 55 min late`; none without an estimate, and where a person's ETA says more. */
function estimateWords(load: BoardLoad, now: number): readonly string[] {
  const stop = shownStop(load, now);
  const predicted = stop && predictedAt(load, stop, now);
  if (!predicted || predicted.passed || hasEtaAhead(load, stop.sequence, now)) return [];
  return [
    `Our ${predicted.eta}`,
    isPositionDoubted(load, now) ? 'if it is the right truck' : predicted.lateness,
  ];
}
