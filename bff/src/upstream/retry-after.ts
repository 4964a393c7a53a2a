/** The time that a 429 asks us to wait, read leniently: what a service may mean by it is bounded, never believed blindly. */
import { parseJson } from '../lib/parse-json.ts';
import type { Answer } from './http.ts';

export interface RetryAfterOptions {
  /** Our own clock, ms since 1970: for a date in an answer that does not say what time it is there. */
  readonly now: number;
  /** A longer wait is cut to this. */
  readonly maxSeconds: number;
}

/** From here on a number is an instant (an epoch in seconds or smaller units), not a length of time: 31 years. */
const INSTANT_FROM = 1_000_000_000;

/**
 * Seconds from 0 to `maxSeconds`, the longest of header and body; null when neither has any. A number that cannot be a
 * length of time counts as the bound, and only where there is no other.
 */
export function retryAfterSeconds(
  answer: Pick<Answer, 'headers' | 'text'>,
  { now, maxSeconds }: RetryAfterOptions,
): number | null {
  const serviceNow = dateOf(answer.headers.date) ?? now;
  const waits = [answer.headers['retry-after'], ...bodyWaits(answer.text)]
    .flat()
    .map((value) => secondsOf(value, serviceNow))
    .filter((seconds) => seconds !== null);
  const lengths = waits.filter((seconds) => seconds < INSTANT_FROM);
  if (waits.length === 0) return null;
  return Math.min(maxSeconds, Math.max(...(lengths.length > 0 ? lengths : waits)));
}

function secondsOf(value: unknown, now: number): number | null {
  if (typeof value === 'number') return value >= 0 ? value : null;
  if (typeof value !== 'string') return null;
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value);
  const date = dateOf(value);
  return date === null ? null : Math.max(0, (date - now) / 1000);
}

/** Milliseconds since 1970 of an HTTP date or an ISO date. `Date.parse` alone finds a date in "soon 7" as well. */
function dateOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/\d\d:\d\d:\d\d/.test(value)) return null;
  // A date without a zone is of GMT, not of this machine's zone.
  const zoned = /(GMT|UTC|Z|[+-]\d\d:?\d\d)\s*$/i.test(value) ? value : `${value} GMT`;
  const date = Date.parse(zoned);
  return Number.isNaN(date) ? null : date;
}

function bodyWaits(text: string): unknown[] {
  const body = parseJson(text) as WaitBody | null;
  return [body?.retry_after_seconds, body?.detail?.retry_after_seconds];
}

interface WaitBody {
  readonly retry_after_seconds?: unknown;
  readonly detail?: WaitBody | null;
}
