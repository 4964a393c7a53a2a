/**
 * Ids kept in order while single ones come, go and change: a binary search and one splice each, never a whole sort.
 */

/** Null stands last whatever the direction: what is unknown is neither first nor best. */
export type SortKey = number | string | null;

export interface Keyed {
  readonly load_id: string;
  readonly key: SortKey;
  /** Orders equals, so that the order is total and rows do not dance. */
  readonly tie: string;
}

export type Direction = 1 | -1;

export function compareKeyed(a: Keyed, b: Keyed, direction: Direction): number {
  if (a.key !== b.key) {
    if (a.key === null) return 1;
    if (b.key === null) return -1;
    return a.key < b.key ? -direction : direction;
  }
  if (a.tie !== b.tie) return a.tie < b.tie ? -1 : 1;
  return a.load_id < b.load_id ? -1 : a.load_id > b.load_id ? 1 : 0;
}

export class SortedIds {
  #items: Keyed[];
  readonly #direction: Direction;

  constructor(items: Keyed[], direction: Direction, sorted = false) {
    this.#direction = direction;
    this.#items = sorted ? items : items.sort((a, b) => compareKeyed(a, b, direction));
  }

  get items(): readonly Keyed[] {
    return this.#items;
  }
  get length(): number {
    return this.#items.length;
  }

  insert(item: Keyed): void {
    this.#items.splice(this.#position(item), 0, item);
  }

  /** Takes out an item that was put in with exactly this key and tie. */
  remove(item: Keyed): void {
    const at = this.#position(item);
    if (this.#items[at]?.load_id === item.load_id) this.#items.splice(at, 1);
  }

  #position(item: Keyed): number {
    let [low, high] = [0, this.#items.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareKeyed(this.#items[middle] as Keyed, item, this.#direction) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
