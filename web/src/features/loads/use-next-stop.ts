import type { BoardLoad } from '@waypost/contract/api/board';
import { useNow } from '../../live/context.ts';
import { pickupText } from './cause-words.ts';
import { nextStopWords } from './next-stop.ts';

/** Words of the next stop; `start`: of the pickup, which decides while no truck is assigned, otherwise empty. */
export function useNextStop(load: BoardLoad) {
  // Compared as JSON, so that it renders only when the text differs.
  const json = useNow((now) => JSON.stringify(nextStopWords(load, now)));
  const start = useNow((now) => (load.vehicle_assignment === null ? pickupText(load, now) : ''));
  return { words: JSON.parse(json) as ReturnType<typeof nextStopWords>, start };
}
