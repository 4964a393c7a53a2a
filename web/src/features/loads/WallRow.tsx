import type { BoardLoad } from '@waypost/contract/api/board';
import { waitsForTruck } from '@waypost/triage/doubt';
import { quietFleetOfGroup } from '@waypost/triage/fleet';
import { memo, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { PositionAge } from '../../live/Age.tsx';
import type { CauseSummary } from '../../live/attention.ts';
import { useFacts, useIsNew, useLive, useLoad, useNow } from '../../live/context.ts';
import { fleetName, quietFleetTitle } from '../../live/fleets.ts';
import { isolated } from '../../ui/bidi.ts';
import { HealthIcon } from '../../ui/HealthBadge.tsx';
import { useFormatKey } from '../../ui/prefs.ts';
import shared from '../../ui/shared.module.css';
import { countText, numberText } from '../../ui/units.ts';
import { causeText, pickupText } from './cause-words.ts';
import { TakenBy, Where } from './LoadRow.tsx';
import { nextStopWords } from './next-stop.ts';
import { vehicleName } from './vehicle-name.ts';
import classes from './WallRow.module.css';

export const WallRow = memo(function WallRow({ load_id }: { readonly load_id: string }) {
  useFormatKey();
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  const fresh = useIsNew(load_id);
  if (!load || !facts) return <p className={shared.secondary}>No longer on the board</p>;
  return (
    <>
      <div className={classes.line}>
        <HealthIcon health={facts.health} size={20} />
        <strong className={`${shared.ellipsis} ${classes.ref}`}>
          {load.load_ref ?? `Load without a number ${load_id.slice(0, 8)}…`}
        </strong>
        {fresh && <span className={classes.fresh}>new</span>}
        <span className={`${shared.ellipsis} ${classes.cause}`}>{causeText(facts.cause)}</span>
        <span className={`${shared.rowTight} ${shared.secondary} ${shared.end} ${classes.truck}`}>
          {load.vehicle_assignment && (
            <span className={classes.unit}>{isolated(vehicleName(load.vehicle_assignment.vehicle))}</span>
          )}
          <TakenBy load={load} />
          {load.last_position ? <PositionAge load={load} /> : load.vehicle_assignment && 'no position'}
        </span>
      </div>
      <Due load={load} />
    </>
  );
});

/**
 * Where the load goes, and the carrier to call; below, where it is, when it was planned, and at the right of every row how late it is or
 * when it is due. The carrier's name gives way, the distance to a town, and the plan if how late it is leaves no room for it.
 */
function Due({ load }: { readonly load: BoardLoad }) {
  const [stop, due, planned] = useNow((now) => dueText(load, now)).split('\n');
  const { fleet } = load;
  return (
    <>
      <p className={classes.stop}>
        <span>{stop}</span>
        {fleet && (
          <span className={`${shared.secondary} ${classes.fleet}`}>{isolated(fleetName(fleet))}</span>
        )}
      </p>
      <p className={`${shared.secondary} ${classes.where}`}>
        {load.place && (
          <span className={classes.place}>
            <Where load={load} />
          </span>
        )}
        {planned && (
          <span className={classes.planned}>
            <span>{planned} </span>
          </span>
        )}
        {due && <strong>{due}</strong>}
      </p>
    </>
  );
}

/** `→ Denver DC 4`, `40 min late` and `Appt 14:30`, a line each. */
function dueText(load: BoardLoad, now: number): string {
  const next = nextStopWords(load, now);
  // Without a truck, the pickup decides.
  const start = waitsForTruck(load) ? pickupText(load, now) : '';
  if (!next) return start === '' ? 'No appointment' : `\n${start}`;
  // That the arrival is unknown gives way to the carrier's name.
  const [due] = next.time.split('; ');
  const times = start
    ? [start]
    : next.late
      ? [next.late, next.time]
      : [due || (next.at_stop ? '' : 'No appointment')];
  return [`${next.lead}${isolated(next.stop)}`, ...times].join('\n');
}

/** Causes with their loads and how many nobody has, by urgency; those that are not in view are counted. */
export function WallIndex({ causes }: { readonly causes: readonly CauseSummary[] }) {
  useFormatKey();
  const { fleets } = useLive();
  const list = useRef<HTMLUListElement>(null);
  const in_view = useRowsInView(list, causes);
  const others = causes.slice(in_view);
  return (
    <ul ref={list} className={`${shared.list} ${classes.index}`} aria-label="Causes">
      {causes.length > 0 && (
        <li aria-hidden className={`${shared.secondary} ${classes.caption}`}>
          <span className={shared.fill}>Cause</span>
          <span>Loads</span>
          <span className={classes.open}>Not taken</span>
        </li>
      )}
      {causes.map(({ key, loads, not_taken, fresh, band }, at) => {
        const fleet = fleets.get(quietFleetOfGroup(key) ?? '');
        return (
          <li key={key} data-band={band} data-out-of-view={at >= in_view || undefined}>
            <span className={shared.fill}>{fleet ? quietFleetTitle(fleet) : causeText(key)}</span>
            {fresh > 0 && <span className={classes.fresh}>{fresh} new</span>}
            <strong>{numberText(loads)}</strong>
            <span className={`${shared.secondary} ${classes.open}`}>
              {numberText(not_taken)}
              <span className={shared.hidden}> not taken</span>
            </span>
          </li>
        );
      })}
      {others.length > 0 && (
        <li className={classes.others}>
          and {countText(others.length, 'more cause')},{' '}
          {countText(
            others.reduce((sum, { loads }) => sum + loads, 0),
            'load',
          )}
        </li>
      )}
    </ul>
  );
}

/** Nobody scrolls a wall: how many rows are in view, with a line for the others; all where the whole page scrolls, as on a phone. */
function useRowsInView(list: RefObject<HTMLUListElement | null>, rows: readonly unknown[]): number {
  const [count, setCount] = useState(rows.length);
  useLayoutEffect(() => {
    const frame = list.current?.parentElement;
    if (!frame) return;
    const measure = () => {
      const bottoms = [...frame.querySelectorAll('[data-band]')].map(bottomOf);
      const end = bottomOf(frame);
      const all = getComputedStyle(frame).overflowY === 'visible' || (bottoms.at(-1) ?? 0) <= end;
      const [first = 0, second = 0] = bottoms;
      setCount(all ? rows.length : bottoms.filter((bottom) => bottom <= end - (second - first)).length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [list, rows]);
  return count;
}

const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;
