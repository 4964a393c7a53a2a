/** Which loads stand on one page of the wall: as many as fit, neighbors of one cause under one sentence. Pure. */

export interface WallHeights {
  /** Pixels of the sentence above the first load of a cause, and of a load. */
  readonly sentence: number;
  readonly load: number;
}

export interface WallSlice {
  readonly from: number;
  readonly to: number;
}

/**
 * The page that holds a load.
 *
 * @param causes of all loads in their order
 * @param at place of the load
 * @param room pixels of a page
 */
export function wallPage(
  causes: readonly string[],
  at: number,
  room: number,
  { sentence, load }: WallHeights,
): WallSlice {
  let from = 0;
  let used = 0;
  for (let place = 0; place < causes.length; place += 1) {
    const starts = place === from || causes[place] !== causes[place - 1];
    const height = load + (starts ? sentence : 0);
    if (place > from && used + height > room) {
      if (place > at) return { from, to: place };
      from = place;
      used = sentence + load;
    } else used += height;
  }
  return { from, to: causes.length };
}
