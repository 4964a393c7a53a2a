/** A load on a wall board, and what is wrong above the first of a cause: legible from across a room. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import { memo } from 'react';
import { Age } from '../../live/Age.tsx';
import { useFacts, useIsNew, useLoad, useNow } from '../../live/context.ts';
import { fleetName } from '../../live/fleets.ts';
import { isolated } from '../../ui/bidi.ts';
import { HealthBadge } from '../../ui/HealthBadge.tsx';
import { useWritingKey } from '../../ui/prefs.ts';
import { placeText } from '../../ui/units.ts';
import { CAUSE_TITLES } from './cause-words.ts';
import { OWNER_WORD } from './explain.ts';
import { nextStopWords } from './next-stop.ts';
import { useSentence } from './sentence.ts';
import { vehicleName } from './vehicle-name.ts';
import classes from './WallRow.module.css';

export const WallRow = memo(function WallRow({ load_id }: { readonly load_id: string }) {
  useWritingKey();
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  const fresh = useIsNew(load_id);
  if (!load || !facts) return <p className={classes.gone}>No longer on the board</p>;
  return (
    <>
      <div className={classes.line}>
        <HealthBadge health={facts.health} raw={load.tracking_health} size="lg" />
        <strong className={classes.ref}>{load.load_ref ?? load.load_id}</strong>
        {fresh && <span className={classes.fresh}>new</span>}
        <span className={classes.age}>
          {load.last_position ? (
            <Age at={load.last_position.occurred_at} />
          ) : (
            load.vehicle_assignment && 'no position'
          )}
        </span>
      </div>
      <Where load={load} />
    </>
  );
});

/** The appointment in a line of its own: it is what people look for on the wall. */
function Where({ load }: { readonly load: BoardLoad }) {
  const due = useNow((now) => dueText(load, now));
  return (
    <>
      <div className={classes.where}>{due}</div>
      <div className={classes.where}>{truckText(load)}</div>
    </>
  );
}

/** `Denver DC 4, due 14:30`, `Denver DC 4, was due 14:30`, `Denver DC 4, due 14:30, 40 min late`. */
function dueText(load: BoardLoad, now: number): string {
  const next = nextStopWords(load, now);
  if (!next) return 'No appointment';
  const due =
    next.time && (next.time.startsWith('was ') ? `was due ${next.time.slice(4)}` : `due ${next.time}`);
  return [isolated(next.stop), due, next.late].filter(Boolean).join(', ');
}

/** `Unit 1187 · Ironwood Transport · 12 mi W of Amarillo, TX` */
function truckText({ vehicle_assignment, fleet, place }: BoardLoad): string {
  return [
    vehicle_assignment && isolated(vehicleName(vehicle_assignment.vehicle)),
    fleet && isolated(fleetName(fleet)),
    place && placeText(place),
  ]
    .filter(Boolean)
    .join(' · ');
}

export interface WallCauseProps {
  /** The first of the loads below it. */
  readonly load_id: string;
  /** There are more of this cause: what is said is true of each of them. */
  readonly shared: boolean;
}

/** `No truck assigned · On us` */
export function WallCause({ load_id, shared }: WallCauseProps) {
  useWritingKey();
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  if (!load || !facts) return null;
  return <Cause load={load} facts={facts} shared={shared} />;
}

interface CauseProps extends Pick<WallCauseProps, 'shared'> {
  readonly load: BoardLoad;
  readonly facts: LoadFacts;
}

function Cause({ load, facts, shared }: CauseProps) {
  const { what, owner } = useSentence(load, facts);
  return (
    <div className={classes.what}>
      {shared ? CAUSE_TITLES[facts.cause] : what} <span className={classes.owner}>{OWNER_WORD[owner]}</span>
    </div>
  );
}
