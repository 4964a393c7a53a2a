/**
 * How often a truck's positions usually come, as far as our reads see it: a read that comes later than two pings sees one of them. A
 * driving truck pings far more often than a standing one, so the two are kept apart.
 */

/** Seconds between its last positions, oldest first: those between which it moved, and the others. */
export interface Rhythm {
  readonly driving: readonly number[];
  readonly standing: readonly number[];
}

export const NO_RHYTHM: Rhythm = { driving: [], standing: [] };

/** So many of the last ones count; with fewer than the second nothing is usual yet. */
const [MOST, FEWEST] = [15, 5];

/** After one more position that came `seconds` after the one before. */
export function advanceRhythm(rhythm: Rhythm, seconds: number, moved: boolean): Rhythm {
  if (!(seconds > 0)) return rhythm;
  const key = moved ? 'driving' : 'standing';
  return { ...rhythm, [key]: [...rhythm[key], Math.round(seconds)].slice(-MOST) };
}

/**
 * What is usual while it drives or stands, seconds: the median, rounded so that it does not change with every position; null: not known yet.
 * @param moving what it did last; null: not known
 */
export function usualGap(rhythm: Rhythm, moving: boolean | null): number | null {
  if (moving === null) return null;
  const gaps = (moving ? rhythm.driving : rhythm.standing).toSorted((a, b) => a - b);
  if (gaps.length < FEWEST) return null;
  const median = gaps[Math.floor(gaps.length / 2)] as number;
  const step = median < 90 ? 10 : 60;
  return Math.max(step, Math.round(median / step) * step);
}
