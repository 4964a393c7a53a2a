/** Priority queue: `pop` returns the item with the lowest rank. */
export class MinHeap<T> {
  readonly #items: { readonly rank: number; readonly item: T }[] = [];

  get size(): number {
    return this.#items.length;
  }

  /** Lowest rank; infinity when empty. */
  get rank(): number {
    return this.#items[0]?.rank ?? Number.POSITIVE_INFINITY;
  }

  push(rank: number, item: T): void {
    const items = this.#items;
    let index = items.length;
    items.push({ rank, item });
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if ((items[parent]?.rank ?? 0) <= rank) break;
      this.#swap(index, parent);
      index = parent;
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
    for (let index = 0; ; ) {
      const left = 2 * index + 1;
      const rankOf = (i: number) => items[i]?.rank ?? Number.POSITIVE_INFINITY;
      const child = rankOf(left + 1) < rankOf(left) ? left + 1 : left;
      if (rankOf(child) >= rankOf(index)) return;
      this.#swap(index, child);
      index = child;
    }
  }

  #swap(a: number, b: number): void {
    const items = this.#items;
    const first = items[a];
    const second = items[b];
    if (!first || !second) return;
    items[a] = second;
    items[b] = first;
  }
}
