/** What this browser knows of the server's copy of a person's settings, and what it still owes. */
import { preferencesChange } from '@waypost/contract/api/preferences';
import { z } from 'zod';

const KEY = 'waypost.prefs_kept';

const schema = z.object({
  /** Whose settings this browser has. */
  sub: z.string(),
  /** Version of the server's copy; null: never read. */
  version: z.number().nullable(),
  /** Chosen here and not on the server yet. */
  pending: preferencesChange.catch({}),
  /** What the server had of those when they were chosen. */
  base: z.record(z.string(), z.unknown()).catch({}),
});
export type Kept = z.infer<typeof schema>;

export type KeptStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Read anew each time: another tab writes the same. */
export class KeptStore {
  readonly #storage: KeptStorage | null;
  #memory: Kept | null = null;

  constructor(storage: KeptStorage | null) {
    this.#storage = storage;
  }

  get(): Kept | null {
    try {
      const parsed = schema.safeParse(JSON.parse(this.#storage?.getItem(KEY) ?? 'null'));
      return parsed.success ? parsed.data : this.#memory;
    } catch {
      return this.#memory;
    }
  }

  set(kept: Kept): void {
    this.#memory = kept;
    try {
      this.#storage?.setItem(KEY, JSON.stringify(kept));
    } catch {
      // A full or forbidden storage: it holds until the page is closed.
    }
  }
}
