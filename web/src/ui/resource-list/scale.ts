/**
 * A list longer than any browser lets an element be: the scroll bar goes its own way and each of its pixels represents several of the
 * list. Short of that, one for one.
 */

/** Firefox ends at 17.9 million pixels, others later. */
export const MOST_PIXELS = 12_000_000;

export interface Scale {
  /** Height that the element gets. */
  readonly height: number;
  /** Pixels of the list for each of the scroll bar. */
  readonly ratio: number;
}

export function scaleOf(total: number, viewport: number, most = MOST_PIXELS): Scale {
  if (total <= most) return { height: total, ratio: 1 };
  return { height: most, ratio: (total - viewport) / (most - viewport) };
}
