/** Who calls the API. A look-up in memory per request: no signature is checked and nothing is awaited. */
import { randomBytes } from 'node:crypto';
import { CLIENT_ID, SERVICE_SCOPES, serviceScopesOf } from './client.ts';
import type { IdentityStore } from './store.ts';

export interface Caller {
  readonly kind: 'client' | 'person';
  /** Client identifier, or the person's `sub`. */
  readonly sub: string;
  readonly scopes: ReadonlySet<string>;
}

const CLIENT: Caller = { kind: 'client', sub: CLIENT_ID, scopes: SERVICE_SCOPES };

export class Access {
  readonly #store: IdentityStore;

  constructor(store: IdentityStore) {
    this.#store = store;
  }

  /** A new opaque token of the client itself. */
  issue(lifetimeSeconds: number): string {
    const token = randomBytes(32).toString('base64url');
    this.#store.set(`ClientToken:${token}`, {}, lifetimeSeconds);
    return token;
  }

  /** Takes a token of the client back. False when it is not one. */
  revoke(token: string): boolean {
    const known = this.#store.find(`ClientToken:${token}`) !== undefined;
    this.#store.remove(`ClientToken:${token}`);
    return known;
  }

  authenticate(token: string): Caller | null {
    if (this.#store.find(`ClientToken:${token}`)) return CLIENT;
    const person = this.#store.find(`AccessToken:${token}`);
    if (!person?.accountId) return null;
    return { kind: 'person', sub: person.accountId, scopes: serviceScopesOf(person.scope) };
  }
}
