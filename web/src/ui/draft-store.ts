/**
 * Drafts of one kind and person, by name: in memory for the page, and in the browser's storage so that they survive a reload, a sign-in
 * and a new version. Unreadable and month-old drafts are dropped. Never put secrets here.
 */
import { z } from 'zod';
import { Signal } from './signal.ts';

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const MAX_AGE_MS = 30 * 86_400_000;
/** Typing must not wait for storage. */
const SAVE_DELAY_MS = 250;

interface DraftStoreSetup<T> {
  /** Null when the browser has no storage; drafts then last until the page is closed. */
  readonly storage: DraftStorage | null;
  /** Namespace in storage: `invitation_draft`. */
  readonly kind: string;
  /** Subject of the session, because people who share a computer must not share drafts. */
  readonly person: string;
  readonly schema: z.ZodType<T>;
  /** What of it is stored, such as all but secrets; by default everything. */
  readonly toStored?: ((value: T) => T) | undefined;
  readonly now: () => number;
}

export interface StoredDraft<T> {
  /** Milliseconds since 1970. */
  readonly saved_at: number;
  readonly value: T;
}

/** `unavailable`: the browser cannot store it. */
export type SaveState = 'unchanged' | 'saved' | 'unavailable';

export class DraftStore<T> {
  readonly #setup: DraftStoreSetup<T>;
  readonly #changes = new Signal();
  readonly #states = new Map<string, SaveState>();
  readonly #unsaved = new Set<string>();
  #drafts: ReadonlyMap<string, StoredDraft<T>>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(setup: DraftStoreSetup<T>) {
    this.#setup = setup;
    this.#drafts = this.#load();
    for (const name of this.#drafts.keys()) this.#states.set(name, 'saved');
  }

  readonly subscribe = this.#changes.subscribe;

  /** The same object until a draft or its save state changes. */
  readonly all = (): ReadonlyMap<string, StoredDraft<T>> => this.#drafts;

  read(name: string): T | null {
    return this.#drafts.get(name)?.value ?? null;
  }

  state(name: string): SaveState {
    return this.#states.get(name) ?? 'unchanged';
  }

  /** Changes the draft now and stores it soon. */
  put(name: string, value: T): void {
    this.#set(name, value);
    this.#unsaved.add(name);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.flush, SAVE_DELAY_MS);
    this.#changes.emit();
  }

  /** @returns false when the browser did not store it; the page must then not claim that it is saved */
  write(name: string, value: T): boolean {
    this.#set(name, value);
    this.#save(name);
    this.#changes.emit();
    return this.#states.get(name) === 'saved';
  }

  remove(name: string): void {
    this.#drafts = new Map([...this.#drafts].filter(([one]) => one !== name));
    this.#states.delete(name);
    this.#unsaved.delete(name);
    this.#erase(name);
    this.#changes.emit();
  }

  /**
   * Takes over what another tab has stored or removed.
   * @param key of the storage event
   * @returns whether it is that of this draft
   */
  follow(name: string, key: string | null): boolean {
    if (key !== this.#key(name)) return false;
    const drafts = new Map(this.#drafts);
    const stored = this.#load().get(name);
    this.#unsaved.delete(name);
    if (stored) this.#states.set(name, 'saved');
    else this.#states.delete(name);
    if (stored) drafts.set(name, stored);
    else drafts.delete(name);
    this.#drafts = drafts;
    this.#changes.emit();
    return true;
  }

  /** Stores what waits to be stored: called when the page or the form is left. */
  readonly flush = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#unsaved.size === 0) return;
    for (const name of this.#unsaved) this.#save(name);
    this.#drafts = new Map(this.#drafts);
    this.#changes.emit();
  };

  #set(name: string, value: T): void {
    this.#drafts = new Map(this.#drafts).set(name, { saved_at: this.#setup.now(), value });
  }

  #save(name: string): void {
    this.#unsaved.delete(name);
    try {
      const { storage, toStored } = this.#setup;
      const draft = this.#drafts.get(name);
      if (!storage || !draft) throw new Error('no storage');
      const value = toStored ? toStored(draft.value) : draft.value;
      storage.setItem(this.#key(name), JSON.stringify({ ...draft, value }));
      this.#states.set(name, 'saved');
    } catch {
      // Full storage: the older state must not be restored instead.
      this.#erase(name);
      this.#states.set(name, 'unavailable');
    }
  }

  #erase(name: string): void {
    try {
      this.#setup.storage?.removeItem(this.#key(name));
    } catch {
      // Storage is forbidden, so nothing is stored.
    }
  }

  #load(): ReadonlyMap<string, StoredDraft<T>> {
    const { storage, schema, now } = this.#setup;
    const entry = z.object({ saved_at: z.number(), value: schema });
    const drafts = new Map<string, StoredDraft<T>>();
    try {
      const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '');
      for (const key of keys) {
        if (!key.startsWith(this.#key(''))) continue;
        const { data } = entry.safeParse(parsed(storage?.getItem(key)));
        if (data && now() - data.saved_at <= MAX_AGE_MS)
          drafts.set(key.slice(this.#key('').length), data as StoredDraft<T>);
        else storage?.removeItem(key);
      }
    } catch {
      // Storage is forbidden.
    }
    return drafts;
  }

  #key(name: string): string {
    return `waypost.${this.#setup.kind}.${this.#setup.person}/${name}`;
  }
}

function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Storage of this tab; null when the browser has none. */
export function tabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}
