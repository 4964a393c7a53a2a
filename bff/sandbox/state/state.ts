/**
 * The state file (SANDBOX_STATE): posted, changed and sign-in data survive a restart, even after SIGKILL. Usage:
 *
 *   const changed = state.register('fuel', { save: () => plainData, load: (plainData) => { ... } });
 *   ...; changed();   // after each change; written 200 ms later, or less often when serializing is slow
 *
 * - `load` is called once inside `register` if the file has data under that name. Data must be JSON.
 * - Store times as wall-clock milliseconds, never as world time, because the world may have started anew.
 * - Only changed parts are serialized again; the file is replaced by a rename, so that a reader never sees half a file.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '../config.ts';
import type { Events, SavedEvents } from '../events/events.ts';
import { type Keys, makeKeys } from '../identity/keys.ts';
import type { IdentityStore } from '../identity/store.ts';
import type { Monitors, SavedMonitors } from '../monitors/monitors.ts';
import type { Timers } from '../timers.ts';

export interface Store {
  readonly save: () => unknown;
  readonly load: (saved: never) => void;
}

interface Part {
  readonly store: Store;
  /** JSON as last serialized; null after a change. */
  text: string | null;
}

const FORMAT = 1;
export const WRITE_WITHIN_MS = 200;
/** Maximum share of time spent on serializing. */
const MAX_SERIALIZE_SHARE = 0.1;
const NO_STATE_FILE = () => {};

export interface StateParts {
  /** Null: nothing is stored. */
  readonly file: string | null;
  readonly timers: Timers;
  /** Called when the file cannot be written; the sandbox continues. */
  readonly onError: (error: unknown) => void;
}

/** Throws a ConfigError when the file cannot be read or written. */
export class State {
  readonly #parts: StateParts;
  readonly #loaded: Map<string, unknown>;
  readonly #stores = new Map<string, Part>();
  #scheduled: (() => void) | null = null;
  #writing: Promise<void> = Promise.resolve();
  #dirty = false;
  /** Duration of the last serialization, in milliseconds. */
  #serializeMs = 0;
  #closed = false;

  constructor(parts: StateParts) {
    this.#parts = parts;
    this.#loaded = new Map(parts.file === null ? [] : Object.entries(readState(parts.file)));
  }

  register(name: string, store: Store): () => void {
    if (this.#parts.file === null) return NO_STATE_FILE;
    const part: Part = { store, text: null };
    const saved = this.#loaded.get(name);
    if (saved !== undefined) {
      try {
        store.load(saved as never);
      } catch (error) {
        throw stateFileError(this.#parts.file, `its part "${name}" cannot be read: ${reasonOf(error)}`);
      }
    }
    this.#loaded.delete(name);
    this.#stores.set(name, part);
    const changed = () => {
      part.text = null;
      this.#dirty = true;
      const wait = Math.max(WRITE_WITHIN_MS, this.#serializeMs / MAX_SERIALIZE_SHARE);
      this.#scheduled ??= this.#parts.timers.after(wait, () => {
        this.#scheduled = null;
        void this.flush();
      });
    };
    changed();
    return changed;
  }

  /** Removes every part except these, so that a new world can register its parts again. */
  reset(allBut: readonly string[]): void {
    this.#loaded.clear();
    for (const name of this.#stores.keys()) if (!allBut.includes(name)) this.#stores.delete(name);
    this.#dirty = true;
  }

  /** Resolves when every change made so far is in the file. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Synchronous `flush`, for the end of the process. */
  flushSync(): void {
    const { file, onError } = this.#parts;
    if (file === null || !this.#dirty || this.#closed) return;
    try {
      const next = `${file}.last`;
      writeFileSync(next, this.#text(), { mode: 0o600 });
      renameSync(next, file);
    } catch (error) {
      onError(error);
    }
  }

  /** Stops writing. */
  close(): void {
    this.#closed = true;
  }

  async #write(): Promise<void> {
    const { file, onError } = this.#parts;
    if (file === null || !this.#dirty || this.#closed) return;
    this.#dirty = false;
    try {
      const next = `${file}.next`;
      await writeFile(next, this.#text(), { mode: 0o600 });
      await rename(next, file);
    } catch (error) {
      this.#dirty = true;
      onError(error);
    }
  }

  #text(): string {
    const startedAt = performance.now();
    const parts = [...this.#stores].map(([name, part]) => {
      part.text ??= JSON.stringify(part.store.save());
      return `${JSON.stringify(name)}:${part.text}`;
    });
    // Unregistered parts are kept, so that an older version does not lose data of a newer one.
    const others = [...this.#loaded].map(
      ([name, saved]) => `${JSON.stringify(name)}:${JSON.stringify(saved)}`,
    );
    const text = `{"format":${FORMAT},"parts":{${[...parts, ...others].join(',\n')}}}\n`;
    this.#serializeMs = performance.now() - startedAt;
    return text;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function stateFileError(file: string, what: string): ConfigError {
  return new ConfigError(
    `SANDBOX_STATE is "${file}", but ${what}. Delete the file to start over, or name another. Example: SANDBOX_STATE=data/sandbox-state.json`,
  );
}

function readState(file: string): Record<string, unknown> {
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    throw stateFileError(file, `its folder cannot be created: ${reasonOf(error)}`);
  }
  let text: string | null = null;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw stateFileError(file, `it cannot be read: ${reasonOf(error)}`);
  }
  try {
    // Detect an unwritable file before there is anything to lose.
    if (text === null) writeFileSync(file, `{"format":${FORMAT},"parts":{}}\n`, { mode: 0o600 });
  } catch (error) {
    throw stateFileError(file, `it cannot be written: ${reasonOf(error)}`);
  }
  if (text === null) return {};
  let saved: unknown;
  try {
    saved = JSON.parse(text);
  } catch (error) {
    throw stateFileError(file, `it is not JSON: ${reasonOf(error)}`);
  }
  const { format, parts } = (saved ?? {}) as { format?: unknown; parts?: unknown };
  if (format !== FORMAT || typeof parts !== 'object' || parts === null)
    throw stateFileError(file, 'it is not a sandbox state');
  return parts as Record<string, unknown>;
}

/** Persists subscriptions and undelivered events. */
export function persistEvents(state: State, events: Events): void {
  const changed = state.register('events', {
    save: () => events.save(),
    load: (saved: SavedEvents) => events.load(saved),
  });
  events.onChange(changed);
}

/** Persists monitors and their progress. */
export function persistMonitors(state: State, monitors: Monitors): void {
  const changed = state.register('monitors', {
    save: () => monitors.save(),
    load: (saved: SavedMonitors) => monitors.load(saved),
  });
  monitors.onChange(changed);
}

/** Parts that a reset of the world leaves alone. */
export const IDENTITY_PARTS = ['identity keys', 'identity'] as const;

/** Returns the stored keys, or new ones. */
export function persistIdentity(state: State, store: IdentityStore, newKeys: () => Keys = makeKeys): Keys {
  let stored: Keys | null = null;
  state.register(IDENTITY_PARTS[0], {
    save: () => keys,
    load: (saved: Keys) => {
      stored = saved;
    },
  });
  const keys: Keys = stored ?? newKeys();
  const changed = state.register(IDENTITY_PARTS[1], {
    save: () => store.save(),
    load: (saved: ReturnType<IdentityStore['save']>) => store.load(saved),
  });
  store.persistWith(changed, () => state.flush());
  return keys;
}
