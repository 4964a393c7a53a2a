/**
 * Publishes changes to the event streams: collected briefly, each item once however often it changed, and never more bytes at a time
 * than a slow reader can take. The other servers are notified which items changed, for their own streams.
 */
import type { StreamEvent } from '@waypost/contract/api/stream-events';
import { chunksOf } from '../../platform/lib/chunks.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';

interface ThrottledBroadcasterOptions {
  /** Event name, and its data as JSON. */
  readonly send: (event: StreamEvent, data: string) => void;
  readonly hasListeners: () => boolean;
  /** Notifies the other servers which keys (at most 255 characters each) changed. Null: there are none. */
  readonly relay: ((event: StreamEvent, keys: readonly string[]) => void) | null;
}

/** JSON of an item, or a function evaluated when it is sent; undefined: the item no longer exists. */
type Item = string | (() => string | undefined);

interface PublishOptions {
  /** False: the other servers know it already, or learn of it in another way. */
  readonly relay?: boolean;
  /** False: more important changes are sent first, for example before a new truck position. */
  readonly urgent?: boolean;
}

interface PendingItem {
  readonly item: Item;
  readonly relay: boolean;
}

interface Lane {
  readonly delayMs: number;
  readonly maxBytes: number;
  readonly pending: Map<StreamEvent, Map<string, PendingItem>>;
  timer: NodeJS.Timeout | null;
}

const lane = (delayMs: number, maxBytes: number): Lane => ({
  delayMs,
  maxBytes,
  pending: new Map(),
  timer: null,
});

/** A notification to the other servers is limited to 8,000 bytes. */
const KEYS_PER_RELAY = 25;
/** Key that represents all items of an event. */
const ALL = '';

export class ThrottledBroadcaster extends ServerPart<ThrottledBroadcasterOptions> {
  // Half of the unread data that a stream may hold: the rest follows with the next send.
  readonly #urgent = lane(100, 512 * 1024);
  readonly #slow = lane(5_000, 64 * 1024);
  #stopped = false;

  /** Publishes a changed item. A later change with the same key replaces it. */
  publish(
    event: StreamEvent,
    key: string,
    item: Item,
    { relay = true, urgent = true }: PublishOptions = {},
  ): void {
    const relayed = relay && this.options.relay !== null;
    if (this.#stopped || (!relayed && !this.options.hasListeners())) return;
    if (urgent) this.#slow.pending.get(event)?.delete(key);
    else if (this.#urgent.pending.get(event)?.has(key)) return;
    const to = urgent ? this.#urgent : this.#slow;
    const items = to.pending.get(event) ?? new Map<string, PendingItem>();
    to.pending.set(event, items.set(key, { item, relay: relayed }));
    this.#schedule(to);
  }

  /** Notifies pages that something of this kind changed, so that they read it again. `at`: ms since 1970. */
  invalidate(event: StreamEvent, at: number, options: PublishOptions = {}): void {
    this.publish(event, ALL, JSON.stringify({ changed_at: toIso(at) }), options);
  }

  stop(): void {
    this.#stopped = true;
    for (const { timer } of [this.#urgent, this.#slow]) if (timer) clearTimeout(timer);
  }

  #schedule(from: Lane): void {
    from.timer ??= setTimeout(() => {
      from.timer = null;
      for (const [event, items] of from.pending) {
        this.#send(event, items, from.maxBytes);
        if (items.size === 0) from.pending.delete(event);
      }
      if (from.pending.size > 0) this.#schedule(from);
    }, from.delayMs);
  }

  #send(event: StreamEvent, items: Map<string, PendingItem>, maxBytes: number): void {
    const { send, relay, hasListeners } = this.options;
    const listeners = hasListeners();
    const sent: string[] = [];
    const keys: string[] = [];
    let bytes = 0;
    for (const [key, pending] of items) {
      if (bytes >= maxBytes) break;
      items.delete(key);
      if (pending.relay) keys.push(key);
      const json = listeners ? jsonOf(pending.item) : undefined;
      if (json === undefined) continue;
      bytes += json.length;
      if (key === ALL) send(event, json);
      else sent.push(json);
    }
    if (sent.length > 0) send(event, `{"items":[${sent.join(',')}]}`);
    for (const some of chunksOf(keys, KEYS_PER_RELAY)) relay?.(event, some);
  }
}

const jsonOf = (item: Item) => (typeof item === 'string' ? item : item());
