/**
 * The stream's `event: monitors`, handed on to whoever keeps monitors. It carries no id, so what a browser missed while
 * the stream was away is not sent again: each new stream is a gap, after which the list has to be read.
 */
import type { BoardMonitor } from '@waypost/contract/api/monitors';

export interface MonitorFeedListener {
  /** Monitors that have changed, whole. */
  readonly onItems: (items: readonly BoardMonitor[]) => void;
  /** A stream has opened: whatever was read before it may be old. */
  readonly onOpened: () => void;
}

export class MonitorFeed {
  readonly #listeners = new Set<MonitorFeedListener>();
  #opened = false;

  /** True once a stream has been open. */
  get opened(): boolean {
    return this.#opened;
  }

  subscribe(listener: MonitorFeedListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  publishItems(items: readonly BoardMonitor[]): void {
    for (const listener of this.#listeners) listener.onItems(items);
  }

  publishOpened(): void {
    this.#opened = true;
    for (const listener of this.#listeners) listener.onOpened();
  }
}
