/** The sentence of a load as time passes. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import { useNow } from '../../live/context.ts';
import { type Sentence, sentenceOf } from './explain.ts';

/** Compared as one text, so that it re-renders only when a word differs. */
export function useSentence(load: BoardLoad, { cause }: LoadFacts): Sentence {
  const json = useNow((now) => JSON.stringify(sentenceOf(load, cause, now)));
  return JSON.parse(json) as Sentence;
}
