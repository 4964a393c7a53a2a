/** Checks of the window against itself, the clock and the plan. */
import { shortDateTime } from '../../../ui/time.ts';
import { minuteText } from '../../../ui/zoned.ts';
import type { Check, CheckContext, CheckRule } from './check.ts';
import { type Draft, type DraftStop, stopTitle, type Window, windowOf } from './draft.ts';

const HOUR_MS = 3_600_000;
/** Room after the last estimate, so that the arrival and the stay there are seen too. */
export const AFTER_LAST_MS = 24 * HOUR_MS;

export const times: CheckRule = (draft, context) => {
  const window = windowOf(draft);
  if (!window)
    return [
      {
        id: 'starts_at',
        severity: 'error',
        field: 'starts_at',
        sentence: 'Tracking start is missing.',
        reason: 'Pings before the start are ignored.',
      },
    ];
  const own = ofWindow(window, context);
  return own.length > 0 ? own : beforeTheLast(draft, window, context);
};

function ofWindow(window: Window, { now }: CheckContext): Check[] {
  const error = (sentence: string, reason: string, fix?: Check['fix']): Check[] => [
    {
      id: 'window',
      severity: 'error',
      field: window.by_default ? 'starts_at' : 'expires_at',
      sentence,
      reason,
      ...(fix ? { fix } : {}),
    },
  ];
  const end = (label: string, at: number): Check['fix'] => ({
    label,
    action: { type: 'times', expires_at: new Date(at).toISOString() },
  });
  if (window.expires <= window.starts)
    return error('Tracking ends before it starts.', 'Nothing would be tracked.');
  if (window.expires > window.latest)
    return error(
      'The tracking window is longer than 14 days.',
      'The maximum is 14 days from the start.',
      end('End after 14 days', window.latest),
    );
  if (window.expires <= now)
    return error('The tracking window is already over.', 'The monitor would expire right away.');
  return [];
}

/** The end of the plan: the last stop that has one. */
export function lastEstimate(stops: readonly DraftStop[]): { at: number; index: number } | null {
  for (let index = stops.length - 1; index >= 0; index--) {
    const stop = stops[index];
    const planned = stop?.planned_departure_at ?? stop?.planned_arrival_at;
    if (planned) return { at: Date.parse(planned), index };
  }
  return null;
}

function beforeTheLast(draft: Draft, window: Window, { now, zone }: CheckContext): Check[] {
  const last = lastEstimate(draft.stops);
  if (!last || last.at < window.expires) return [];
  const until = Math.min(last.at + AFTER_LAST_MS, window.latest);
  const planned = `${stopTitle(draft, last.index)} is planned for ${shortDateTime(last.at, now, zone)}`;
  if (window.latest <= last.at)
    return [
      {
        id: 'before-last',
        severity: 'warning',
        field: 'starts_at',
        sentence: `${planned}, after the longest possible tracking window.`,
        reason: 'The maximum is 14 days. Start later, or add a follow-on monitor.',
      },
    ];
  return [
    {
      id: 'before-last',
      severity: 'warning',
      field: 'expires_at',
      sentence: `${planned}, after tracking ends.`,
      reason: 'The arrival there would be missed.',
      fix: {
        label: `Track until ${minuteText(until, zone)}`,
        action: { type: 'times', expires_at: new Date(until).toISOString() },
      },
    },
  ];
}
