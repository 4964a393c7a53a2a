/**
 * Tells streams what has changed, gathered for a moment, each thing once however often it changed meanwhile; and tells the other servers
 * of one store which things these were, so that they tell theirs.
 */
export interface AnnouncerOptions {
  /** Event of the stream, and its data as JSON. */
  readonly send: (event: string, data: string) => void;
  /** False when nobody listens here. */
  readonly heard: () => boolean;
  /** To other servers: what has changed, by keys of at most 255 characters. Null: there are none. */
  readonly relay: ((event: string, keys: readonly string[]) => void) | null;
  readonly gatherMs?: number;
}

/** Half of what an unread stream may hold: what is more goes with the next turn. */
const MOST_BYTES = 512 * 1024;
/** A word to the other servers holds 8,000 bytes. */
const KEYS_A_WORD = 25;
/** Stands for all of an event's things. */
export const ALL = '';

interface Waiting {
  readonly json: string;
  readonly relayed: boolean;
}

export class Announcer {
  readonly #options: AnnouncerOptions;
  readonly #waiting = new Map<string, Map<string, Waiting>>();
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  /** An item that has changed here, as JSON. A later one of the same key takes its place. */
  item(event: string, key: string, json: string): void {
    this.#add(event, key, { json, relayed: this.#options.relay !== null });
  }

  /** That something has changed here, without saying what. */
  word(event: string, now: number): void {
    this.#add(event, ALL, { json: changedAt(now), relayed: this.#options.relay !== null });
  }

  /** The same, of what another server has said. */
  heardItem(event: string, key: string, json: string): void {
    this.#add(event, key, { json, relayed: false });
  }

  heardWord(event: string, now: number): void {
    this.#add(event, ALL, { json: changedAt(now), relayed: false });
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #add(event: string, key: string, waiting: Waiting): void {
    if (!this.#options.heard() && !waiting.relayed) return;
    const items = this.#waiting.get(event) ?? new Map<string, Waiting>();
    this.#waiting.set(event, items);
    items.set(key, waiting);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer || this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      for (const [event, items] of this.#waiting) this.#send(event, items);
      if (this.#waiting.size > 0) this.#schedule();
    }, this.#options.gatherMs ?? 100);
  }

  #send(event: string, items: Map<string, Waiting>): void {
    const { send, relay } = this.#options;
    const [sent, keys]: [string[], string[]] = [[], []];
    let bytes = 0;
    for (const [key, { json, relayed }] of items) {
      if (bytes >= MOST_BYTES) break;
      items.delete(key);
      if (relayed) keys.push(key);
      if (key === ALL) send(event, json);
      else sent.push(json);
      bytes += json.length;
    }
    if (sent.length > 0) send(event, `{"items":[${sent.join(',')}]}`);
    for (let n = 0; n < keys.length; n += KEYS_A_WORD) relay?.(event, keys.slice(n, n + KEYS_A_WORD));
    if (items.size === 0) this.#waiting.delete(event);
  }
}

const changedAt = (now: number) => JSON.stringify({ changed_at: new Date(now).toISOString() });
