/** Consecutive parts of a list with at most `size` items each. */
export function* chunksOf<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
