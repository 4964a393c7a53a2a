/** Identifies the caller by an in-memory lookup, without checking signatures. */
import { randomBytes } from 'node:crypto';
import { CLIENT_ID, SERVICE_SCOPES, serviceScopesOf } from './client.ts';
import type { IdentityStore } from './store.ts';

export interface Caller {
  readonly kind: 'client' | 'person';
  /** Client id, or the person's `sub`. */
  readonly sub: string;
  readonly scopes: ReadonlySet<string>;
}

const CLIENT: Caller = { kind: 'client', sub: CLIENT_ID, scopes: SERVICE_SCOPES };

export class Access {
  readonly #store: IdentityStore;

  constructor(store: IdentityStore) {
    this.#store = store;
  }

  /** Issues an opaque token for the client itself. */
  issue(lifetimeSeconds: number): string {
    const token = randomBytes(32).toString('base64url');
    this.#store.set(`ClientToken:${token}`, {}, lifetimeSeconds);
    return token;
  }

  /** Revokes a token of the client. Returns whether it was one. */
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
