/** What is new, in words: for the voice of a screen reader and for notifications. */
import { isolated } from '../ui/bidi.ts';
import { HEALTH } from '../ui/health.ts';
import type { Live } from './context.ts';
import { fleetName, quietText } from './fleets.ts';

const MOST_NAMED = 3;

/** `LD-1, stale`, `fleet Ironwood Transport, 38 of 40 trucks quiet`: one for each exception, however many loads it has. */
export function exceptionNames(
  load_ids: Iterable<string>,
  { store, fleets }: Pick<Live, 'store' | 'fleets'>,
): readonly string[] {
  const exceptions = new Set([...load_ids].map(fleets.exceptionOf));
  return [...exceptions].map((one) => {
    const fleet = fleets.get(one);
    if (fleet) return `fleet ${isolated(fleetName(fleet.fleet))}, ${quietText(fleet)} quiet`;
    const health = store.facts(one)?.health;
    const name = isolated(store.get(one)?.load_ref ?? 'a load');
    return health ? `${name}, ${HEALTH[health].word.toLowerCase()}` : name;
  });
}

/** `2 new exceptions` */
export const newText = (names: readonly string[]): string =>
  names.length === 1 ? '1 new exception' : `${names.length} new exceptions`;

/** `LD-1, stale; LD-2, no signal; LD-3, late; and 4 more` */
export function namesText(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
}
