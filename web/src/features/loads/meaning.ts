import type { BoardLoad } from '@waypost/contract/api/board';

const MEANING: Readonly<Record<string, string>> = {
  live: 'A truck is assigned and has reported recently.',
  stale: 'A truck is assigned. Its last position is old.',
  no_signal: 'A truck is assigned and shares its location, but it has never sent a position.',
  not_shared: 'A truck is assigned. Its fleet does not share location with us.',
  unassigned: 'No truck assigned.',
  unknown: "A truck is assigned. The tracking service can't tell whether its position can be trusted.",
};

export function meaningOf({
  tracking_health,
  clock_ahead_seconds,
}: Pick<BoardLoad, 'tracking_health' | 'clock_ahead_seconds'>): string {
  if (tracking_health === null) return 'No data yet.';
  // By its own clock it has always reported recently.
  if (clock_ahead_seconds) return 'A truck is assigned. The clock of its device is wrong.';
  return Object.hasOwn(MEANING, tracking_health)
    ? (MEANING[tracking_health] as string)
    : `The tracking service reports “${tracking_health}”, which Waypost does not know.`;
}
