/** Times of the last reads, saved separately because an unchanged response is no change of the board. */

import { monotonicNow } from '../../platform/lib/clocks.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import { readTimesSince, saveReadTimes } from '../../platform/store/watched-loads.ts';
import type { Entry } from './entry.ts';

const SAVE_INTERVAL_MS = 10_000;
/** Each stream that opens asks for the span, which takes a look at every load: after a restart that was most of the work. */
const SPAN_AGE_MS = 1_000;

export class ReadTimes {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #unsaved = new Map<string, number>();
  #savedAt: number;
  #span: ReadSpan = { oldest: null, newest: null };
  #spanAt = Number.NEGATIVE_INFINITY;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
    this.#savedAt = monotonicNow();
  }

  set(load_id: string): void {
    this.#unsaved.set(load_id, this.#now());
  }

  /** Drops a time that was saved with a change, or whose load is no longer watched. */
  delete(load_id: string): void {
    this.#unsaved.delete(load_id);
  }

  /** Applies times that another server has saved since `after` (ms). */
  async applyTo(entries: ReadonlyMap<string, Entry>, after: number): Promise<void> {
    for (const { load_id, read_at } of await readTimesSince(this.#db, after)) {
      const entry = entries.get(load_id);
      if (!entry || read_at === null || Date.parse(entry.item.read_at ?? '') >= read_at) continue;
      entry.item = { ...entry.item, read_at: toIso(read_at) };
    }
  }

  /** At most a second old. */
  spanOf(entries: ReadonlyMap<string, Entry>): ReadSpan {
    if (monotonicNow() - this.#spanAt >= SPAN_AGE_MS) {
      this.#span = readSpan(entries.values());
      this.#spanAt = monotonicNow();
    }
    return this.#span;
  }

  async saveWhenDue(): Promise<void> {
    if (monotonicNow() - this.#savedAt >= SAVE_INTERVAL_MS) await this.save();
  }

  async save(): Promise<void> {
    this.#savedAt = monotonicNow();
    if (this.#unsaved.size === 0) return;
    const reads = new Map(this.#unsaved);
    this.#unsaved.clear();
    await saveReadTimes(this.#db, reads);
  }
}

export interface ReadSpan {
  /** Time of the least recent successful read; null when some load was never read, or there is none. */
  readonly oldest: string | null;
  /** Time of the most recent successful read; null: none. */
  readonly newest: string | null;
}

function readSpan(entries: Iterable<Entry>): ReadSpan {
  let oldest: string | null = null;
  let newest: string | null = null;
  let unread = false;
  for (const { item } of entries) {
    const { read_at, read_error } = item;
    if (read_at === null) unread ||= read_error === null;
    else {
      if (oldest === null || read_at < oldest) oldest = read_at;
      if (newest === null || read_at > newest) newest = read_at;
    }
  }
  return { oldest: unread ? null : oldest, newest };
}
