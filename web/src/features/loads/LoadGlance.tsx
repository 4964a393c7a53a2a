/** What a person needs to know of a load while talking about it: the truck, where it was when, where the load goes, and how late. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { PositionAge } from '../../live/Age.tsx';
import { useNow } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import shared from '../../ui/shared.module.css';
import { placeText } from '../../ui/units.ts';
import { estimateWords } from './estimate-basis.ts';
import { useNextStop } from './next-stop.ts';
import { truckName } from './vehicle-name.ts';

export function LoadGlance({ load }: { readonly load: BoardLoad }) {
  const { place, last_position } = load;
  const { words, start } = useNextStop(load);
  const [eta, lateness] = useNow((now) => estimateWords(load, now));
  const times = [start, words?.time, eta].filter((text) => text).join(' · ');
  // `on time`, and of a truck in doubt what only the estimate says.
  const late = words?.late || lateness;
  return (
    <ul
      className={`${shared.list} ${shared.anywhere}`}
      style={{ margin: '4px 0 8px' }}
      aria-label="At a glance"
    >
      <li>
        <strong>{isolated(truckName(load))}</strong>
        {place && <> {placeText(place)}</>}
        {last_position && (
          <span className={shared.secondary}>
            {' '}
            <PositionAge load={load} ago elapsed />
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
