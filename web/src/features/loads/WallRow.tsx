import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import { quietFleetOfGroup } from '@waypost/triage/fleet';
import { memo } from 'react';
import { Age } from '../../live/Age.tsx';
import { useFacts, useFleet, useIsNew, useLoad, useNow } from '../../live/context.ts';
import { fleetName, quietFleetTitle, quietText } from '../../live/fleets.ts';
import { isolated } from '../../ui/bidi.ts';
import { HealthBadge } from '../../ui/HealthBadge.tsx';
import { useFormatKey } from '../../ui/prefs.ts';
import shared from '../../ui/shared.module.css';
import { placeText } from '../../ui/units.ts';
import { CAUSE_WORDS, OWNER_WORD, useSentence } from './explain.ts';
import { nextStopWords } from './next-stop.ts';
import { vehicleName } from './vehicle-name.ts';
import classes from './WallRow.module.css';

const where = `${shared.ellipsis} ${shared.secondary} ${classes.where}`;

export const WallRow = memo(function WallRow({ load_id }: { readonly load_id: string }) {
  useFormatKey();
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  const fresh = useIsNew(load_id);
  if (!load || !facts) return <p className={shared.secondary}>No longer on the board</p>;
  return (
    <>
      <div className={classes.line}>
        <HealthBadge health={facts.health} raw={load.tracking_health} size="lg" />
        <strong className={`${shared.ellipsis} ${classes.ref}`}>{load.load_ref ?? load.load_id}</strong>
        {fresh && <span className={classes.fresh}>new</span>}
        <span className={`${shared.fixed} ${shared.secondary} ${shared.end}`}>
          {load.last_position ? (
            <Age at={load.last_position.occurred_at} />
          ) : (
            load.vehicle_assignment && 'no position'
          )}
        </span>
      </div>
      {/* The appointment has its own line, because that is what people look for on the wall. */}
      <div className={`${where} ${classes.due}`}>
        <Due load={load} />
      </div>
      <div className={where}>{truckText(load)}</div>
    </>
  );
});

/** The name of the stop gives way; appointment and lateness are never cut. */
function Due({ load }: { readonly load: BoardLoad }) {
  const [stop = '', due] = useNow((now) => dueText(load, now)).split('\n');
  return (
    <>
      <span className={shared.ellipsis}>{stop}</span>
      {due && <span className={shared.fixed}>{due}</span>}
    </>
  );
}

/** `Denver DC 4,` and on a second line `Appt 14:30, 40 min late`. */
function dueText(load: BoardLoad, now: number): string {
  const next = nextStopWords(load, now);
  if (!next) return 'No appointment';
  const due = [next.time, next.late].filter(Boolean).join(', ');
  return due ? `${isolated(next.stop)},\n${due}` : isolated(next.stop);
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

interface WallCauseProps {
  readonly load_id: string;
  /** A cause, or a quiet fleet. */
  readonly group: string;
  readonly several: boolean;
}

/**
 * `No truck assigned · On us`
 * @param load_id the first load below it
 * @param several more loads share the cause, so the text must be true for each of them
 */
export function WallCause({ load_id, group, several }: WallCauseProps) {
  useFormatKey();
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  const fleet = useFleet(quietFleetOfGroup(group) ?? '');
  if (!load || !facts) return null;
  if (fleet)
    return (
      <div className={`${shared.ellipsis} ${classes.what}`}>
        {quietFleetTitle(fleet)}{' '}
        <span className={`${shared.secondary} ${classes.owner}`}>{quietText(fleet)}</span>
      </div>
    );
  return <Cause load={load} facts={facts} several={several} />;
}

interface CauseProps {
  readonly load: BoardLoad;
  readonly facts: LoadFacts;
  readonly several: boolean;
}

function Cause({ load, facts, several }: CauseProps) {
  const { what, owner } = useSentence(load, facts);
  return (
    <div className={`${shared.ellipsis} ${classes.what}`}>
      {several ? CAUSE_WORDS[facts.cause].title : what}{' '}
      <span className={`${shared.secondary} ${classes.owner}`}>{OWNER_WORD[owner]}</span>
    </div>
  );
}
