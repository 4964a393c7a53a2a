/** The way to the server and who is signed in, for components: made once at the composition root, fakes in tests. */
import type { PublicConfig, Right } from '@waypost/contract/api/session';
import { SESSION_ROUTES } from '@waypost/contract/api/session-routes';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { createContext, use, useSyncExternalStore } from 'react';
import type { Http } from './http.ts';
import { mayNow, type SessionState, type SessionStore } from './session.ts';

export interface Api {
  readonly http: Http;
  readonly session: SessionStore;
  readonly config: ConfigStore;
}

export const ApiContext = createContext<Api | null>(null);

export function useApi(): Api {
  const api = use(ApiContext);
  if (!api) throw new Error('no ApiContext above this component');
  return api;
}

export function useSession(): SessionState {
  const { session } = useApi();
  return useSyncExternalStore(session.subscribe, session.get);
}

/** Subject of the session, also of one that has ended; '' when nobody is signed in. */
export function usePerson(): string {
  const state = useSession();
  return state.phase === 'in' || state.phase === 'ended' ? state.session.user.sub : '';
}

const WHAT_FOR: Readonly<Record<Right, string>> = {
  read: ' for access',
  manage_loads: ' for dispatcher access',
  manage_monitors: ' for dispatcher access',
  manage_onboarding: ' for onboarding access',
  manage_contacts: ' for dispatcher or onboarding access',
  administer: '',
};

/** Null when the person may, else the reason in a sentence, with whom to ask. The server decides; the page explains. */
export function useDisabledReason(right: Right): string | null {
  const state = useSession();
  if (mayNow(state, right)) return null;
  const roles = state.phase === 'in' || state.phase === 'ended' ? state.session.user.roles : [];
  const may_only_read = roles.every((role) => role === 'viewer');
  const why = may_only_read ? 'View-only access.' : `Your role (${roles.join(', ')}) can't do this.`;
  return `${why} Ask a Waypost administrator${WHAT_FOR[right]}.`;
}

// Public facts of this Waypost: asked once, before anyone has signed in.

/** Asked again after this when the server did not answer. */
const AGAIN_MS = 5_000;

export class ConfigStore {
  readonly #http: Http;
  readonly #listeners = new Set<() => void>();
  #config: PublicConfig | null = null;
  #asking = false;

  constructor(http: Http) {
    this.#http = http;
  }

  readonly get = (): PublicConfig | null => this.#config;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    void this.ask();
    return () => void this.#listeners.delete(listener);
  };

  async ask(): Promise<void> {
    if (!this.#config) await this.refresh();
  }

  /** Asks again: an administrator has changed what everybody sees. */
  async refresh(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      this.#config = await this.#http.call(SESSION_ROUTES.config, { background: true });
      for (const listener of this.#listeners) listener();
    } catch {
      // The page lives without; what it says of itself can wait.
      setTimeout(() => this.#listeners.size > 0 && void this.ask(), AGAIN_MS);
    } finally {
      this.#asking = false;
    }
  }
}

export type Behavior = PublicConfig['behavior'];

/** What the operator assumes; until the server has answered, what Waypost assumes. */
export const behaviorOf = (config: PublicConfig | null): Behavior => config?.behavior ?? ASSUMPTIONS.behavior;

export function useConfig(): PublicConfig | null {
  const { config } = useApi();
  return useSyncExternalStore(config.subscribe, config.get);
}
