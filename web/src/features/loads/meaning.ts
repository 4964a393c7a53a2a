/** What each health means, in a sentence for the panel. A new value is shown as it came and promised nothing. */
import type { BoardLoad } from '@waypost/contract/api/board';

const MEANING: Readonly<Record<string, string>> = {
  live: 'A truck is assigned and has reported recently.',
  stale: 'A truck is assigned; its last position is old.',
  no_signal: 'A truck is assigned and we may read its location; it has never sent one.',
  not_shared: 'A truck is assigned; its fleet does not share its location with us.',
  unassigned: 'No truck qualifies for this load.',
  unknown: 'A truck is assigned; the service cannot tell whether its position can be trusted.',
};

export function meaningOf({ tracking_health }: Pick<BoardLoad, 'tracking_health'>): string {
  if (tracking_health === null) return 'Not read from the service yet.';
  return Object.hasOwn(MEANING, tracking_health)
    ? (MEANING[tracking_health] as string)
    : `The service says “${tracking_health}”, a value that Waypost does not know.`;
}
