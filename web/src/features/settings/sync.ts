/**
 * Syncs a person's preferences. The local copy serves the first paint, the server's copy is authoritative. Local choices apply at once, are
 * sent soon, and are queued while the server is down. If two browsers change the same preference, the last one to reach the server wins and
 * is notified.
 */
import { PREFERENCE_ROUTES } from '@waypost/contract/api/preference-routes';
import {
  DEFAULT_PREFERENCES,
  type PersonPreferences,
  type Preferences,
  type PreferencesChange,
  preferencesChange,
} from '@waypost/contract/api/preferences';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import type { Http } from '../../api/http.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { DEFAULT_PREFS, LIST_WIDTH, type Prefs, type PrefsStore } from '../../ui/prefs.ts';
import { Cell } from '../../ui/signal.ts';
import type { Toast } from '../../ui/toasts.ts';

type SyncStatus =
  /** Nobody is signed in, or the first sync has not started. */
  | { readonly phase: 'unread' }
  | { readonly phase: 'busy' }
  | { readonly phase: 'read' }
  | { readonly phase: 'saved' }
  | { readonly phase: 'waiting'; readonly problem: Problem }
  /** Rejected by the server; not retried. */
  | { readonly phase: 'refused'; readonly problem: Problem };

export class SyncStatusStore extends Cell<SyncStatus> {
  /** Retries immediately; set by PreferenceSync. */
  retry: () => void = () => undefined;

  constructor() {
    super({ phase: 'unread' });
  }
}

export const sync_status = new SyncStatusStore();

export const useSyncStatus = (): SyncStatus => useSyncExternalStore(sync_status.subscribe, sync_status.get);

/** Storage key for what this browser knows of the server's copy and has not sent yet. */
const KEY = 'waypost.prefs_kept';

const schema = z.object({
  /** Whose preferences this browser has. */
  sub: z.string(),
  version: z.number().nullable(),
  /** Local choices not sent yet. */
  pending: preferencesChange.catch({}),
  /** The server's values when those were chosen. */
  base: z.record(z.string(), z.unknown()).catch({}),
});
type LocalState = z.infer<typeof schema>;

type PreferenceStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Reads storage each time, since other tabs write to it too. */
export class LocalPreferences {
  readonly #storage: PreferenceStorage | null;
  #memory: LocalState | null = null;

  constructor(storage: PreferenceStorage | null) {
    this.#storage = storage;
  }

  get(): LocalState | null {
    try {
      const parsed = schema.safeParse(JSON.parse(this.#storage?.getItem(KEY) ?? 'null'));
      return parsed.success ? parsed.data : this.#memory;
    } catch {
      return this.#memory;
    }
  }

  set(local: LocalState): void {
    this.#memory = local;
    try {
      this.#storage?.setItem(KEY, JSON.stringify(local));
    } catch {
      // Storage is full or unavailable, so the state lasts until the page is closed.
    }
  }
}

type Name = keyof Prefs;

/** Names of preferences worth a notification. Widths and columns are not. */
const SETTING_NAMES: Partial<Record<Name, string>> = {
  length_unit: 'distance',
  volume_unit: 'volume',
  time_zone: 'time zone',
  clock: 'clock',
  theme: 'theme',
  density: 'density',
  motion: 'motion',
  default_view: 'start page',
};

const VALUES: Readonly<Record<string, string>> = {
  mi: 'miles',
  km: 'kilometers',
  gal: 'gallons',
  L: 'liters',
  '24': '24 hours',
  '12': '12 hours',
  system: 'match system',
  reduced: 'reduced',
};

const NULL_WORDS: Partial<Record<Name, string>> = {
  time_zone: "computer's time zone",
  default_view: 'the board',
};

const isAnnounced = (name: string): boolean => Object.hasOwn(SETTING_NAMES, name);

function valueWords(name: Name, value: unknown): string {
  if (value === null) return NULL_WORDS[name] ?? 'default';
  return VALUES[String(value)] ?? String(value);
}

/** `distance: kilometers; theme: dark` */
export function changeWords(change: Partial<Prefs>): string {
  return Object.entries(change)
    .filter(([name]) => isAnnounced(name))
    .map(([name, value]) => `${SETTING_NAMES[name as Name]}: ${valueWords(name as Name, value)}`)
    .join('; ');
}

interface SyncOptions {
  readonly http: Pick<Http, 'call'>;
  readonly prefs: PrefsStore;
  readonly local: LocalPreferences;
  readonly sync_status: SyncStatusStore;
  readonly notify: (toast: Toast) => void;
  /** Runs once after `ms`; a new call replaces the pending one. */
  readonly schedule: (run: () => void, ms: number) => void;
}

/** Combines several choices, or a dragged width, into one write. */
const DEBOUNCE_MS = 400;
const RETRY_MS = 15_000;

const NAMES = Object.keys(DEFAULT_PREFERENCES) as (keyof Preferences)[];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function pick<T extends object>(from: T, include: (name: keyof Preferences) => boolean): Partial<T> {
  return Object.fromEntries(
    Object.entries(from).filter(([name]) => NAMES.includes(name as never) && include(name as never)),
  ) as Partial<T>;
}

/** The server has null for a width that was never dragged. */
function toLocalPrefs(server: Preferences): Pick<Prefs, keyof Preferences> {
  return { ...server, list_width: server.list_width ?? LIST_WIDTH.default };
}

export class PreferenceSync {
  readonly #options: SyncOptions;
  #sub: string | null = null;
  #running: Promise<void> | null = null;
  #rerun = false;
  /** True once the server has responded; only later changes are notified. */
  #has_read = false;

  constructor(options: SyncOptions) {
    this.#options = options;
    options.sync_status.retry = () => void this.syncNow();
    options.prefs.onUserChange((change, before) => this.choose(change, before));
  }

  /** Resolves when the first sync has ended, even if it failed. */
  signedIn(sub: string): Promise<void> {
    const { local, prefs } = this.#options;
    this.#sub = sub;
    this.#has_read = false;
    const local_state = local.get();
    if (local_state?.sub !== sub) {
      // Discards another person's preferences. A browser without a previous person keeps its own.
      if (local_state) prefs.adopt(DEFAULT_PREFS);
      local.set({ sub, version: null, pending: {}, base: {} });
    }
    return this.syncNow();
  }

  signedOut(): void {
    this.#sub = null;
  }

  syncNow(): Promise<void> {
    if (this.#sub === null) return Promise.resolve();
    this.#rerun = this.#running !== null;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#rerun) void this.syncNow();
    });
    return this.#running;
  }

  /** Notes a choice, and sends it soon. */
  choose(change: Partial<Prefs>, before: Prefs): void {
    const local_state = this.#options.local.get();
    if (this.#sub === null || local_state === null) return;
    const chosen = pick(change, (name) => !same(change[name], before[name])) as PreferencesChange;
    if (Object.keys(chosen).length === 0) return;
    const base = { ...pick(before, (name) => name in chosen), ...local_state.base };
    this.#options.local.set({ ...local_state, pending: { ...local_state.pending, ...chosen }, base });
    this.#options.sync_status.set({ phase: 'busy' });
    this.#options.schedule(() => void this.syncNow(), DEBOUNCE_MS);
  }

  async #run(): Promise<void> {
    const { http, sync_status, local, schedule } = this.#options;
    const sub = this.#sub;
    let is_saved = sync_status.get().phase === 'saved';
    sync_status.set({ phase: 'busy' });
    try {
      this.#applyServerCopy(await http.call(PREFERENCE_ROUTES.preferences, { background: true }));
      for (let pending = this.#pending(); pending !== null && sub === this.#sub; pending = this.#pending()) {
        const answer = await http.call(PREFERENCE_ROUTES.changePreferences, { body: pending });
        this.#removeSent(pending);
        this.#applyServerCopy(answer);
        is_saved = true;
      }
      sync_status.set({ phase: is_saved ? 'saved' : 'read' });
    } catch (error) {
      const problem = asProblem(error);
      const refused = isRefusal(problem);
      const local_state = local.get();
      if (refused && local_state) local.set({ ...local_state, pending: {}, base: {} });
      sync_status.set({ phase: refused ? 'refused' : 'waiting', problem });
      if (!refused && problem.code !== 401) schedule(() => void this.syncNow(), RETRY_MS);
    }
  }

  #pending(): PreferencesChange | null {
    const pending = this.#options.local.get()?.pending ?? {};
    return Object.keys(pending).length > 0 ? pending : null;
  }

  #removeSent(sent: PreferencesChange): void {
    const local_state = this.#options.local.get();
    if (!local_state) return;
    const pending = pick(local_state.pending, (name) => !same(local_state.pending[name], sent[name]));
    const base = Object.fromEntries(Object.entries(local_state.base).filter(([name]) => name in pending));
    this.#options.local.set({ ...local_state, pending, base });
  }

  /** Applies the server's copy, except for pending local choices. */
  #applyServerCopy({ preferences, version }: PersonPreferences): void {
    const { local, prefs, notify } = this.#options;
    const local_state = local.get();
    if (local_state === null || local_state.sub !== this.#sub || version < (local_state.version ?? 0)) return;
    const [server, current] = [toLocalPrefs(preferences), prefs.get()];
    // On the first sync with an empty server copy, this browser's preferences are uploaded.
    const local_only =
      local_state.version === null && version === 0
        ? pick(
            current,
            (name) => !same(current[name], server[name]) && !same(current[name], DEFAULT_PREFS[name]),
          )
        : {};
    const pending = { ...(local_only as PreferencesChange), ...local_state.pending };
    const changed = pick(server, (name) => !(name in pending) && !same(server[name], current[name]));
    const replaced = pick(
      server,
      (name) =>
        name in local_state.base &&
        !same(server[name], local_state.base[name]) &&
        !same(server[name], pending[name]),
    );
    local.set({ ...local_state, version, pending, base: { ...local_state.base, ...replaced } } as LocalState);
    if (Object.keys(changed).length > 0) prefs.adopt(changed);
    if (Object.keys(replaced).some(isAnnounced))
      notify({
        title: 'Your choice here replaced one from another browser',
        text: `The other browser had ${changeWords(replaced)}.`,
      });
    if (this.#has_read && Object.keys(changed).some(isAnnounced))
      notify({ title: 'Your settings were changed elsewhere', text: `Now ${changeWords(changed)}.` });
    this.#has_read = true;
  }
}

/** A rejection, which a retry would not change. */
const isRefusal = ({ code }: Problem): boolean =>
  code >= 400 && code < 500 && ![401, 408, 425, 429].includes(code);
