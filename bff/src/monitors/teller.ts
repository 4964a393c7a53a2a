/**
 * Tells streams of monitors that have changed: gathered, each once however often it changed, and never more bytes at a time than a slow
 * reader can bear. What matters goes first; a truck that only moved waits.
 */
export interface TellerOptions {
  /** JSON of an item, or undefined when it is gone. */
  readonly json: (id: string) => string | undefined;
  readonly send: (data: string) => void;
  /** False when nobody listens: then nothing is kept either. */
  readonly heard: () => boolean;
  readonly gatherMs?: number;
  readonly slowMs?: number;
}

/** Half of what an unread stream may hold. */
const MOST_BYTES = 512 * 1024;
/** Of those that only moved, in one turn. */
const MOST_MOVED_BYTES = 64 * 1024;

export class Teller {
  readonly #options: TellerOptions;
  readonly #changed = new Set<string>();
  readonly #moved = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #slow: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: TellerOptions) {
    this.#options = options;
  }

  changed(id: string): void {
    this.#moved.delete(id);
    this.#changed.add(id);
    if (this.#timer || this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#tell(this.#changed, MOST_BYTES);
      const [next] = this.#changed;
      if (next !== undefined) this.changed(next);
    }, this.#options.gatherMs ?? 100);
  }

  moved(id: string): void {
    if (this.#changed.has(id)) return;
    this.#moved.add(id);
    if (this.#slow || this.#stopped) return;
    this.#slow = setTimeout(() => {
      this.#slow = null;
      this.#tell(this.#moved, MOST_MOVED_BYTES);
      const [next] = this.#moved;
      if (next !== undefined) this.moved(next);
    }, this.#options.slowMs ?? 5_000);
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#slow) clearTimeout(this.#slow);
  }

  #tell(ids: Set<string>, most: number): void {
    if (!this.#options.heard()) {
      ids.clear();
      return;
    }
    const items: string[] = [];
    let bytes = 0;
    for (const id of ids) {
      if (bytes >= most) break;
      ids.delete(id);
      const json = this.#options.json(id);
      if (json === undefined) continue;
      items.push(json);
      bytes += json.length;
    }
    if (items.length > 0) this.#options.send(`{"items":[${items.join(',')}]}`);
  }
}
