/** Rows keep their place while the pointer is in the list (design: nothing jumps); what came or went meanwhile is counted. */
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { useMemo, useState } from 'react';

interface Hold {
  /** Asked for by the person: another one shows at once. */
  readonly query: string;
  readonly keys: readonly string[];
}

/**
 * @param wanted as the list would be now
 * @param all where rows that have left it are still found, with what has changed in them
 */
export function held(
  wanted: readonly BoardInvitation[],
  all: readonly BoardInvitation[],
  keys: readonly string[],
): { readonly shown: readonly BoardInvitation[]; readonly waiting: number } {
  const byKey = new Map(all.map((one) => [one.key, one]));
  const now = new Set(wanted.map(({ key }) => key));
  const kept = new Set(keys);
  const came = wanted.filter(({ key }) => !kept.has(key)).length;
  const went = keys.filter((key) => !now.has(key)).length;
  return { shown: keys.flatMap((key) => byKey.get(key) ?? []), waiting: came + went };
}

export function useHeld(wanted: readonly BoardInvitation[], all: readonly BoardInvitation[], query: string) {
  const [hold, setHold] = useState<Hold | null>(null);
  const keys = hold?.query === query && hold.keys.length > 0 ? hold.keys : null;
  const rows = useMemo(
    () => (keys === null ? { shown: wanted, waiting: 0 } : held(wanted, all, keys)),
    [wanted, all, keys],
  );
  return {
    ...rows,
    hold: () => setHold({ query, keys: wanted.map(({ key }) => key) }),
    release: () => setHold(null),
  };
}
