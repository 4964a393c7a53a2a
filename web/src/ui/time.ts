/** Formats times: relative under 24 h, absolute beyond. Times ahead of the clock are marked: wrong clocks must be visible. */
import { withZoneName } from '@waypost/contract/api/zone-name';
import { cachedFormat } from './formats.ts';
import { prefs } from './prefs.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Clocks always differ slightly; times less than this ahead count as now. */
const TOLERANCE = 5 * SECOND;

const ZONE_CACHE_MS = 60_000;
let cached_zone: { readonly zone: string; readonly until: number } | null = null;

/** The computer's IANA zone, cached for a minute because every displayed age needs it and the lookup is slow. */
export function computerZone(): string {
  const now = Date.now();
  if (cached_zone === null || now > cached_zone.until || now < cached_zone.until - ZONE_CACHE_MS)
    cached_zone = {
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
      until: now + ZONE_CACHE_MS,
    };
  return cached_zone.zone;
}

/** The IANA zone chosen by the person, else the computer's. */
export const personZone = (): string => prefs.get().time_zone ?? computerZone();

function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { clock } = prefs.get();
  // A 12-hour clock has no leading zero: `2:30 PM`.
  const hours = clock === '12' && options.hour ? { hour: 'numeric' as const } : {};
  const hourCycle = clock === '24' ? 'h23' : 'h12';
  return cachedFormat(Intl.DateTimeFormat, 'en-US', { timeZone, hourCycle, ...options, ...hours });
}
/** Some browsers put a narrow no-break space before AM and PM, which text search and form fields do not match. */
const formatted = (format: Intl.DateTimeFormat, at: Date | number) =>
  format.format(at).replaceAll('\u202f', ' ');

const HOUR_MINUTE = { hour: '2-digit', minute: '2-digit' } as const;
const MONTH_DAY = { month: 'short', day: 'numeric' } as const;

/** `20 s`, `2 min`, `1 h 20 min`, `3 d 4 h`; never negative. */
export function durationText(ms: number): string {
  const positive = Math.max(0, ms);
  if (positive < MINUTE) return `${Math.floor(positive / SECOND)} s`;
  if (positive < HOUR) return `${Math.floor(positive / MINUTE)} min`;
  const [days, hours, minutes] = [
    Math.floor(positive / DAY),
    Math.floor((positive % DAY) / HOUR),
    Math.floor((positive % HOUR) / MINUTE),
  ];
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
}

/** Like `durationText`, without seconds: `under 1 min`. For spans that count in whole minutes. */
export const minutesText = (ms: number): string => (ms < MINUTE ? 'under 1 min' : durationText(ms));

/** Age of a position or response: `20 s`, `2 min`, `1 h 20 min`, `1 d 21 h`, `clock ahead by 46 min`. */
export function ageText(at: string, now: number): string {
  const age = now - Date.parse(at);
  if (Number.isNaN(age)) return 'no time';
  if (age < -TOLERANCE) return `clock ahead by ${durationText(-age)}`;
  return durationText(age);
}

/** `20 s ago`, `2 min ahead of our clock`, `Nov 18, 14:30`: can follow a verb. */
export function agoText(at: string, now: number, zone = personZone()): string {
  const age = now - Date.parse(at);
  if (Number.isNaN(age)) return 'at an unknown time';
  if (age < -TOLERANCE) return `${durationText(-age)} ahead of our clock`;
  return age < DAY ? `${ageText(at, now)} ago` : shortDateTime(at, now, zone);
}

/** Like `agoText`, but `1 d 15 h ago` instead of a date. */
export const elapsedText = (at: string, now: number): string =>
  now - Date.parse(at) < DAY ? agoText(at, now) : `${ageText(at, now)} ago`;

/** `in 12 min`, `2 h ago`. For plans, which are usually in the future. */
export function fromNowText(at: string | number, now: number): string {
  const ms = (typeof at === 'number' ? at : Date.parse(at)) - now;
  return ms >= 0 ? `in ${durationText(ms)}` : `${durationText(-ms)} ago`;
}

/**
 * Today `14:30` (or `2:30 PM`), else `Nov 18, 14:30`, with the year when it is not the current one. Today is the reader's day: at a
 * dock farther west it may still be yesterday.
 */
export function shortDateTime(at: string | number, now: number, zone = personZone()): string {
  const date = new Date(at);
  const dayIn = (place: string) => format(place, { year: 'numeric', ...MONTH_DAY });
  if (dayIn(zone).format(date) === dayIn(personZone()).format(now))
    return formatted(format(zone, HOUR_MINUTE), date);
  const year = format(zone, { year: 'numeric' });
  const sameYear = year.format(date) === year.format(now);
  return formatted(
    format(zone, { ...MONTH_DAY, ...HOUR_MINUTE, ...(sameYear ? {} : { year: 'numeric' }) }),
    date,
  );
}

/** `Nov 20, 2026, 14:30:05 CST` */
export function fullDateTime(at: string | number, zone = personZone()): string {
  const full_format = format(zone, {
    year: 'numeric',
    ...MONTH_DAY,
    ...HOUR_MINUTE,
    second: '2-digit',
    timeZoneName: 'short',
  });
  return withZoneName(formatted(full_format, new Date(at)), zone);
}

/** An IANA zone; null or missing: the place is unknown, and the person's own zone is used. */
export type PlaceZone = string | null | undefined;

/** The clock there shows the same as the person's. */
export function isOwnTime(at: string | number, zone: PlaceZone): boolean {
  const own = personZone();
  if (!zone || zone === own) return true;
  const [there, here] = [zone, own].map((of) =>
    format(of, { ...MONTH_DAY, ...HOUR_MINUTE }).format(new Date(at)),
  );
  return there === here;
}

/**
 * `08:00 PST`, in the time of the dock, in which its appointments are agreed on; `10:00` where that is the person's own, and `10:00 CST`
 * where it is unknown: a time without a zone is always that of the dock.
 */
export const dockTime = (at: string | number, now: number, zone: PlaceZone): string =>
  zone && isOwnTime(at, zone)
    ? shortDateTime(at, now)
    : `${shortDateTime(at, now, zone ?? personZone())} ${zoneName(at, zone ?? personZone())}`;

/** `10:00 CST your time`, for the tooltip of a time in that of the dock; empty where both are the same. */
export const ownTime = (at: string | number, now: number, zone: PlaceZone): string =>
  isOwnTime(at, zone) ? '' : `${shortDateTime(at, now)} ${zoneName(at)} your time`;

/** `2026-11-20 20:30:05 UTC` */
export function utcText(at: string | number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Zones change their name at a quarter of an hour at the earliest. */
const NAME_VALID_MS = 15 * MINUTE;
const lastNames = new Map<string, { readonly quarter: number; readonly name: string }>();

/** `CST` or `CDT`, depending on the date. */
export function zoneName(at: string | number, zone = personZone()): string {
  const date = new Date(at);
  const quarter = Math.floor(date.getTime() / NAME_VALID_MS);
  const last = lastNames.get(zone);
  if (last?.quarter === quarter) return last.name;
  const name = nameAt(date, zone);
  lastNames.set(zone, { quarter, name });
  return name;
}

export function nameAt(
  at: Date | number,
  zone: string,
  timeZoneName: Intl.DateTimeFormatOptions['timeZoneName'] = 'short',
): string {
  const parts = format(zone, { timeZoneName }).formatToParts(at);
  return withZoneName(parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone, zone);
}

/** `CST/CDT`, that of now first: for times of any date. */
export function zonesOfYear(now: number): string {
  const zone = personZone();
  const names = [now, now + 182 * DAY].map((at) => nameAt(at, zone));
  return [...new Set(names)].join('/');
}
