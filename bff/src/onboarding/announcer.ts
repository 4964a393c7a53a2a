/** Tells streams what has changed, gathered for a moment, each thing once however often it changed meanwhile. */
export interface AnnouncerOptions {
  /** Event of the stream, and its data as JSON. */
  readonly send: (event: string, data: string) => void;
  /** False when nobody listens: then nothing is kept either. */
  readonly heard: () => boolean;
  readonly gatherMs?: number;
}

/** Half of what an unread stream may hold: what is more goes with the next turn. */
const MOST_BYTES = 512 * 1024;

export class Announcer {
  readonly #options: AnnouncerOptions;
  readonly #waiting = new Map<string, Map<string, string>>();
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  /** An item that has changed, as JSON. A later one of the same key takes its place. */
  item(event: string, key: string, json: string): void {
    if (!this.#options.heard()) return;
    const items = this.#waiting.get(event) ?? new Map<string, string>();
    this.#waiting.set(event, items);
    items.set(key, json);
    this.#schedule();
  }

  /** That something has changed, without saying what. */
  word(event: string, now: number): void {
    if (!this.#options.heard()) return;
    this.#waiting.set(event, new Map([['', JSON.stringify({ changed_at: new Date(now).toISOString() })]]));
    this.#schedule();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#timer || this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      for (const [event, items] of this.#waiting) this.#send(event, items);
      if (this.#waiting.size > 0) this.#schedule();
    }, this.#options.gatherMs ?? 100);
  }

  #send(event: string, items: Map<string, string>): void {
    const word = items.get('');
    if (word !== undefined) this.#options.send(event, word);
    items.delete('');
    const sent: string[] = [];
    let bytes = 0;
    for (const [key, json] of items) {
      if (bytes >= MOST_BYTES) break;
      items.delete(key);
      sent.push(json);
      bytes += json.length;
    }
    if (sent.length > 0) this.#options.send(event, `{"items":[${sent.join(',')}]}`);
    if (items.size === 0) this.#waiting.delete(event);
  }
}
