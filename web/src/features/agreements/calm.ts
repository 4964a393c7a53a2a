/** While the pointer is in the list its rows keep their places (design: nothing jumps); what has come since is counted. */
import { useMemo, useState } from 'react';

interface Keyed {
  readonly agreement: { readonly id: string };
}

/** @param held ids in the order that is kept; null: none is */
export function calmed<T extends Keyed>(
  rows: readonly T[],
  held: readonly string[] | null,
): { readonly shown: readonly T[]; readonly waiting: number } {
  if (held === null) return { shown: rows, waiting: 0 };
  const byId = new Map(rows.map((row) => [row.agreement.id, row]));
  const shown = held.flatMap((id) => byId.get(id) ?? []);
  return { shown, waiting: rows.length - shown.length };
}

/** @param query what the person asked for: a change of it shows at once */
export function useCalm<T extends Keyed>(rows: readonly T[], query: string) {
  const [held, setHeld] = useState<{ readonly ids: readonly string[]; readonly query: string } | null>(null);
  const ids = held && held.query === query && held.ids.length > 0 ? held.ids : null;
  const calm = useMemo(() => calmed(rows, ids), [rows, ids]);
  const hold = () => setHeld({ ids: rows.map(({ agreement }) => agreement.id), query });
  return { ...calm, hold, release: () => setHeld(null) };
}
