/**
 * Half-made things on this computer, one for each person and name: they survive a reload, a sign-in and an error. What cannot be
 * read, or is of another shape, is as if it were not there. Never put a secret here.
 */
import { z } from 'zod';

export type DraftStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Drafts older than this are let go. */
const KEPT_MS = 30 * 86_400_000;

export interface DraftStoreSetup<T> {
  /** Null: this browser keeps nothing. */
  readonly storage: DraftStorage | null;
  /** What is kept: `invitation_draft`. */
  readonly kind: string;
  /** Subject of the session: people who share a computer do not share drafts. */
  readonly person: string;
  readonly schema: z.ZodType<T>;
  readonly now: () => number;
}

export interface Kept<T> {
  /** Milliseconds since 1970. */
  readonly saved_at: number;
  readonly value: T;
}

export class DraftStore<T> {
  readonly #setup: DraftStoreSetup<T>;

  constructor(setup: DraftStoreSetup<T>) {
    this.#setup = setup;
  }

  /** Null: none, or none that anybody has touched for a month. */
  read(name: string): T | null {
    return this.entry(name)?.value ?? null;
  }

  /** What `read` gives, and since when. */
  entry(name: string): Kept<T> | null {
    const entry = this.#entry(this.#key(name));
    return entry && this.#isOld(entry) ? null : entry;
  }

  /** False when this browser does not keep it: the page then must not say that it does. */
  write(name: string, value: T): boolean {
    const { storage, now } = this.#setup;
    try {
      if (!storage) return false;
      storage.setItem(this.#key(name), JSON.stringify({ saved_at: now(), value }));
      return true;
    } catch {
      // Full: an older state of it must not come back as if it were this one.
      this.remove(name);
      return false;
    }
  }

  remove(name: string): void {
    try {
      this.#setup.storage?.removeItem(this.#key(name));
    } catch {
      // A forbidden storage keeps nothing.
    }
  }

  /** Lets go of this person's drafts of this kind that nobody has touched for a month. */
  sweep(): void {
    const { storage } = this.#setup;
    try {
      const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '');
      for (const key of keys) {
        if (!key.startsWith(this.#key(''))) continue;
        const entry = this.#entry(key);
        if (!entry || this.#isOld(entry)) storage?.removeItem(key);
      }
    } catch {
      // See above.
    }
  }

  #isOld({ saved_at }: Kept<T>): boolean {
    return this.#setup.now() - saved_at > KEPT_MS;
  }

  #entry(key: string): Kept<T> | null {
    const { storage, schema } = this.#setup;
    try {
      const text = storage?.getItem(key);
      const parsed = text
        ? z.object({ saved_at: z.number(), value: schema }).safeParse(JSON.parse(text))
        : null;
      return parsed?.success ? (parsed.data as Kept<T>) : null;
    } catch {
      return null;
    }
  }

  #key(name: string): string {
    return `waypost.${this.#setup.kind}.${this.#setup.person}/${name}`;
  }
}

export function browserStorage(): DraftStorage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
