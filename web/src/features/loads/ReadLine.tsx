/** "Updated 12 s ago, next update in 3 s": the proof that somebody still looks. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { useNow } from '../../live/context.ts';
import { agoText, durationText, fullDateTime } from '../../ui/time.ts';
import classes from './LoadPanel.module.css';

export interface ReadLineProps {
  readonly load: BoardLoad;
  readonly next_read_at: string | null;
  /** The first answer of the panel is on its way: when it is read next is not known yet. */
  readonly reading: boolean;
}

export function ReadLine({ load, next_read_at, reading }: ReadLineProps) {
  const text = useNow((now) => readText(load.read_at, next_read_at, reading, now));
  return (
    <span className={classes.line} title={load.read_at ? `Updated ${fullDateTime(load.read_at)}` : undefined}>
      {text}
    </span>
  );
}

export function readText(
  read_at: string | null,
  next_read_at: string | null,
  reading: boolean,
  now: number,
): string {
  const last = read_at === null ? 'No data yet' : `Updated ${agoText(read_at, now)}`;
  if (reading) return last;
  if (next_read_at === null) return `${last}, updating now`;
  const ms = Date.parse(next_read_at) - now;
  return ms <= 0 ? `${last}, next update is due` : `${last}, next update in ${durationText(ms + 999)}`;
}
