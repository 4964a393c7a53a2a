/** A queue that gives the smallest first. */
export class MinHeap<T> {
  readonly #items: { readonly rank: number; readonly item: T }[] = [];

  get size(): number {
    return this.#items.length;
  }

  /** Rank of the first; infinity when empty. */
  get rank(): number {
    return this.#items[0]?.rank ?? Number.POSITIVE_INFINITY;
  }

  push(rank: number, item: T): void {
    const items = this.#items;
    let at = items.length;
    items.push({ rank, item });
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((items[parent]?.rank ?? 0) <= rank) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  pop(): T | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (!first || !last) return undefined;
    if (items.length > 0) {
      items[0] = last;
      this.#sink();
    }
    return first.item;
  }

  #sink(): void {
    const items = this.#items;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const rankOf = (i: number) => items[i]?.rank ?? Number.POSITIVE_INFINITY;
      const child = rankOf(left + 1) < rankOf(left) ? left + 1 : left;
      if (rankOf(child) >= rankOf(at)) return;
      this.#swap(at, child);
      at = child;
    }
  }

  #swap(a: number, b: number): void {
    const items = this.#items;
    const kept = items[a];
    const other = items[b];
    if (!kept || !other) return;
    items[a] = other;
    items[b] = kept;
  }
}
