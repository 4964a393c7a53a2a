/** Days and times of day in a zone: as instants and back, as people type and read them, and the zones to choose from. */
import { fullDateTime } from './time.ts';

const DAY_MS = 86_400_000;

/** `2026-11-24T09:00`, as a field for date and time has it. */
export type WallTime = string;

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
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

interface ReadWall {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Clocks are changed there: the time does not exist (the later one is meant), or exists twice (the first is meant). */
  readonly odd: 'skipped' | 'twice' | null;
}

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

/** `2026-11-20` */
export const dayOf = (at: number, zone: string): string => toWall(at, zone).slice(0, 10);

/** True for `2026-11-20`, a day that exists. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The day so many days before that of `now`. */
export function daysBefore(now: number, days: number, zone: string): string {
  return new Date(Date.parse(dayOf(now, zone)) - days * DAY_MS).toISOString().slice(0, 10);
}

/** From the beginning of the first day to the end of the last; ISO 8601. */
export function instantsOf(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  zone: string,
) {
  const start = (day: string) => fromWall(`${day}T00:00`, zone)?.at;
  const after = to && new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10);
  return { since: from && start(from), until: after && start(after) };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const DAY_FORMAT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});

const CLOCK = /(?:^|[\s,t])(\d{1,2})(?::(\d{2})|(\d{2}))?\s*(a\.?m?\.?|p\.?m?\.?)?$/;

/**
 * Days and times as people type them: `Nov 24, 2026, 14:20`, `11/24 2:20 pm`, `tomorrow 9am`, `0930`.
 *
 * @param today `2026-11-20`: years that are left out are the nearest to it
 * @param day the day of a time without one
 * @returns null for what is no day and time
 */
export function parseWall(text: string, today: string, day = today): WallTime | null {
  const typed = text.trim().toLowerCase();
  const found = CLOCK.exec(typed);
  const time = found && timeOf(found);
  if (!found || time === null) return null;
  const before = typed.slice(0, found.index).replaceAll(',', ' ').trim();
  // `Nov 24, 2026` is a day without a time, not 20:26 of a day without a year.
  const lone = found[3] !== undefined && found[4] === undefined;
  if (lone && /\d/.test(before) && !/\d{4}/.test(before)) return null;
  const on = before === '' ? day : parseDay(before, today);
  return on === null ? null : `${on}T${time}`;
}

function timeOf([, hours = '', colon, plain, half]: RegExpExecArray): string | null {
  const minutes = colon ?? plain;
  // A lone number could be an hour of either half, or the end of a date.
  if (minutes === undefined && half === undefined) return null;
  if (plain !== undefined && hours.length + plain.length < (half === undefined ? 4 : 3)) return null;
  const number = Number(hours);
  if (Number(minutes ?? 0) > 59 || number > (half ? 12 : 23) || (half && number === 0)) return null;
  const hour = half ? (number % 12) + (half.startsWith('p') ? 12 : 0) : number;
  return `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
}

/** A day without a time, as `parseWall` takes it; `2026-11-24`, or null for what is no day. */
export function parseDay(typed: string, today: string): string | null {
  const text = typed.toLowerCase().replaceAll(',', ' ').replaceAll(/ +/g, ' ').trim();
  const now = Date.parse(`${today}T00:00Z`);
  if (text === 'today') return today;
  if (text === 'tomorrow') return isoDay(now + DAY_MS);
  if (text === 'yesterday') return isoDay(now - DAY_MS);
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (iso) return existing(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const slashes = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(text);
  if (slashes) return inYear(slashes[3], Number(slashes[1]), Number(slashes[2]), now);
  const words = /^([a-z]{3,9})\.? (\d{1,2})(?: +(\d{4}))?$/.exec(text);
  const turned = /^(\d{1,2}) ([a-z]{3,9})\.?(?: +(\d{4}))?$/.exec(text);
  const [name = '', day, year] = words?.slice(1) ?? [turned?.[2], turned?.[1], turned?.[3]];
  return inYear(year, MONTHS.indexOf(name.slice(0, 3)) + 1, Number(day), now);
}

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);

/** February 30 does not exist. */
function existing(year: number, month: number, day: number): string | null {
  const at = Date.UTC(year, month - 1, day);
  const date = new Date(at);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? isoDay(at) : null;
}

/** Without a year, the one that brings the day nearest to now. */
function inYear(year: string | undefined, month: number, day: number, now: number): string | null {
  if (year !== undefined) return existing(Number(year.length === 2 ? `20${year}` : year), month, day);
  const thisYear = new Date(now).getUTCFullYear();
  const days = [thisYear - 1, thisYear, thisYear + 1].flatMap((one) => existing(one, month, day) ?? []);
  const away = (one: string) => Math.abs(Date.parse(`${one}T00:00Z`) - now);
  return days.sort((a, b) => away(a) - away(b))[0] ?? null;
}

/**
 * `Nov 24, 2026, 14:20`, or `2:20 PM` on a 12-hour clock: what `parseWall` reads back.
 * @param today where it is given, the year is left out that is meant anyway
 */
export function wallText(wall: WallTime, today?: string): string {
  const text = minuteText(`${wall}:00Z`, 'UTC').replace(/ UTC$/, '');
  if (today === undefined) return text;
  const short = text.replace(/, \d{4},/, ',');
  return parseWall(short, today) === wall ? short : text;
}

/**
 * `Nov 24, 2026`: what `parseDay` reads back.
 * @param today where it is given, the year is left out that is meant anyway
 */
export function dayText(day: string, today?: string): string {
  const text = DAY_FORMAT.format(Date.parse(`${day}T00:00Z`));
  if (today === undefined) return text;
  const short = text.replace(/, \d{4}$/, '');
  return parseDay(short, today) === day ? short : text;
}

/** Time zones to choose from, by their IANA names: those where most who use this work. */
export const COMMON_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Halifax',
  'America/Mexico_City',
  'America/Tijuana',
  'UTC',
] as const;

/** `Chicago (CST)`, `Argentina, Salta (UTC−3)`. @param note what is said of the zone now */
export function zoneLabel(zone: string, note: string): string {
  const city = zone.split('/').slice(1).join(', ').replaceAll('_', ' ') || zone;
  return city === note ? city : `${city} (${note})`;
}
