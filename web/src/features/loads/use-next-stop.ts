import type { BoardLoad } from '@waypost/contract/api/board';
import { useNow } from '../../live/context.ts';
import { pickupText } from './cause-words.ts';
import { nextStopWords } from './next-stop.ts';

/** Words of the next stop; `start`: of the pickup, which decides while no truck is assigned, otherwise empty. */
export function useNextStop(load: BoardLoad) {
  const words = useNow((now) => nextStopWords(load, now));
  const start = useNow((now) => (load.vehicle_assignment === null ? pickupText(load, now) : ''));
  return { words, start };
}
