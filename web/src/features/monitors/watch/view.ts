/** The list as it is shown: in order, calm, and still while the pointer is in it; what waits is counted. */
import { type ListQuery, type MonitorSource, type Selected, type ShowCounts, select } from './query.ts';

export interface ViewSnapshot {
  readonly ids: readonly string[];
  readonly counts: ShowCounts;
  /** Monitors that would come or go if the list were not held. */
  readonly waiting: number;
}

interface WatchedSource extends MonitorSource {
  subscribe(listener: () => void): () => void;
}

export class MonitorView {
  readonly #source: WatchedSource;
  readonly #schedule: (refresh: () => void) => void;
  readonly #listeners = new Set<() => void>();
  #query: ListQuery;
  #snapshot: ViewSnapshot;
  #held = false;
  #scheduled = false;

  constructor(source: WatchedSource, query: ListQuery, schedule: (refresh: () => void) => void) {
    this.#source = source;
    this.#query = query;
    this.#schedule = schedule;
    this.#snapshot = { ...select(source, query), waiting: 0 };
  }

  /** Begins to follow the source; the answer ends it. */
  start(): () => void {
    this.#publish();
    return this.#source.subscribe(() => this.#later());
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly snapshot = (): ViewSnapshot => this.#snapshot;

  /** The person asked for it, so it shows at once, held or not. */
  setQuery(query: ListQuery): void {
    const same =
      query.show === this.#query.show && query.q === this.#query.q && query.sort === this.#query.sort;
    this.#query = query;
    if (!same) this.#publish();
  }
  hold(): void {
    this.#held = true;
  }
  release(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#publish();
  }
  /** Shows what waits, and goes on holding. */
  catchUp(): void {
    this.#publish();
  }

  #later(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => {
      this.#scheduled = false;
      // The first rows ever are shown, wherever the pointer happens to be.
      if (this.#held && this.#snapshot.ids.length > 0) this.#wait();
      else this.#publish();
    });
  }

  #publish(): void {
    const next = select(this.#source, this.#query);
    const { ids, counts, waiting } = this.#snapshot;
    if (waiting === 0 && sameList(ids, next.ids) && sameCounts(counts, next.counts)) return;
    this.#tell({ ids: sameList(ids, next.ids) ? ids : next.ids, counts: next.counts, waiting: 0 });
  }

  #wait(): void {
    const next: Selected = select(this.#source, this.#query);
    const [shown, wanted] = [new Set(this.#snapshot.ids), new Set(next.ids)];
    const came = next.ids.filter((id) => !shown.has(id)).length;
    const went = this.#snapshot.ids.filter((id) => !wanted.has(id)).length;
    this.#tell({ ...this.#snapshot, counts: next.counts, waiting: came + went });
  }

  #tell(snapshot: ViewSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}

const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, at) => id === b[at]);
const sameCounts = (a: ShowCounts, b: ShowCounts) =>
  (Object.keys(a) as (keyof ShowCounts)[]).every((key) => a[key] === b[key]);
