/**
 * Sites of the book that a load's stop may mean, by name. The same name but for case, accents and punctuation is taken at once;
 * a similar one is only offered. Numbers must agree: "DC 4" is never "DC 5".
 */

export interface Named {
  readonly name: string;
}

/** Words that are written in many ways in yards' names. */
const SAME: Readonly<Record<string, string>> = {
  dc: 'distributioncenter',
  whse: 'warehouse',
  wh: 'warehouse',
  ctr: 'center',
  centre: 'center',
  plt: 'plant',
  term: 'terminal',
  saint: 'st',
  ft: 'fort',
  mt: 'mount',
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
};
/** Words that say nothing about which place it is. */
const EMPTY = new Set(['the', 'of', 'at', 'and', 'no', 'inc', 'llc', 'co']);

export function wordsOf(name: string): readonly string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/distribution (center|centre|ctr)/g, 'dc');
  const words = plain.match(/[\p{L}]+|\p{N}+/gu) ?? [];
  return words.filter((word) => !EMPTY.has(word)).map((word) => SAME[word] ?? word.replace(/^0+(?=\d)/, ''));
}

const isNumber = (word: string) => /^\p{N}+$/u.test(word);

/** 0 (nothing in common) to 1 (the same words). */
export function similarity(a: readonly string[], b: readonly string[]): number {
  const numbers = (words: readonly string[]) => words.filter(isNumber).toSorted().join(' ');
  const [first, second] = [numbers(a), numbers(b)];
  if (first !== '' && second !== '' && first !== second) return 0;
  const [left, right] = [new Set(a), new Set(b)];
  if (left.size + right.size === 0) return 0;
  const common = [...left].filter((word) => right.has(word)).length;
  return (2 * common) / (left.size + right.size);
}

export interface SiteMatch<T> {
  /** The one whose name is the same; null when there is none, or more than one. */
  readonly exact: T | null;
  /** Similar ones, best first, three at most. */
  readonly similar: readonly T[];
}

const ALIKE = 0.6;
const MOST = 3;

export function matchSites<T extends Named>(name: string, sites: readonly T[]): SiteMatch<T> {
  const words = wordsOf(name);
  if (words.length === 0) return { exact: null, similar: [] };
  const literal = sites.filter((site) => site.name.trim().toLowerCase() === name.trim().toLowerCase());
  const scored = sites
    .map((site) => ({ site, score: similarity(words, wordsOf(site.name)) }))
    .filter(({ score }) => score >= ALIKE)
    .toSorted((a, b) => b.score - a.score);
  const same = scored.filter(({ score }) => score === 1).map(({ site }) => site);
  const exact = literal.length === 1 ? literal[0] : same.length === 1 ? same[0] : undefined;
  if (exact) return { exact, similar: [] };
  return { exact: null, similar: scored.slice(0, MOST).map(({ site }) => site) };
}
