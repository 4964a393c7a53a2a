/** Sorting of a list that is loaded completely. Pure functions. Its search is in words.ts, because the board's first view has only that. */

export const natural = (text: string): string =>
  text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, '0'));

export interface SortOrder<S extends string> {
  readonly by: S;
  readonly descending: boolean;
}

/** @param sort a key of `keys`, with a leading minus for descending; anything else: `default_sort` */
export function sortOrder<S extends string>(
  sort: string | undefined,
  keys: Readonly<Record<S, unknown>>,
  default_sort: NoInfer<S | `-${S}`>,
): SortOrder<S> {
  const valid_sort = sort !== undefined && Object.hasOwn(keys, sort.replace(/^-/, '')) ? sort : default_sort;
  return { by: valid_sort.replace(/^-/, '') as S, descending: valid_sort.startsWith('-') };
}

export type SortKey = number | string | null;

/** Sorts rows by key; null keys come last in either direction, ties are ordered by `compareEqual`. */
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

/** Compares ids; `idOf` must be unique. */
export const byId =
  <T>(idOf: (row: T) => string) =>
  (a: T, b: T): number =>
    idOf(a) < idOf(b) ? -1 : 1;

/** The orders of a list. @param compareEqual rows with the same key */
export function sorting<T, S extends string>(
  keys: Readonly<Record<S, (row: T) => SortKey>>,
  default_sort: NoInfer<S | `-${S}`>,
  compareEqual: (a: T, b: T) => number,
) {
  const sortOf = (sort: string | undefined): SortOrder<S> => sortOrder(sort, keys, default_sort);
  const sorted = (rows: readonly T[], sort?: string): readonly T[] => {
    const { by, descending } = sortOf(sort);
    return sortRows(rows, keys[by], descending, compareEqual);
  };
  return { sortOf, sorted };
}
