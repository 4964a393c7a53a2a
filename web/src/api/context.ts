/** API access and session for components: created once in the composition root, replaced by fakes in tests. */
import type { PublicConfig, Right } from '@waypost/contract/api/session';
import { SESSION_ROUTES } from '@waypost/contract/api/session-routes';
import { ASSUMED_BEHAVIOR } from '@waypost/contract/assumed-behavior';
import { createContext, use, useSyncExternalStore } from 'react';
import { Cell } from '../ui/signal.ts';
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

/** Subject of the current session, or of the session that has ended; '' when nobody is signed in. */
export function usePerson(): string {
  const state = useSession();
  return state.phase === 'in' || state.phase === 'ended' ? state.session.user.sub : '';
}

const ACCESS_TO_REQUEST: Readonly<Record<Right, string>> = {
  read: ' for access',
  read_wall: ' for access',
  manage_loads: ' for dispatcher access',
  manage_monitors: ' for dispatcher access',
  manage_onboarding: ' for onboarding access',
  manage_webhooks: '',
  manage_contacts: ' for dispatcher or onboarding access',
  administer: '',
};

/** Null when the person has the right, else the reason and whom to ask. For display only: the server enforces rights. */
export function useDisabledReason(right: Right): string | null {
  const state = useSession();
  if (mayNow(state, right)) return null;
  const roles = state.phase === 'in' || state.phase === 'ended' ? state.session.user.roles : [];
  const may_only_read = roles.every((role) => role === 'viewer');
  const why = may_only_read ? 'View-only access.' : `Your role (${roles.join(', ')}) can't do this.`;
  return `${why} Ask a Waypost administrator${ACCESS_TO_REQUEST[right]}.`;
}

/** Public configuration of this Waypost, available before sign-in; fetched once. */

/** Retry delay when the server did not respond. */
const RETRY_MS = 5_000;

export class ConfigStore {
  readonly #http: Http;
  readonly #config = new Cell<PublicConfig | null>(null);
  #fetching = false;

  constructor(http: Http) {
    this.#http = http;
  }

  readonly get = this.#config.get;
  readonly subscribe = (listener: () => void) => {
    void this.load();
    return this.#config.subscribe(listener);
  };

  async load(): Promise<void> {
    if (!this.get()) await this.refresh();
  }

  /** Fetches again, after an administrator has changed the configuration. */
  async refresh(): Promise<void> {
    if (this.#fetching) return;
    this.#fetching = true;
    try {
      this.#config.set(await this.#http.call(SESSION_ROUTES.config, { background: true }));
    } catch {
      // The page works without the configuration.
      setTimeout(() => this.#config.used && void this.load(), RETRY_MS);
    } finally {
      this.#fetching = false;
    }
  }
}

export type Behavior = PublicConfig['behavior'];

/** Waypost's own assumptions apply until the server has responded. */
export const behaviorOf = (config: PublicConfig | null): Behavior => config?.behavior ?? ASSUMED_BEHAVIOR;

export function useConfig(): PublicConfig | null {
  const { config } = useApi();
  return useSyncExternalStore(config.subscribe, config.get);
}
