/** Which load to read next: a binary heap by time whose entries can be rescheduled. */
interface Due {
  readonly id: string;
  readonly at: number;
}

export class DueQueue {
  readonly #heap: Due[] = [];
  /** The valid entry of each id; older entries are skipped when they come up. */
  readonly #current = new Map<string, Due>();

  get size(): number {
    return this.#current.size;
  }

  set(id: string, at: number): void {
    const due = { id, at };
    this.#current.set(id, due);
    this.#heap.push(due);
    this.#up(this.#heap.length - 1);
  }

  delete(id: string): void {
    this.#current.delete(id);
  }

  at(id: string): number | null {
    return this.#current.get(id)?.at ?? null;
  }

  /** Time of the earliest entry; null when empty. */
  nextAt(): number | null {
    this.#dropStale();
    return this.#heap[0]?.at ?? null;
  }

  /** Removes and returns the earliest entry if it is due. */
  takeDue(now: number): string | null {
    this.#dropStale();
    const first = this.#heap[0];
    if (!first || first.at > now) return null;
    this.#pop();
    this.#current.delete(first.id);
    return first.id;
  }

  #dropStale(): void {
    while (this.#heap[0] && this.#current.get(this.#heap[0].id) !== this.#heap[0]) this.#pop();
  }

  #pop(): void {
    const last = this.#heap.pop();
    if (!last || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#down(0);
  }

  #up(index: number): void {
    let child = index;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if ((this.#heap[parent] as Due).at <= (this.#heap[child] as Due).at) return;
      this.#swap(parent, child);
      child = parent;
    }
  }

  #down(index: number): void {
    let parent = index;
    for (;;) {
      const left = 2 * parent + 1;
      const right = left + 1;
      let least = parent;
      if (left < this.#heap.length && (this.#heap[left] as Due).at < (this.#heap[least] as Due).at)
        least = left;
      if (right < this.#heap.length && (this.#heap[right] as Due).at < (this.#heap[least] as Due).at)
        least = right;
      if (least === parent) return;
      this.#swap(parent, least);
      parent = least;
    }
  }

  #swap(a: number, b: number): void {
    const one = this.#heap[a] as Due;
    this.#heap[a] = this.#heap[b] as Due;
    this.#heap[b] = one;
  }
}
