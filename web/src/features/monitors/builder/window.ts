/** When a draft is watched: from `starts_at` to its end, given or the service's default; and its words for times and lengths. */
import { MONITOR_DEFAULT_WINDOW_MS, MONITOR_MAX_WINDOW_MS } from '@waypost/contract/monitors';
import { type LengthUnit, lengthText, METERS_PER } from '../../../geo/length.ts';
import { durationText } from '../../../ui/time.ts';
import type { Draft } from './draft.ts';

export interface Window {
  /** Milliseconds since 1970. */
  readonly starts: number;
  readonly expires: number;
  /** Latest end that the service takes. */
  readonly latest: number;
  /** True when no end was given. */
  readonly by_default: boolean;
}

/** Null without a start. */
export function windowOf({ starts_at, expires_at }: Pick<Draft, 'starts_at' | 'expires_at'>): Window | null {
  const starts = starts_at === null ? Number.NaN : Date.parse(starts_at);
  if (Number.isNaN(starts)) return null;
  const given = expires_at === null ? Number.NaN : Date.parse(expires_at);
  const by_default = Number.isNaN(given);
  return {
    starts,
    expires: by_default ? starts + MONITOR_DEFAULT_WINDOW_MS : given,
    latest: starts + MONITOR_MAX_WINDOW_MS,
    by_default,
  };
}

/** `76 s`, `5 min`: what lies between two pings. */
export function rhythmText(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : durationText(seconds * 1000);
}

/** A length in a sentence: from ten on whole numbers say enough. */
export function aboutLength(meters: number, unit: LengthUnit): string {
  const value = meters / METERS_PER[unit];
  return lengthText(value < 10 ? meters : Math.round(value) * METERS_PER[unit], unit);
}
