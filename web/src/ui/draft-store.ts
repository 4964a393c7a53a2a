/** Drafts in local storage, by person and name. Unreadable drafts are ignored. Never store secrets here. */
import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { z } from 'zod';

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const MAX_AGE_MS = 30 * 86_400_000;

interface DraftStoreSetup<T> {
  /** Null when the browser has no storage. */
  readonly storage: DraftStorage | null;
  /** Namespace in storage: `invitation_draft`. */
  readonly kind: string;
  /** Subject of the session, because people who share a computer must not share drafts. */
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

  /** Null when there is no draft, or it is older than a month. */
  read(name: string): T | null {
    return this.entry(name)?.value ?? null;
  }

  /** `read` with the time of saving. */
  entry(name: string): StoredDraft<T> | null {
    const entry = this.#entry(this.#key(name));
    return entry && this.#isOld(entry) ? null : entry;
  }

  /** False when the browser did not store it; the page must then not claim that it is saved. */
  write(name: string, value: T): boolean {
    const { storage, now } = this.#setup;
    try {
      if (!storage) return false;
      storage.setItem(this.#key(name), JSON.stringify({ saved_at: now(), value }));
      return true;
    } catch {
      // Full storage: the older state must not be restored instead.
      this.remove(name);
      return false;
    }
  }

  remove(name: string): void {
    try {
      this.#setup.storage?.removeItem(this.#key(name));
    } catch {
      // Storage is forbidden, so nothing is stored.
    }
  }

  /** Deletes this person's drafts of this kind that are older than a month. */
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
      // Storage is forbidden.
    }
  }

  #isOld({ saved_at }: StoredDraft<T>): boolean {
    return this.#setup.now() - saved_at > MAX_AGE_MS;
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
  /** Must be another object after every change. */
  readonly value: T;
  /** False while unchanged, when saving is pointless. */
  readonly changed: boolean;
  /** True when the initial value was a stored draft. */
  readonly stored: boolean;
}

export interface PersistedDraft<T> {
  /** `unavailable`: the browser cannot save drafts. */
  readonly save_state: 'unchanged' | 'saved' | 'unavailable';
  /** Saves immediately; for state that must survive a crash. */
  readonly write: (value: T) => void;
  /** Deletes the stored draft; later changes are saved again. */
  readonly discard: () => void;
  /** Deletes the stored draft after it was submitted; later changes are not saved. */
  readonly complete: () => void;
}

/** Debounce, so that typing does not wait for storage. */
const SAVE_DELAY_MS = 250;

/** Saves a draft shortly after each change, and immediately when the page is left. */
export function usePersistedDraft<T>(setup: PersistedDraftSetup<T>): PersistedDraft<T> {
  const { drafts, name, value, changed, stored } = setup;
  const [saved, setSaved] = useState<boolean | null>(stored ? true : null);
  const completed = useRef(false);
  const write = (now: T) => {
    if (!completed.current) setSaved(drafts.write(name, now));
  };
  const saveDelayed = useEffectEvent(write);
  useEffect(() => {
    if (!changed) return;
    const timer = setTimeout(() => saveDelayed(value), SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [value, changed]);
  const saveOnLeave = useEffectEvent(() => {
    if (changed && !completed.current) drafts.write(name, value);
  });
  useEffect(() => {
    drafts.sweep();
    return () => saveOnLeave();
  }, [drafts]);
  useWindowEvent('pagehide', () => saveOnLeave());
  return {
    save_state: saved === null ? 'unchanged' : saved ? 'saved' : 'unavailable',
    write,
    discard: () => {
      drafts.remove(name);
      setSaved(null);
    },
    complete: () => {
      completed.current = true;
      drafts.remove(name);
    },
  };
}

export type TabDrafts<T> = Readonly<Record<string, T>>;

/** Null deletes the draft. */
type PutDraft<T> = (id: string, draft: T | null) => void;

/**
 * Drafts by id in the session storage of this tab: they survive an error, a reload, a sign-in and switching between
 * items. Invalid stored values are ignored.
 * @param key in the session storage
 * @param schema of one draft; must be the same object on every render
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
    // Full or forbidden storage: the drafts last until the page is closed.
  }
}
