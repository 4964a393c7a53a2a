/**
 * Load numbers that differ from a text by one slip of the fingers: a character too many, too few, another one, or two exchanged. Two numbers
 * are near when one character less of each can leave the same text, so that a map of these finds them without comparing all with all.
 */
import { likenessOf } from '@waypost/contract/api/likeness';
import { type LookupCandidate, MAX_CANDIDATES } from '@waypost/contract/api/load-lookup';

/** Of two or three characters nearly all are near each other. */
const SHORTEST = 4;
const LONGEST = 40;

export class NearNumbers {
  readonly #byShorter = new Map<string, LookupCandidate[]>();

  constructor(loads: Iterable<LookupCandidate>) {
    for (const load of loads) {
      for (const key of keysOf(load.load_ref ?? '')) {
        const there = this.#byShorter.get(key);
        if (there) there.push(load);
        else this.#byShorter.set(key, [load]);
      }
    }
  }

  /** The nearest first; none: no number looks like it. */
  of(text: string): LookupCandidate[] {
    const found = new Map<string, LookupCandidate>();
    for (const key of keysOf(text))
      for (const load of this.#byShorter.get(key) ?? []) found.set(load.load_id, load);
    const length = likenessOf(text).length;
    const distance = ({ load_ref }: LookupCandidate) => Math.abs(likenessOf(load_ref ?? '').length - length);
    return [...found.values()].sort((a, b) => distance(a) - distance(b)).slice(0, MAX_CANDIDATES);
  }
}

/** The number without signs, and the same with one character less, for each of them. */
function keysOf(text: string): Set<string> {
  const plain = likenessOf(text);
  if (plain.length < SHORTEST || plain.length > LONGEST) return new Set();
  const keys = new Set([plain]);
  for (let at = 0; at < plain.length; at += 1) keys.add(plain.slice(0, at) + plain.slice(at + 1));
  return keys;
}
