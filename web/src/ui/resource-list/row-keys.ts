/** Keys that move in a list whose rows are no tab stops of their own: arrows, j and k, pages, both ends. */

/**
 * @param at the row one is at; -1: none yet
 * @param jump rows of a page
 * @returns the row the key leads to, within the list; undefined: the key does not move
 */
export function rowFor(key: string, at: number, count: number, jump = 10): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    j: at + 1,
    ArrowUp: at - 1,
    k: at - 1,
    PageDown: at + jump,
    PageUp: at - jump,
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}
