/** Days of the person's zone as the instants that a server is asked for. */
import { fromWall, toWall } from './zoned.ts';

const DAY_MS = 86_400_000;

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
