/** Tells a screen reader, politely and not oftener than it can be heard, what has newly come to need attention. */
import { useEffect, useRef, useState } from 'react';
import { useLive, useNewExceptions } from '../../live/context.ts';
import { fleetName, quietText } from '../../live/fleets.ts';
import { isolated } from '../../ui/bidi.ts';
import { HEALTH } from '../../ui/health.ts';
import classes from './Announcer.module.css';

const PAUSE_MS = 5_000;
const MOST_NAMED = 3;

export function Announcer() {
  const { store, fleets } = useLive();
  const { ids } = useNewExceptions();
  const [text, setText] = useState('');
  const told = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const news = [...ids].filter((load_id) => !told.current.has(load_id));
    if (news.length === 0) return;
    const timer = setTimeout(() => {
      told.current = new Set(ids);
      setText(
        announcement(
          [...new Set(news.map(fleets.exceptionOf))].map((one) => {
            const fleet = fleets.get(one);
            if (fleet) return `fleet ${isolated(fleetName(fleet.fleet))}, ${quietText(fleet)} quiet`;
            return nameOf(store.get(one)?.load_ref, store.facts(one)?.health);
          }),
        ),
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [ids, store, fleets]);
  return (
    <div aria-live="polite" className={classes.spoken}>
      {text}
    </div>
  );
}

function nameOf(load_ref: string | null | undefined, health: keyof typeof HEALTH | undefined): string {
  return `${isolated(load_ref ?? 'a load')}${health ? `, ${HEALTH[health].word.toLowerCase()}` : ''}`;
}

/** `2 new exceptions: LD-1, stale; fleet Ironwood Transport, 38 of 40 trucks quiet` */
export function announcement(names: readonly string[]): string {
  const head = names.length === 1 ? '1 new exception' : `${names.length} new exceptions`;
  const rest = names.length - MOST_NAMED;
  return `${head}: ${names.slice(0, MOST_NAMED).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
}
