/**
 * Times in words. Relative under 24 h, absolute beyond; the person's zone with its abbreviation, UTC for details.
 * A time ahead of the clock is shown as such: devices' clocks are wrong at times, and that must be seen.
 */
import { prefs } from './prefs.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Two clocks are never exactly the same; less than this ahead is "now". */
const TOLERANCE = 5 * SECOND;

const ZONE_KEPT_MS = 60_000;
let computer: { readonly zone: string; readonly until: number } | null = null;

/** IANA. Asked of the browser once a minute: it is asked for with every age on the screen, and the answer costs. */
export function computerZone(): string {
  const now = Date.now();
  if (computer === null || now > computer.until || now < computer.until - ZONE_KEPT_MS)
    computer = {
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
      until: now + ZONE_KEPT_MS,
    };
  return computer.zone;
}

/** The zone that the person chose, else the computer's own. IANA. */
export const personZone = (): string => prefs.get().time_zone ?? computerZone();

const formats = new Map<string, Intl.DateTimeFormat>();
function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { clock } = prefs.get();
  const key = clock + zone + JSON.stringify(options);
  let made = formats.get(key);
  if (!made) {
    // `02:30 PM` is nobody's way to write it.
    const hours = clock === '12' && options.hour ? { hour: 'numeric' as const } : {};
    const hourCycle = clock === '24' ? 'h23' : 'h12';
    made = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle, ...options, ...hours });
    formats.set(key, made);
  }
  return made;
}
/** Some browsers write a narrow space before AM and PM, which no search and no field finds. */
const say = (made: Intl.DateTimeFormat, at: Date | number) => made.format(at).replaceAll('\u202f', ' ');

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

/** Age of a position or an answer on the board: `20 s`, `2 min`, `1 h 20 min`, then `Nov 18, 14:30`. */
export function ageText(at: string, now: number, zone = personZone()): string {
  const age = now - Date.parse(at);
  if (Number.isNaN(age)) return 'no time';
  if (age < -TOLERANCE) return `clock ahead by ${durationText(-age)}`;
  if (age < DAY) return durationText(age);
  return shortDateTime(at, now, zone);
}

/** `20 s ago`, `2 min ahead of our clock`, `Nov 18, 14:30`: reads well after a verb, and in brackets. */
export function agoText(at: string, now: number, zone = personZone()): string {
  const age = now - Date.parse(at);
  if (Number.isNaN(age)) return 'at an unknown time';
  if (age < -TOLERANCE) return `${durationText(-age)} ahead of our clock`;
  const text = ageText(at, now, zone);
  return age < DAY ? `${text} ago` : text;
}

/** `in 12 min`, `2 h ago`. For plans, whose future is usual. */
export function fromNowText(at: string | number, now: number): string {
  const ms = (typeof at === 'number' ? at : Date.parse(at)) - now;
  return ms >= 0 ? `in ${durationText(ms)}` : `${durationText(-ms)} ago`;
}

/** `14:30` (or `2:30 PM`, as the person likes) today, else `Nov 18, 14:30`, with the year when it is another. */
export function shortDateTime(at: string | number, now: number, zone = personZone()): string {
  const date = new Date(at);
  const day = format(zone, { year: 'numeric', ...MONTH_DAY });
  const today = day.format(date) === day.format(now);
  if (today) return say(format(zone, HOUR_MINUTE), date);
  const year = format(zone, { year: 'numeric' });
  const sameYear = year.format(date) === year.format(now);
  return say(format(zone, { ...MONTH_DAY, ...HOUR_MINUTE, ...(sameYear ? {} : { year: 'numeric' }) }), date);
}

/** `Nov 20, 2026, 14:30:05 CST`: nothing left to guess. */
export function fullDateTime(at: string | number, zone = personZone()): string {
  const made = format(zone, {
    year: 'numeric',
    ...MONTH_DAY,
    ...HOUR_MINUTE,
    second: '2-digit',
    timeZoneName: 'short',
  });
  return say(made, new Date(at));
}

/** `2026-11-20 20:30:05 UTC` */
export function utcText(at: string | number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** `CST`, at that time of the year. */
export function zoneName(at: string | number, zone = personZone()): string {
  const parts = format(zone, { timeZoneName: 'short' }).formatToParts(new Date(at));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}
