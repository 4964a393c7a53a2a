/**
 * The state file (SANDBOX_STATE): what was posted, changed and signed in survives a restart, also one by SIGKILL. For whoever
 * keeps something:
 *
 *   const changed = state.register('fuel', { save: () => plainData, load: (plainData) => { ... } });
 *   ...; changed();   // after each change; written 200 ms later, of a large state at most every tenth of the time
 *
 * - `load` is called inside `register`, once, when the file holds something under that name. Data are whatever JSON keeps.
 * - Keep instants as wall-clock milliseconds, never as world time: the world may have begun anew since.
 * - Each part is written out anew only when it has changed; the whole is put in place by one rename, so that a reader never
 *   finds half a file.
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
  /** JSON as last written out; null when it has changed since. */
  text: string | null;
}

const FORMAT = 1;
export const WRITE_WITHIN_MS = 200;
/** Putting the state into words takes at most this part of the time. */
const LARGEST_SHARE = 0.1;
const NOTHING_KEPT = () => {};

export interface StateParts {
  /** Null: nothing is kept. */
  readonly file: string | null;
  readonly timers: Timers;
  /** Called when the file cannot be written; the sandbox continues. */
  readonly onError: (error: unknown) => void;
}

/** Throws a ConfigError when the file cannot be read or written. */
export class State {
  readonly #parts: StateParts;
  readonly #kept: Map<string, unknown>;
  readonly #stores = new Map<string, Part>();
  #scheduled: (() => void) | null = null;
  #writing: Promise<void> = Promise.resolve();
  #dirty = false;
  /** How long the last text took to make, in milliseconds. */
  #tookMs = 0;
  #closed = false;

  constructor(parts: StateParts) {
    this.#parts = parts;
    this.#kept = new Map(parts.file === null ? [] : Object.entries(readState(parts.file)));
  }

  register(name: string, store: Store): () => void {
    if (this.#parts.file === null) return NOTHING_KEPT;
    const part: Part = { store, text: null };
    const kept = this.#kept.get(name);
    if (kept !== undefined) {
      try {
        store.load(kept as never);
      } catch (error) {
        throw unusable(this.#parts.file, `its part "${name}" cannot be read: ${because(error)}`);
      }
    }
    this.#kept.delete(name);
    this.#stores.set(name, part);
    const changed = () => {
      part.text = null;
      this.#dirty = true;
      const wait = Math.max(WRITE_WITHIN_MS, this.#tookMs / LARGEST_SHARE);
      this.#scheduled ??= this.#parts.timers.after(wait, () => {
        this.#scheduled = null;
        void this.flush();
      });
    };
    changed();
    return changed;
  }

  /** Forgets every part but these, for a world that begins anew: the others may be registered again. */
  forget(allBut: readonly string[]): void {
    this.#kept.clear();
    for (const name of this.#stores.keys()) if (!allBut.includes(name)) this.#stores.delete(name);
    this.#dirty = true;
  }

  /** Resolves when every change made until now is in the file. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** The same at once, for the end of the process. */
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

  /** Nothing is written any more. */
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
    const began = performance.now();
    const parts = [...this.#stores].map(([name, part]) => {
      part.text ??= JSON.stringify(part.store.save());
      return `${JSON.stringify(name)}:${part.text}`;
    });
    // What nobody asked for stays, so that an older program does not lose what a newer one has kept.
    const others = [...this.#kept].map(([name, kept]) => `${JSON.stringify(name)}:${JSON.stringify(kept)}`);
    const text = `{"format":${FORMAT},"parts":{${[...parts, ...others].join(',\n')}}}\n`;
    this.#tookMs = performance.now() - began;
    return text;
  }
}

function because(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function unusable(file: string, what: string): ConfigError {
  return new ConfigError(
    `SANDBOX_STATE is "${file}", but ${what}. Delete the file to start over, or name another. Example: SANDBOX_STATE=data/sandbox-state.json`,
  );
}

function readState(file: string): Record<string, unknown> {
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    throw unusable(file, `its folder cannot be created: ${because(error)}`);
  }
  let text: string | null = null;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw unusable(file, `it cannot be read: ${because(error)}`);
  }
  try {
    // An unwritable folder is better known now than when there is something to lose.
    if (text === null) writeFileSync(file, `{"format":${FORMAT},"parts":{}}\n`, { mode: 0o600 });
  } catch (error) {
    throw unusable(file, `it cannot be written: ${because(error)}`);
  }
  if (text === null) return {};
  let saved: unknown;
  try {
    saved = JSON.parse(text);
  } catch (error) {
    throw unusable(file, `it is not JSON: ${because(error)}`);
  }
  const { format, parts } = (saved ?? {}) as { format?: unknown; parts?: unknown };
  if (format !== FORMAT || typeof parts !== 'object' || parts === null)
    throw unusable(file, 'it is not a sandbox state');
  return parts as Record<string, unknown>;
}

/** Keeps subscriptions, and what is not delivered yet. */
export function keepEvents(state: State, events: Events): void {
  const changed = state.register('events', {
    save: () => events.save(),
    load: (saved: SavedEvents) => events.load(saved),
  });
  events.onChange(changed);
}

/** Keeps monitors and how far they have caught up. */
export function keepMonitors(state: State, monitors: Monitors): void {
  const changed = state.register('monitors', {
    save: () => monitors.save(),
    load: (saved: SavedMonitors) => monitors.load(saved),
  });
  monitors.onChange(changed);
}

/** Names of the parts, which a reset of the world leaves alone. */
export const IDENTITY_PARTS = ['identity keys', 'identity'] as const;

/** The kept keys, or new ones. */
export function keepIdentity(state: State, store: IdentityStore, newKeys: () => Keys = makeKeys): Keys {
  let kept: Keys | null = null;
  state.register(IDENTITY_PARTS[0], {
    save: () => keys,
    load: (saved: Keys) => {
      kept = saved;
    },
  });
  const keys: Keys = kept ?? newKeys();
  const changed = state.register(IDENTITY_PARTS[1], {
    save: () => store.save(),
    load: (saved: ReturnType<IdentityStore['save']>) => store.load(saved),
  });
  store.keep(changed, () => state.flush());
  return keys;
}
