/** Search and order of a list that is here as a whole. Pure. */

/** The words of a search, in lower case. */
export function wordsOf(q: string | undefined): readonly string[] {
  return (q ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** True when every word is found in one of the texts; `words` in lower case. */
export function hasWords(
  texts: readonly (string | number | null | undefined)[],
  words: readonly string[],
): boolean {
  if (words.length === 0) return true;
  const text = texts
    .filter((part) => part !== null && part !== undefined && part !== '')
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Text whose plain order is the natural one: F-9 before F-10. */
export const natural = (text: string): string =>
  text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, '0'));

export interface SortOrder<S extends string> {
  readonly by: S;
  readonly descending: boolean;
}

/** @param sort a key of `keys`, with a minus in front the other way round; anything else: as `usual` */
export function sortOrder<S extends string>(
  sort: string | undefined,
  keys: Readonly<Record<S, unknown>>,
  usual: NoInfer<S | `-${S}`>,
): SortOrder<S> {
  const given = sort !== undefined && Object.hasOwn(keys, sort.replace(/^-/, '')) ? sort : usual;
  return { by: given.replace(/^-/, '') as S, descending: given.startsWith('-') };
}

export type SortKey = number | string | null;

/** Rows by their keys; those without one come last in either direction, equal ones in the order of `compareEqual`. */
export function sortRows<T>(
  rows: readonly T[],
  keyOf: (row: T) => SortKey,
  descending: boolean,
  compareEqual: (a: T, b: T) => number,
): readonly T[] {
  const direction = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => {
      if (a.key === b.key) return compareEqual(a.row, b.row);
      if (a.key === null) return 1;
      if (b.key === null) return -1;
      return a.key < b.key ? -direction : direction;
    })
    .map(({ row }) => row);
}

/** Order of two ids; `idOf` is the same for equal rows only. */
export const byId =
  <T>(idOf: (row: T) => string) =>
  (a: T, b: T): number =>
    idOf(a) < idOf(b) ? -1 : 1;
