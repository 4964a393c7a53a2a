/** Texts for the state of the connection and the tracking service: a word for the bar, and a banner. */
import type { ServiceStatus } from '@waypost/contract/api/board';
import type { ConnectionState } from '../live/connection.ts';
import { isWithin } from '../live/context.ts';
import { agoText, durationText, shortDateTime } from '../ui/time.ts';
import { numberText } from '../ui/units.ts';

export interface ShortState {
  readonly word: string;
  readonly tone: 'good' | 'wait' | 'bad';
}

export interface BannerWords {
  readonly tone: 'wait' | 'act';
  readonly title: string;
  readonly text: string;
}

/** A stream usually reconnects within this time: no banner for a short interruption. */
const INTERRUPTION_MS = 3_000;

const iso = (ms: number) => new Date(ms).toISOString();

/** Time left, rounded up so that "0 s" never shows. */
function countdown(at: string, now: number): string {
  return durationText(Math.max(1_000, Date.parse(at) - now + 999));
}

/** Time until a pause ends or a failed service is tried again; null: neither. */
export function waitText(status: ServiceStatus | null, now: number): string | null {
  const ms = status?.retry_at ? Date.parse(status.retry_at) - now : 0;
  return ms > 0 ? durationText(ms + 999) : null;
}

const NOT_LIVE: Readonly<Record<Exclude<ConnectionState['phase'], 'live'>, ShortState>> = {
  connecting: { word: 'Connecting', tone: 'wait' },
  offline: { word: 'Offline', tone: 'bad' },
  reconnecting: { word: 'Reconnecting', tone: 'wait' },
  ended: { word: 'Signed out', tone: 'bad' },
  refused: { word: 'Not allowed', tone: 'bad' },
};

export function shortState(
  { phase }: ConnectionState,
  status: ServiceStatus | null,
  now: number,
): ShortState {
  if (phase !== 'live') return NOT_LIVE[phase];
  if (status?.store_outage) return { word: 'Database down', tone: 'bad' };
  switch (status?.state) {
    case 'paused':
      return { word: status.retry_at ? `Paused ${countdown(status.retry_at, now)}` : 'Paused', tone: 'wait' };
    case 'down':
      return { word: 'Service down', tone: 'bad' };
    case 'unauthorized':
      return { word: 'No access', tone: 'bad' };
    case 'starting':
      return { word: 'Loading data', tone: 'wait' };
    default:
      return status?.behind ? { word: 'Behind', tone: 'wait' } : { word: 'Connected', tone: 'good' };
  }
}

/**
 * The banner, or null. Times in ms.
 * @param now the server's clock
 * @param local_now this computer's clock, which the connection's times use
 * @param shown_from when the displayed list of loads was read, while it is from an earlier visit; left out on pages with data of their own
 */
export function bannerOf(
  connection: ConnectionState,
  status: ServiceStatus | null,
  now: number,
  local_now: number,
  shown_from?: number | null,
): BannerWords | null {
  const nothing = shown_from === undefined ? '' : 'No data yet.';
  const shown = (since: number | null) =>
    since === null ? nothing : `Showing data from ${shortDateTime(since, local_now)}.`;
  if (connection.phase === 'offline')
    return {
      tone: 'wait',
      title: 'Not live: this device is offline.',
      text: `${shown(connection.since ?? shown_from ?? null)} Updates resume automatically.`.trim(),
    };
  if (shown_from != null && (connection.phase === 'connecting' || connection.phase === 'reconnecting'))
    return {
      tone: 'wait',
      title: 'From your last visit.',
      text: `Showing data from ${agoText(iso(shown_from), local_now)}; the server has not responded yet.`,
    };
  if (connection.phase === 'reconnecting') {
    if (connection.since !== null && isWithin(INTERRUPTION_MS, connection.since, local_now)) return null;
    return { tone: 'wait', title: 'Not live: reconnecting.', text: shown(connection.since) };
  }
  if (connection.phase !== 'live' || status === null) return null;
  if (status.store_outage)
    return {
      tone: 'wait',
      title: `Waypost's database down since ${shortDateTime(status.store_outage.since, now)}; showing last known data.`,
      text: `${status.store_outage.reason}. Changes cannot be saved now; what you type is kept. Updates resume automatically.`,
    };

  const last = status.last_success_at ? ` Last response ${agoText(status.last_success_at, now)}.` : '';
  const wait = waitText(status, now);
  const retry = wait ? ` Next try in ${wait}.` : '';
  switch (status.state) {
    case 'paused':
      return {
        tone: 'wait',
        title: status.retry_at
          ? `Rate limit reached; updates paused until ${shortDateTime(status.retry_at, now)}.`
          : 'Rate limit reached; updates paused.',
        text: status.retry_at
          ? `Updates resume automatically in ${countdown(status.retry_at, now)}.`
          : 'Updates resume automatically.',
      };
    case 'down':
      return {
        tone: 'wait',
        title: `Tracking service down since ${shortDateTime(status.since, now)}; showing last known data.`,
        text: `${status.message ? `${status.message}. ` : ''}Updates resume automatically.${last}${retry}`,
      };
    case 'unauthorized':
      return {
        tone: 'act',
        title: 'Tracking service rejects our credentials.',
        text: `Showing last known data.${last} Tell your Waypost administrator.`,
      };
    default:
      return null;
  }
}

/** Says that updates fall behind, and why; empty when they do not. */
export function behindText(status: ServiceStatus | null): string {
  if (!status?.behind || status.state !== 'ok') return '';
  const { seconds, allowed_per_minute, needed_per_minute } = status.behind;
  const number = (value: number) => numberText(value);
  const by = `Behind by ${durationText(seconds * 1000)}`;
  if (needed_per_minute <= allowed_per_minute) return `${by}: catching up`;
  const { every_seconds, urgent_every_seconds } = status.behind;
  const every =
    every_seconds && urgent_every_seconds
      ? ` Each load is updated every ${durationText(every_seconds * 1000)}, those late, new or near a stop every ${durationText(urgent_every_seconds * 1000)}.`
      : '';
  const limit = `rate limit allows ${number(allowed_per_minute)} of ${number(needed_per_minute)} calls a minute`;
  return `${by}: ${limit}.${every} Watch fewer loads, or have your administrator ask the tracking service for a higher limit.`;
}
