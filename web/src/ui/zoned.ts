/** Wall-clock times and days in a zone: conversion to instants and back, parsing of typed text, formatting, and common zones. */
import { cachedFormat } from './formats.ts';
import { fullDateTime } from './time.ts';

const DAY_MS = 86_400_000;

/** `2026-11-24T09:00` */
export type WallTime = string;

const WALL = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
} as const;

/** @param at ISO 8601 or milliseconds since 1970; seconds are dropped */
export function toWall(at: string | number, timeZone: string): WallTime {
  const parts = cachedFormat(Intl.DateTimeFormat, 'en-CA', { timeZone, ...WALL }).formatToParts(new Date(at));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '00';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`;
}

interface ReadWall {
  /** ISO 8601, UTC. */
  readonly at: string;
  /**
   * Daylight saving changes: a `skipped` time does not exist and is moved later; of a time that exists `twice` the first is used.
   */
  readonly odd: 'skipped' | 'twice' | null;
}

/** The instant of a wall-clock time; null when it is invalid. */
export function fromWall(wall: WallTime, zone: string): ReadWall | null {
  const utc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wall) ? Date.parse(`${wall}:00Z`) : Number.NaN;
  if (Number.isNaN(utc)) return null;
  const offsetAt = (at: number) => Date.parse(`${toWall(at, zone)}:00Z`) - at;
  // The offsets a day earlier and later: at most one clock change lies between them.
  const [before, after] = [utc - offsetAt(utc - DAY_MS), utc - offsetAt(utc + DAY_MS)];
  const matching = [before, after].filter((at) => toWall(at, zone) === wall);
  const first = Math.min(...matching);
  if (matching.length === 0) return { at: new Date(before).toISOString(), odd: 'skipped' };
  return {
    at: new Date(first).toISOString(),
    odd: matching.length === 2 && before !== after ? 'twice' : null,
  };
}

/** `Nov 24, 2026, 09:00 CST`; without seconds, which do not matter for plans. */
export function minuteText(at: string | number, zone: string): string {
  return fullDateTime(at, zone).replace(/:\d\d(?=( [AP]M)? \S+$)/, '');
}

/** `2026-11-20` */
export const dayOf = (at: number, zone: string): string => toWall(at, zone).slice(0, 10);

/** True for an existing day such as `2026-11-20`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** `2026-11-20` -> `2026-11-16`: the Monday of its week. */
export function mondayOf(day: string): string {
  const at = Date.parse(day);
  return isoDay(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS);
}

export function daysBefore(now: number, days: number, zone: string): string {
  return isoDay(Date.parse(dayOf(now, zone)) - days * DAY_MS);
}

/** From the start of the first day to the end of the last, as ISO 8601. */
export function instantsOf(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  zone: string,
) {
  const start = (day: string) => fromWall(`${day}T00:00`, zone)?.at;
  const after = to && isoDay(Date.parse(to) + DAY_MS);
  return { since: from && start(from), until: after && start(after) };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const DAY_FORMAT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const LEADING_WEEKDAY = /^\s*(sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?\b/i;

const TRAILING_TIME = /(?:^|[\s,t])(\d{1,2})(?:[:.](\d{2})|(\d{2}))?\s*(a\.?m?\.?|p\.?m?\.?)?$/;

/** After one of these a bare number is the hour: it cannot be part of the date. */
const WHOLE_DAY = /^(today|tomorrow|tmrw?|tmw|yesterday|\d{4}-\d{2}-\d{2})$/;

/**
 * Parses typed days and times: `Nov 24, 2026, 14:20`, `11/24 2:20 pm`, `tomorrow 9am`, `tmrw noon`, `tomorrow 7`, `14.30`, `0930`, `930`.
 * @param today `2026-11-20`; a missing year is the one nearest to it
 * @param day used when the text has only a time
 * @returns null when the text is not a day and time
 */
export function parseWall(text: string, today: string, day = today): WallTime | null {
  const typed = text
    .trim()
    .toLowerCase()
    .replace(/(12\s*)?\bnoon$/, '12:00')
    .replace(/(12\s*)?\bmidnight$/, '00:00');
  const found = TRAILING_TIME.exec(typed);
  if (!found) return null;
  const before = typed.slice(0, found.index).replaceAll(',', ' ').trim();
  const time = timeOf(found, WHOLE_DAY.test(before));
  if (time === null) return null;
  // `Nov 24, 2026` is a day without a time, not 20:26 on a day without a year, and `Nov 945` may be either of two days.
  const is_bare_number = found[3] !== undefined && found[4] === undefined;
  const may_be_date = found[1] === '20' || found[1]?.length === 1;
  if (is_bare_number && may_be_date && /\d/.test(before) && !/\d{4}/.test(before)) return null;
  const on = before === '' ? day : parseDay(before, today);
  return on === null ? null : `${on}T${time}`;
}

/** @param is_hour a bare number is the hour; otherwise it could be a part of the date */
function timeOf([, hours = '', colon, plain, half]: RegExpExecArray, is_hour: boolean): string | null {
  const minutes = colon ?? plain;
  if (minutes === undefined && half === undefined && !is_hour) return null;
  const number = Number(hours);
  if (Number(minutes ?? 0) > 59 || number > (half ? 12 : 23) || (half && number === 0)) return null;
  const hour = half ? (number % 12) + (half.startsWith('p') ? 12 : 0) : number;
  return `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
}

interface ReadingOptions {
  /** Used when the text has only a time. Default: today. */
  readonly day?: string | undefined;
  /** The time lies ahead: a time without a day that has passed is tomorrow's, and a day of the week is the next one. */
  readonly ahead?: boolean;
}

/** `2:30p Central`, `14:30 EST`: the clock time there, whether or not it is the name of that season. */
const US_ZONE = /\s(?:([ecmp])[sd]?t|(eastern|central|mountain|pacific))(?: time)?$/;
const US_ZONES = new Map([
  ['e', 'America/New_York'],
  ['c', 'America/Chicago'],
  ['m', 'America/Denver'],
  ['p', 'America/Los_Angeles'],
]);

/**
 * Parses like `parseWall`, and also `+2h`, `+90m`, `in 2 h 30 min`, which are from now, and a time in one of the four zones of the US.
 * @param now milliseconds since 1970
 * @returns in `zone`
 */
export function parseTime(
  text: string,
  now: number,
  zone: string,
  { day, ahead = false }: ReadingOptions = {},
): WallTime | null {
  const named = US_ZONE.exec(text.trim().toLowerCase());
  const there = US_ZONES.get((named?.[1] ?? named?.[2] ?? '').slice(0, 1));
  if (named && there) {
    const wall = parseTime(text.trim().slice(0, named.index), now, there, { day, ahead });
    const at = wall && fromWall(wall, there)?.at;
    return at ? toWall(at, zone) : null;
  }
  const duration = parseFromNow(text);
  if (duration !== null) return toWall(now + duration, zone);
  const today = dayOf(now, zone);
  const on = (when: string, weekday_from = today) =>
    parseWall(ahead ? withDay(text, weekday_from) : text, today, when);
  const wall = on(day ?? today);
  if (!ahead || wall === null) return wall;
  const tomorrow = isoDay(Date.parse(today) + DAY_MS);
  // A text with a day gives the same each time, but for a day of the week.
  return (
    [wall, on(today), on(tomorrow), on(tomorrow, tomorrow)].find(
      (one) => one !== null && one > toWall(now, zone),
    ) ?? wall
  );
}

/** `sat 8am` -> `2026-11-28 8am`: the first such day, beginning with `from`. */
function withDay(text: string, from: string): string {
  return text.replace(LEADING_WEEKDAY, (name) => {
    const start = new Date(from);
    const days = WEEKDAYS.indexOf(name.trim().slice(0, 3).toLowerCase()) - start.getUTCDay();
    return isoDay(start.getTime() + ((days + 7) % 7) * DAY_MS);
  });
}

/** `+2h`, `+1h30m`, `+90 min`, `in 1.5 hours`, in milliseconds. */
function parseFromNow(text: string): number | null {
  const found =
    /^(?:\+|in )\s*(?:(\d{1,3}(?:\.\d)?)\s*h(?:rs?|ours?)?)?\s*(?:(\d{1,4})\s*m(?:in(?:ute)?s?)?)?$/.exec(
      text.trim().toLowerCase(),
    );
  const [, hours, minutes] = found ?? [];
  if (hours === undefined && minutes === undefined) return null;
  return (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

/** Parses a typed day like `parseWall` does; null when it is not a day. */
export function parseDay(typed: string, today: string): string | null {
  const text = typed.toLowerCase().replaceAll(',', ' ').replaceAll(/ +/g, ' ').trim();
  const now = Date.parse(`${today}T00:00Z`);
  if (text === 'today') return today;
  if (/^(tomorrow|tmrw?|tmw)$/.test(text)) return isoDay(now + DAY_MS);
  if (text === 'yesterday') return isoDay(now - DAY_MS);
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (iso) return existingDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const slashes = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(text);
  if (slashes) return inYear(slashes[3], Number(slashes[1]), Number(slashes[2]), now);
  const words = /^([a-z]{3,9})\.? (\d{1,2})(?: +(\d{4}))?$/.exec(text);
  const day_first = /^(\d{1,2}) ([a-z]{3,9})\.?(?: +(\d{4}))?$/.exec(text);
  const [name = '', day, year] = words?.slice(1) ?? [day_first?.[2], day_first?.[1], day_first?.[3]];
  return inYear(year, MONTHS.indexOf(name.slice(0, 3)) + 1, Number(day), now);
}

/** The day in UTC. */
export const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** `2026-11`, 2 -> `2027-01` */
export const addMonths = (month: string, count: number): string =>
  isoDay(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + count, 1)).slice(0, 7);

/** Null for nonexistent days such as February 30. */
function existingDay(year: number, month: number, day: number): string | null {
  const at = Date.UTC(year, month - 1, day);
  const date = new Date(at);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? isoDay(at) : null;
}

/** Without a year, the one that makes the day nearest to now. */
function inYear(year: string | undefined, month: number, day: number, now: number): string | null {
  if (year !== undefined) return existingDay(Number(year.length === 2 ? `20${year}` : year), month, day);
  const thisYear = new Date(now).getUTCFullYear();
  const days = [thisYear - 1, thisYear, thisYear + 1].flatMap(
    (candidate) => existingDay(candidate, month, day) ?? [],
  );
  const distance = (candidate: string) => Math.abs(Date.parse(`${candidate}T00:00Z`) - now);
  return days.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/**
 * `Nov 24, 2026, 14:20`, or `2:20 PM` on a 12-hour clock; can be parsed by `parseWall`.
 * @param today when given, the year is omitted if it is today's and `parseWall` would infer it
 */
export function wallText(wall: WallTime, today?: string): string {
  const text = minuteText(`${wall}:00Z`, 'UTC').replace(/ UTC$/, '');
  if (today === undefined) return text;
  const short = text.replace(/, \d{4},/, ',');
  return isSameYear(wall, today) && parseWall(short, today) === wall ? short : text;
}

/**
 * `Nov 24, 2026`; can be parsed by `parseDay`.
 * @param today when given, the year is omitted if it is today's and `parseDay` would infer it
 */
export function dayText(day: string, today?: string): string {
  const text = DAY_FORMAT.format(Date.parse(`${day}T00:00Z`));
  if (today === undefined) return text;
  const short = text.replace(/, \d{4}$/, '');
  return isSameYear(day, today) && parseDay(short, today) === day ? short : text;
}

const isSameYear = (a: string, b: string) => a.slice(0, 4) === b.slice(0, 4);

/** Zones offered first, where most users work. IANA names. */
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

/** `Chicago (CST)`, `Argentina, Salta (UTC−3)`. @param note the zone's current abbreviation or offset */
export function zoneLabel(zone: string, note: string): string {
  const city = zone.split('/').slice(1).join(', ').replaceAll('_', ' ') || zone;
  return city === note ? city : `${city} (${note})`;
}
