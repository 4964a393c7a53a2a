/**
 * Publishes to streams what has changed: gathered for a moment, each thing once however often it changed meanwhile, and never more bytes at a time
 * than a slow reader can take. The other servers of the store are notified which things these were, for their streams.
 */
import { ServerPart } from '../lib/server-part.ts';
import { toIso } from '../lib/time.ts';

interface ThrottledBroadcasterOptions {
  /** Event of the stream, and its data as JSON. */
  readonly send: (event: string, data: string) => void;
  readonly hasListeners: () => boolean;
  /** To other servers: what has changed, by keys of at most 255 characters. Null: there are none. */
  readonly relay: ((event: string, keys: readonly string[]) => void) | null;
}

/** JSON of an item, now or when it is sent; undefined: it is gone. */
type Item = string | (() => string | undefined);

interface PublishOptions {
  /** False: the other servers know it already, or learn of it in another way. */
  readonly relay?: boolean;
  /** False: it may wait for what matters more, such as a truck that only moved. */
  readonly urgent?: boolean;
}

interface Waiting {
  readonly item: Item;
  readonly relay: boolean;
}

interface Lane {
  readonly delayMs: number;
  /** Of one event, in one turn. */
  readonly maxBytes: number;
  readonly waiting: Map<string, Map<string, Waiting>>;
  timer: NodeJS.Timeout | null;
}

const lane = (delayMs: number, maxBytes: number): Lane => ({
  delayMs,
  maxBytes,
  waiting: new Map(),
  timer: null,
});

/** A notification to the other servers holds 8,000 bytes. */
const KEYS_PER_RELAY = 25;
/** Represents all things of an event. */
const ALL = '';

export class ThrottledBroadcaster extends ServerPart<ThrottledBroadcasterOptions> {
  // Half of what an unread stream may hold: the rest goes with the next turn.
  readonly #urgent = lane(100, 512 * 1024);
  readonly #slow = lane(5_000, 64 * 1024);
  #stopped = false;

  /** An item has changed. A later one of the same key takes its place. */
  publish(
    event: string,
    key: string,
    item: Item,
    { relay = true, urgent = true }: PublishOptions = {},
  ): void {
    const relayed = relay && this.options.relay !== null;
    if (this.#stopped || (!relayed && !this.options.hasListeners())) return;
    if (urgent) this.#slow.waiting.get(event)?.delete(key);
    else if (this.#urgent.waiting.get(event)?.has(key)) return;
    const to = urgent ? this.#urgent : this.#slow;
    const items = to.waiting.get(event) ?? new Map<string, Waiting>();
    to.waiting.set(event, items.set(key, { item, relay: relayed }));
    this.#schedule(to);
  }

  /** Something of this kind has changed; whoever shows it reads it again. `at`: ms since 1970. */
  invalidate(event: string, at: number, options: PublishOptions = {}): void {
    this.publish(event, ALL, JSON.stringify({ changed_at: toIso(at) }), options);
  }

  stop(): void {
    this.#stopped = true;
    for (const { timer } of [this.#urgent, this.#slow]) if (timer) clearTimeout(timer);
  }

  #schedule(from: Lane): void {
    from.timer ??= setTimeout(() => {
      from.timer = null;
      for (const [event, items] of from.waiting) {
        this.#send(event, items, from.maxBytes);
        if (items.size === 0) from.waiting.delete(event);
      }
      if (from.waiting.size > 0) this.#schedule(from);
    }, from.delayMs);
  }

  #send(event: string, items: Map<string, Waiting>, maxBytes: number): void {
    const { send, relay, hasListeners } = this.options;
    const listeners = hasListeners();
    const sent: string[] = [];
    const keys: string[] = [];
    let bytes = 0;
    for (const [key, waiting] of items) {
      if (bytes >= maxBytes) break;
      items.delete(key);
      if (waiting.relay) keys.push(key);
      const json = listeners ? jsonOf(waiting.item) : undefined;
      if (json === undefined) continue;
      bytes += json.length;
      if (key === ALL) send(event, json);
      else sent.push(json);
    }
    if (sent.length > 0) send(event, `{"items":[${sent.join(',')}]}`);
    for (let n = 0; n < keys.length; n += KEYS_PER_RELAY) relay?.(event, keys.slice(n, n + KEYS_PER_RELAY));
  }
}

const jsonOf = (item: Item) => (typeof item === 'string' ? item : item());
