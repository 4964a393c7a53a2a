/** Times of day in a zone and instants, both ways, for fields that take the person's own time. */
import { fullDateTime } from './time.ts';

/** `2026-11-24T09:00`, as a field for date and time has it. */
export type WallTime = string;

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    });
    formats.set(zone, format);
  }
  return format;
}

/** @param at ISO 8601 or milliseconds; seconds are cut off */
export function toWall(at: string | number, zone: string): WallTime {
  const parts = formatOf(zone).formatToParts(new Date(at));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '00';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`;
}

export interface ReadWall {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Clocks are changed there: the time does not exist (the later one is meant), or exists twice (the first is meant). */
  readonly odd: 'skipped' | 'twice' | null;
}

const DAY_MS = 86_400_000;

/** The instant of a time of day in a zone; null for what is no time. */
export function fromWall(wall: WallTime, zone: string): ReadWall | null {
  const utc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wall) ? Date.parse(`${wall}:00Z`) : Number.NaN;
  if (Number.isNaN(utc)) return null;
  const offsetAt = (at: number) => Date.parse(`${toWall(at, zone)}:00Z`) - at;
  // A day before and after: at most one change of the clocks lies between them.
  const [before, after] = [utc - offsetAt(utc - DAY_MS), utc - offsetAt(utc + DAY_MS)];
  const fits = [before, after].filter((at) => toWall(at, zone) === wall);
  const first = Math.min(...fits);
  if (fits.length === 0) return { at: new Date(before).toISOString(), odd: 'skipped' };
  return { at: new Date(first).toISOString(), odd: fits.length === 2 && before !== after ? 'twice' : null };
}

/** `Nov 24, 2026, 09:00 CST`: seconds say nothing about a plan. */
export function minuteText(at: string | number, zone: string): string {
  return fullDateTime(at, zone).replace(/:\d\d(?=( [AP]M)? \S+$)/, '');
}
