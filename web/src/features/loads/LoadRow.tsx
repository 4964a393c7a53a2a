/**
 * Row of a load: what it is, how well it is tracked, where it is and how old that is, what comes next; and, when
 * something is wrong, the sentence and its one action. Draws again only when this load changes.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import { lateOfLoad } from '@waypost/triage/monitored';
import { nextStop } from '@waypost/triage/plan';
import { memo } from 'react';
import { Age } from '../../live/Age.tsx';
import { useFacts, useIsNew, useLoad, useNow } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import { GridCell } from '../../ui/Grid.tsx';
import { HealthBadge } from '../../ui/HealthBadge.tsx';
import { IconClockExclamation, IconMapPin } from '../../ui/icons.ts';
import { useWritingKey } from '../../ui/prefs.ts';
import { durationText, fullDateTime, shortDateTime } from '../../ui/time.ts';
import { placeText } from '../../ui/units.ts';
import { type Action, OWNER_WORD } from './explain.ts';
import classes from './LoadRow.module.css';
import { vehicleName } from './messages.ts';
import { worstPredicted } from './predicted.ts';
import { RowAction } from './RowAction.tsx';
import { useSentence } from './sentence.ts';
import { standingWords } from './standing.ts';

export type RowDensity = 'comfortable' | 'compact';

/** Pixels, all on the grid of 4. `full`: with the whole sentence, its reason and owner. */
export const ROW_HEIGHTS = {
  comfortable: { plain: 56, brief: 84, full: 100 },
  compact: { plain: 36, brief: 60, full: 60 },
} as const;

export interface LoadRowProps {
  readonly load_id: string;
  readonly density: RowDensity;
  /** How much room there is below the two lines: none, one line, or sentence with reason. */
  readonly room: 'none' | 'brief' | 'full';
  readonly reachable: boolean;
  readonly onAction: (load_id: string, action: Action) => void;
}

export const LoadRow = memo(function LoadRow({ load_id, density, room, reachable, onAction }: LoadRowProps) {
  useWritingKey();
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  const fresh = useIsNew(load_id);
  if (!load || !facts) return <GridCell className={classes.gone}>No longer on the watch list</GridCell>;
  const ref = load.load_ref ?? load.load_id;
  const where = whereText(load);
  const compact = density === 'compact';
  return (
    <>
      <GridCell className={classes.cell}>
        <div className={classes.line}>
          <span className={classes.health}>
            <HealthBadge health={facts.health} raw={load.tracking_health} />
          </span>
          <span className={classes.ref} title={ref}>
            {ref}
          </span>
          {fresh && <span className={classes.fresh}>new</span>}
          {compact && (
            <>
              <span className={classes.where} title={where}>
                {where}
              </span>
              <Late load={load} />
            </>
          )}
          <span className={classes.age}>
            {load.last_position ? <Age at={load.last_position.occurred_at} /> : 'no position'}
          </span>
        </div>
        {!compact && (
          <div className={classes.line}>
            <span className={classes.where} title={where}>
              {where}
            </span>
            <Standing load={load} />
          </div>
        )}
        {room !== 'none' && <Words load={load} facts={facts} full={room === 'full' && !compact} />}
      </GridCell>
      {room !== 'none' && <RowAction load={load} facts={facts} reachable={reachable} onAction={onAction} />}
    </>
  );
});

/** `Unit 1187 · 12 mi W of Amarillo, TX` */
export function whereText(load: BoardLoad): string {
  const vehicle = load.vehicle_assignment
    ? isolated(vehicleName(load.vehicle_assignment.vehicle))
    : 'No truck';
  return load.place ? `${vehicle} · ${placeText(load.place)}` : vehicle;
}

/** By its monitor: at a stop since when; else the next stop, and that it is late. */
function Standing({ load }: { readonly load: BoardLoad }) {
  const at_stop = useNow((now) => {
    const standing = standingWords(load, now);
    return standing?.kind === 'at_stop' ? `${standing.brief}\n${standing.text}` : null;
  });
  if (at_stop === null)
    return (
      <>
        <NextStop load={load} />
        <Late load={load} />
      </>
    );
  const [brief, text] = at_stop.split('\n');
  return (
    <span className={classes.next} title={`${text}, from its monitor`}>
      <IconMapPin size={14} aria-hidden className={classes.icon} />
      <span className={classes.stop}>{brief}</span>
    </span>
  );
}

function Late({ load }: { readonly load: BoardLoad }) {
  const text = useNow((now) => {
    const by = lateOfLoad(load, now);
    return by === null ? null : durationText(by);
  });
  if (text === null) return null;
  return (
    <span className={classes.late} title={`Late by ${text}: its monitor has seen no arrival`}>
      <IconClockExclamation size={14} aria-hidden className={classes.icon} /> late {text}
    </span>
  );
}

/** `→ Denver 14:30`; a plan that has passed says so. */
function NextStop({ load }: { readonly load: BoardLoad }) {
  const text = useNow((now) => {
    const stop = nextStop(load, now);
    if (!stop?.estimated_arrival_at) return null;
    const at = shortDateTime(stop.estimated_arrival_at, now);
    const past = Date.parse(stop.estimated_arrival_at) <= now;
    // How late it is stands beside it, and says more than the time that has passed.
    if (lateOfLoad(load, now) !== null)
      return `${stop.name ?? `Stop ${stop.sequence + 1}`}\n\n${fullDateTime(stop.estimated_arrival_at)}`;
    return `${stop.name ?? `Stop ${stop.sequence + 1}`}\n${past && worstPredicted(load, now) === null ? `appt was ${at}` : at}\n${fullDateTime(stop.estimated_arrival_at)}`;
  });
  if (text === null) return null;
  const [name, at, full] = text.split('\n');
  return (
    <span className={classes.next} title={`Planned arrival at ${isolated(name ?? '')}: ${full}`}>
      <span className={classes.stop}>→ {name}</span> {at}
      <LateByEstimate load={load} />
    </span>
  );
}

/** Only where the prediction is later than the appointment: what is on time needs no word. */
function LateByEstimate({ load }: { readonly load: BoardLoad }) {
  const text = useNow((now) => {
    const worst = lateOfLoad(load, now) === null ? worstPredicted(load, now) : null;
    if (!worst) return null;
    const { stop, punctuality, eta, lateness, why } = worst;
    const name = isolated(stop.name ?? `Stop ${stop.sequence + 1}`);
    return `${punctuality === 'late' ? 'will be late' : 'at risk'}\n${name}: ${eta}, ${lateness}. ${why}`;
  });
  if (text === null) return null;
  const [word, title] = text.split('\n');
  return (
    <span className={classes.late} title={title}>
      {word}
    </span>
  );
}

function Words({
  load,
  facts,
  full,
}: {
  readonly load: BoardLoad;
  readonly facts: LoadFacts;
  readonly full: boolean;
}) {
  const { what, why, owner } = useSentence(load, facts);
  return (
    <div className={full ? classes.wordsFull : classes.words} title={`${what}. ${why}`}>
      <span className={classes.what}>{what}</span>
      {full && (
        <span className={classes.why}>
          {OWNER_WORD[owner] && <strong>{OWNER_WORD[owner]}</strong>} {why}
        </span>
      )}
    </div>
  );
}
