/** New exceptions in words, for notifications and screen readers. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import { isolated } from '../ui/bidi.ts';
import { HEALTH } from '../ui/health.ts';
import { countText } from '../ui/units.ts';
import type { Live } from './context.ts';
import { quietText } from './fleet-words.ts';
import { fleetName } from './fleets.ts';

const MAX_NAMES = 3;

const healthOf = (_load: BoardLoad, { health }: LoadFacts): string =>
  `, ${HEALTH[health].word.toLowerCase()}`;

/**
 * `LD-1, stale`, `fleet Ironwood Transport, 38 of 40 trucks quiet`: one text per exception, however many loads it has.
 * @param stateOf what follows the name of a load
 */
export function exceptionNames(
  load_ids: Iterable<string>,
  { store, fleets }: Pick<Live, 'store' | 'fleets'>,
  stateOf = healthOf,
): readonly string[] {
  const exceptions = new Set([...load_ids].map(fleets.exceptionOf));
  return [...exceptions].map((key) => {
    const fleet = fleets.get(key);
    if (fleet) return `fleet ${isolated(fleetName(fleet.fleet))}, ${quietText(fleet)} quiet`;
    const [load, facts] = [store.get(key), store.facts(key)];
    const name = isolated(load?.load_ref ?? 'a load');
    return load && facts ? `${name}${stateOf(load, facts)}` : name;
  });
}

export const newText = (names: readonly string[]): string => countText(names.length, 'new exception');

/** `LD-1, stale; LD-2, no signal; LD-3, late; and 4 more` */
export function namesText(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
}
