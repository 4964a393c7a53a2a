/**
 * Half-made things on this computer, one for each person and name: they survive a reload, a sign-in and an error. What cannot be
 * read, or is of another shape, is as if it were not there. Never put a secret here.
 */
import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { z } from 'zod';

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Drafts older than this are let go. */
const KEPT_MS = 30 * 86_400_000;

interface DraftStoreSetup<T> {
  /** Null: this browser keeps nothing. */
  readonly storage: DraftStorage | null;
  /** What is kept: `invitation_draft`. */
  readonly kind: string;
  /** Subject of the session: people who share a computer do not share drafts. */
  readonly person: string;
  readonly schema: z.ZodType<T>;
  readonly now: () => number;
}

export interface StoredDraft<T> {
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
  entry(name: string): StoredDraft<T> | null {
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

  #isOld({ saved_at }: StoredDraft<T>): boolean {
    return this.#setup.now() - saved_at > KEPT_MS;
  }

  #entry(key: string): StoredDraft<T> | null {
    const { storage, schema } = this.#setup;
    try {
      const text = storage?.getItem(key);
      const parsed = text
        ? z.object({ saved_at: z.number(), value: schema }).safeParse(JSON.parse(text))
        : null;
      return parsed?.success ? (parsed.data as StoredDraft<T>) : null;
    } catch {
      return null;
    }
  }

  #key(name: string): string {
    return `waypost.${this.#setup.kind}.${this.#setup.person}/${name}`;
  }
}

interface PersistedDraftSetup<T> {
  readonly drafts: Pick<DraftStore<T>, 'write' | 'remove' | 'sweep'>;
  readonly name: string;
  /** Another object whenever something in it has changed. */
  readonly value: T;
  /** False while it is as it began: that is not worth keeping. */
  readonly changed: boolean;
  /** True when it began from what was kept. */
  readonly stored: boolean;
}

export interface Kept<T> {
  /** `fresh`: as it began; `kept`: on this computer; `lost`: this browser keeps nothing. */
  readonly keeping: 'fresh' | 'kept' | 'lost';
  /** At once: what must be known after a crash of the page. */
  readonly write: (value: T) => void;
  /** Back to the beginning: what was kept is gone. */
  readonly forget: () => void;
  /** It has become what it was a draft of: nothing is kept any more, whatever still changes here. */
  readonly end: () => void;
}

/** Typing must not wait for the disk. */
const WRITE_AFTER_MS = 250;

/** Keeps what is made on this page: soon after each change, and at once when the page is left. */
export function usePersistedDraft<T>(setup: PersistedDraftSetup<T>): Kept<T> {
  const { drafts, name, value, changed, stored } = setup;
  const [written, setWritten] = useState<boolean | null>(stored ? true : null);
  const over = useRef(false);
  const write = (now: T) => {
    if (!over.current) setWritten(drafts.write(name, now));
  };
  const soon = useEffectEvent(write);
  useEffect(() => {
    if (!changed) return;
    const timer = setTimeout(() => soon(value), WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value, changed]);
  const leave = useEffectEvent(() => {
    if (changed && !over.current) drafts.write(name, value);
  });
  useEffect(() => {
    drafts.sweep();
    return () => leave();
  }, [drafts]);
  useWindowEvent('pagehide', () => leave());
  return {
    keeping: written === null ? 'fresh' : written ? 'kept' : 'lost',
    write,
    forget: () => {
      drafts.remove(name);
      setWritten(null);
    },
    end: () => {
      over.current = true;
      drafts.remove(name);
    },
  };
}

export type TabDrafts<T> = Readonly<Record<string, T>>;

/** With null it forgets the one. */
type PutDraft<T> = (id: string, draft: T | null) => void;

/**
 * Half-made things by their id, kept for this tab: nothing typed is lost by an error, a reload, a sign-in or a look at another thing.
 *
 * @param key of the session storage; what is there and of another shape is as if it were not
 * @param schema of one draft; the same at each drawing
 */
export function useTabDrafts<T>(key: string, schema: z.ZodType<T>): readonly [TabDrafts<T>, PutDraft<T>] {
  const [drafts, setDrafts] = useState(() => read(key, schema));
  const put = useCallback<PutDraft<T>>(
    (id, draft) =>
      setDrafts((before) => {
        const { [id]: _, ...others } = before;
        const next = draft === null ? others : { ...others, [id]: draft };
        write(key, next);
        return next;
      }),
    [key],
  );
  return [drafts, put];
}

function read<T>(key: string, schema: z.ZodType<T>): TabDrafts<T> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return z.record(z.string(), schema).safeParse(stored).data ?? {};
  } catch {
    return {};
  }
}

function write(key: string, drafts: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(drafts));
  } catch {
    // A full or forbidden storage: the drafts hold until the page is closed.
  }
}
