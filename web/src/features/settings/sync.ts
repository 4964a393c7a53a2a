/**
 * Settings of a person: this browser's copy is for the first paint, the server's is the truth. What is chosen here holds at
 * once, is sent soon, and waits when the server is away. Of two who chose the same, the last one to reach the server wins,
 * and is notified of it; who did not choose sees what changed.
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
import type { Toast } from '../../ui/toasts.ts';

/** Whether the settings are saved on the server, for the settings page. */
type Keeping =
  /** Not asked yet: nobody is signed in, or the page has just begun. */
  | { readonly phase: 'unread' }
  | { readonly phase: 'busy' }
  | { readonly phase: 'kept' }
  /** Not on the server yet; tried again by itself. */
  | { readonly phase: 'waiting'; readonly problem: Problem }
  /** The server does not take them: nothing is tried again. */
  | { readonly phase: 'refused'; readonly problem: Problem };

export class KeepingStore {
  readonly #listeners = new Set<() => void>();
  #keeping: Keeping = { phase: 'unread' };
  /** Tries again now; set by who keeps them. */
  again: () => void = () => undefined;

  readonly get = (): Keeping => this.#keeping;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  set(keeping: Keeping): void {
    this.#keeping = keeping;
    for (const listener of this.#listeners) listener();
  }
}

export const keeping = new KeepingStore();

export const useKeeping = (): Keeping => useSyncExternalStore(keeping.subscribe, keeping.get);

/** What this browser knows of the server's copy of a person's settings, and what it still owes. */
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
type Kept = z.infer<typeof schema>;

type KeptStorage = Pick<Storage, 'getItem' | 'setItem'>;

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

type Name = keyof Prefs;

/** Those that a person sets knowingly. Widths and columns are not worth a message. */
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

const NOTHING: Partial<Record<Name, string>> = {
  time_zone: "computer's time zone",
  default_view: 'the board',
};

const isAnnounced = (name: string): boolean => Object.hasOwn(SETTING_NAMES, name);

function valueWords(name: Name, value: unknown): string {
  if (value === null) return NOTHING[name] ?? 'default';
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
  readonly kept: KeptStore;
  readonly keeping: KeepingStore;
  readonly notify: (toast: Toast) => void;
  /** Calls once after so many milliseconds; a later call of this takes the place of the earlier. */
  readonly later: (run: () => void, ms: number) => void;
}

/** Several choices in a row, or a width that is dragged, are one write. */
const GATHER_MS = 400;
const RETRY_MS = 15_000;

const NAMES = Object.keys(DEFAULT_PREFERENCES) as (keyof Preferences)[];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function pick<T extends object>(from: T, wanted: (name: keyof Preferences) => boolean): Partial<T> {
  return Object.fromEntries(
    Object.entries(from).filter(([name]) => NAMES.includes(name as never) && wanted(name as never)),
  ) as Partial<T>;
}

/** A list that was never dragged has no width at the server. */
function localOf(server: Preferences): Pick<Prefs, keyof Preferences> {
  return { ...server, list_width: server.list_width ?? LIST_WIDTH.default };
}

export class PreferenceSync {
  readonly #options: SyncOptions;
  #sub: string | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  /** True once the server has answered: what comes after is news to whoever looks at this page. */
  #read = false;

  constructor(options: SyncOptions) {
    this.#options = options;
    options.keeping.again = () => void this.look();
    options.prefs.onUserChange((change, before) => this.#chosen(change, before));
  }

  /** Resolves when the server has answered, or could not. */
  signedIn(sub: string): Promise<void> {
    const { kept, prefs } = this.#options;
    this.#sub = sub;
    this.#read = false;
    const known = kept.get();
    if (known?.sub !== sub) {
      // Another person's likes are not this one's. A browser that never knew anybody has its own to give.
      if (known) prefs.adopt(DEFAULT_PREFS);
      kept.set({ sub, version: null, pending: {}, base: {} });
    }
    return this.look();
  }

  signedOut(): void {
    this.#sub = null;
  }

  /** Reads the server's copy and sends what is owed. */
  look(): Promise<void> {
    if (this.#sub === null) return Promise.resolve();
    this.#again = this.#running !== null;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#again) void this.look();
    });
    return this.#running;
  }

  #chosen(change: Partial<Prefs>, before: Prefs): void {
    const known = this.#options.kept.get();
    if (this.#sub === null || known === null) return;
    const chosen = pick(change, (name) => !same(change[name], before[name])) as PreferencesChange;
    if (Object.keys(chosen).length === 0) return;
    const base = { ...pick(before, (name) => name in chosen), ...known.base };
    this.#options.kept.set({ ...known, pending: { ...known.pending, ...chosen }, base });
    this.#options.keeping.set({ phase: 'busy' });
    this.#options.later(() => void this.look(), GATHER_MS);
  }

  async #run(): Promise<void> {
    const { http, keeping, kept, later } = this.#options;
    const sub = this.#sub;
    keeping.set({ phase: 'busy' });
    try {
      this.#take(await http.call(PREFERENCE_ROUTES.preferences, { background: true }));
      for (let owed = this.#owed(); owed !== null && sub === this.#sub; owed = this.#owed()) {
        const answer = await http.call(PREFERENCE_ROUTES.changePreferences, { body: owed });
        this.#settle(owed);
        this.#take(answer);
      }
      keeping.set({ phase: 'kept' });
    } catch (error) {
      const problem = asProblem(error);
      const refused = isRefusal(problem);
      const known = kept.get();
      if (refused && known) kept.set({ ...known, pending: {}, base: {} });
      keeping.set({ phase: refused ? 'refused' : 'waiting', problem });
      if (!refused && problem.code !== 401) later(() => void this.look(), RETRY_MS);
    }
  }

  #owed(): PreferencesChange | null {
    const pending = this.#options.kept.get()?.pending ?? {};
    return Object.keys(pending).length > 0 ? pending : null;
  }

  /** What was sent is no longer owed, unless another was chosen meanwhile. */
  #settle(sent: PreferencesChange): void {
    const known = this.#options.kept.get();
    if (!known) return;
    const pending = pick(known.pending, (name) => !same(known.pending[name], sent[name]));
    const base = Object.fromEntries(Object.entries(known.base).filter(([name]) => name in pending));
    this.#options.kept.set({ ...known, pending, base });
  }

  /** Takes the server's copy over, save what was chosen here and is still owed. */
  #take({ preferences, version }: PersonPreferences): void {
    const { kept, prefs, notify } = this.#options;
    const known = kept.get();
    if (known === null || known.sub !== this.#sub || version < (known.version ?? 0)) return;
    const [server, here] = [localOf(preferences), prefs.get()];
    // The first time, and the server knows nothing: what this browser kept until now is what the person likes.
    const brought =
      known.version === null && version === 0
        ? pick(here, (name) => !same(here[name], server[name]) && !same(here[name], DEFAULT_PREFS[name]))
        : {};
    const pending = { ...(brought as PreferencesChange), ...known.pending };
    const news = pick(server, (name) => !(name in pending) && !same(server[name], here[name]));
    const replaced = pick(
      server,
      (name) =>
        name in known.base && !same(server[name], known.base[name]) && !same(server[name], pending[name]),
    );
    kept.set({ ...known, version, pending, base: { ...known.base, ...replaced } } as Kept);
    if (Object.keys(news).length > 0) prefs.adopt(news);
    if (Object.keys(replaced).some(isAnnounced))
      notify({
        title: 'Your choice here replaced one from another browser',
        text: `The other browser had ${changeWords(replaced)}.`,
      });
    if (this.#read && Object.keys(news).some(isAnnounced))
      notify({ title: 'Your settings were changed elsewhere', text: `Now ${changeWords(news)}.` });
    this.#read = true;
  }
}

/** The server understood and does not want it: the same again would be refused again. */
const isRefusal = ({ code }: Problem): boolean =>
  code >= 400 && code < 500 && ![401, 408, 425, 429].includes(code);
