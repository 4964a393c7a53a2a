/** Public facts of this Waypost: asked once, before anyone has signed in. */

import type { PublicConfig } from '@waypost/contract/api/session';
import { SESSION_ROUTES } from '@waypost/contract/api/session-routes';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { useSyncExternalStore } from 'react';
import { useApi } from './context.ts';
import type { Http } from './http.ts';

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

/** Null until the server has answered. */
export function useConfig(): PublicConfig | null {
  const { config } = useApi();
  return useSyncExternalStore(config.subscribe, config.get);
}
