/** How often a truck's pings usually come, against how long none has come. From our own record: the tracking service has no rhythm. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { durationText } from '../../../ui/time.ts';

/** Later than usual is a silence of so many usual ones, and longer than usual by at least so much. */
const [TIMES_USUAL, AT_LEAST_MS] = [3, 5 * 60_000];
/** Before that nothing is said of a silence. */
const WORTH_A_WORD = 2;

export interface RhythmText {
  /** `usually every 2 min, nothing for 47 min` */
  readonly text: string;
  readonly later_than_usual: boolean;
}

/** Null while nothing is usual yet. */
export function rhythmText(
  { usual_gap_seconds, last_position }: Pick<BoardLoad, 'usual_gap_seconds' | 'last_position'>,
  now: number,
): RhythmText | null {
  if (!usual_gap_seconds || !last_position) return null;
  const usual = usual_gap_seconds * 1000;
  const silent = now - Date.parse(last_position.occurred_at);
  const later_than_usual = silent > usual * TIMES_USUAL && silent > usual + AT_LEAST_MS;
  const since = silent > usual * WORTH_A_WORD ? `, nothing for ${durationText(silent)}` : '';
  return { text: `usually every ${durationText(usual)}${since}`, later_than_usual };
}
