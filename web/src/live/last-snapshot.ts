/**
 * The list as it was last read, kept by the browser for the next visit: shown at once, with its age, until the server has answered.
 * One for a person; whoever signs out, or whose session has ended, leaves nothing behind. Only what the list itself holds, as the
 * server sent it; nothing that opens a door. The browser writes it from the network to its store without the page's main thread.
 */

const CACHE_NAME = 'waypost-last-snapshot';
/** Larger lists would fill the person's disk, and take longer to write than to read anew. */
const MOST_LOADS = 20_000;

export interface SnapshotOptions {
  /** Null where the browser keeps nothing: an address that is not secure, or a private window. */
  readonly caches: Pick<CacheStorage, 'open' | 'delete'> | null;
  /** Reads the list anew, in the background. */
  readonly read: () => Promise<Response>;
}

export class LastSnapshot {
  readonly #options: SnapshotOptions;
  /** Grows with every clearing: what was on its way then must not be kept. */
  #cleared = 0;

  constructor(options: SnapshotOptions) {
    this.#options = options;
  }

  /** Null when there is none of this person. Never rejects. */
  async of(sub: string): Promise<Response | null> {
    try {
      const cache = await this.#options.caches?.open(CACHE_NAME);
      return (await cache?.match(addressOf(sub))) ?? null;
    } catch {
      return null;
    }
  }

  /** Keeps the list as it is now, in place of any other person's. Never rejects: the next visit is only slower. */
  async keep(sub: string, loads: number): Promise<void> {
    const { caches, read } = this.#options;
    if (!caches || loads > MOST_LOADS) return;
    const cleared = this.#cleared;
    try {
      const answer = await read();
      if (cleared !== this.#cleared) return;
      await caches.delete(CACHE_NAME);
      const cache = await caches.open(CACHE_NAME);
      await cache.put(addressOf(sub), answer);
      if (cleared !== this.#cleared) await caches.delete(CACHE_NAME);
    } catch {
      // A full disk, a lost network: what was there may be gone, and is not needed.
    }
  }

  async clear(): Promise<void> {
    this.#cleared += 1;
    await this.#options.caches?.delete(CACHE_NAME).catch(() => false);
  }
}

/** No address of the server: nothing can ask for it but this file. */
function addressOf(sub: string): string {
  return `/last-snapshot/${encodeURIComponent(sub)}`;
}
