/**
 * Storage of the identity provider: all models in one bounded map with expiring entries, by the injected clock. With
 * `persistWith`, the provider waits until a change is written, so that a crash never forgets an issued token.
 */
import type { Adapter, AdapterPayload } from 'oidc-provider';

const MAX_ENTRIES = 100_000;
/** For entries without one, in seconds. */
const DEFAULT_LIFETIME = 14 * 86_400;
/** Models that are revoked with their grant. */
const GRANTABLE = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken']);

/** Models whose identifier is itself a credential. */
const BEARER = /^(AccessToken|RefreshToken|AuthorizationCode|ClientToken):/;

interface Entry {
  readonly payload: AdapterPayload;
  readonly expires_at: number;
}

export class IdentityStore {
  readonly #now: () => number;
  readonly #max: number;
  readonly #entries = new Map<string, Entry>();
  readonly #grants = new Map<string, Set<string>>();
  readonly #sessions = new Map<string, string>();
  /** All tokens and codes ever issued, including used, revoked and expired ones. */
  readonly #issued = new Set<string>();
  #onChange: () => void = () => {};
  #flush: () => Promise<void> = async () => {};

  /** @param max maximum entries; the oldest are removed first */
  constructor(now: () => number, max = MAX_ENTRIES) {
    this.#now = now;
    this.#max = max;
  }

  /**
   * @param onChange called at each change
   * @param flush resolves when all changes so far are written
   */
  persistWith(onChange: () => void, flush: () => Promise<void>): void {
    this.#onChange = onChange;
    this.#flush = flush;
  }

  save(): [string, Entry][] {
    return [...this.#entries];
  }

  load(saved: readonly [string, Entry][]): void {
    for (const [key, entry] of saved) if (entry.expires_at > this.#now()) this.#put(key, entry);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** All tokens and codes issued, including those loaded from the state file; limited to the newest. */
  tokens(): string[] {
    return [...this.#issued];
  }

  find(key: string): AdapterPayload | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.expires_at > this.#now()) return entry.payload;
    this.remove(key);
    return undefined;
  }

  set(key: string, payload: AdapterPayload, expiresInSeconds: number): void {
    this.remove(key);
    this.#makeRoom();
    this.#put(key, { payload, expires_at: this.#now() + expiresInSeconds * 1000 });
    this.#onChange();
  }

  #put(key: string, entry: Entry): void {
    const { payload } = entry;
    this.#entries.set(key, entry);
    if (BEARER.test(key)) {
      this.#issued.add(key.slice(key.indexOf(':') + 1));
      const [oldest] = this.#issued;
      if (this.#issued.size > this.#max && oldest !== undefined) this.#issued.delete(oldest);
    }
    if (payload.grantId && GRANTABLE.has(key.slice(0, key.indexOf(':')))) {
      const members = this.#grants.get(payload.grantId) ?? new Set();
      this.#grants.set(payload.grantId, members.add(key));
    }
    if (payload.uid && key.startsWith('Session:')) this.#sessions.set(payload.uid, key);
  }

  remove(key: string): void {
    const payload = this.#entries.get(key)?.payload;
    if (!payload) return;
    this.#entries.delete(key);
    this.#onChange();
    if (payload.uid && this.#sessions.get(payload.uid) === key) this.#sessions.delete(payload.uid);
    const members = payload.grantId ? this.#grants.get(payload.grantId) : undefined;
    members?.delete(key);
    if (payload.grantId && members?.size === 0) this.#grants.delete(payload.grantId);
  }

  findSession(uid: string): AdapterPayload | undefined {
    const key = this.#sessions.get(uid);
    return key ? this.find(key) : undefined;
  }

  revokeGrant(grantId: string): void {
    for (const key of [...(this.#grants.get(grantId) ?? [])]) this.remove(key);
  }

  /** When full, removes expired entries first, then the oldest. */
  #makeRoom(): void {
    if (this.#entries.size < this.#max) return;
    const now = this.#now();
    for (const [key, { expires_at }] of this.#entries) if (expires_at <= now) this.remove(key);
    for (const key of this.#entries.keys()) {
      if (this.#entries.size < this.#max) return;
      this.remove(key);
    }
  }

  /** Adapter of one model for the provider. */
  adapter(model: string): Adapter {
    const key = (id: string) => `${model}:${id}`;
    return {
      upsert: async (id, payload, expiresIn) => {
        this.set(key(id), payload, expiresIn ?? DEFAULT_LIFETIME);
        await this.#flush();
      },
      find: async (id) => this.find(key(id)),
      findByUid: async (uid) => this.findSession(uid),
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = this.find(key(id));
        if (!payload) return;
        payload.consumed = Math.floor(this.#now() / 1000);
        this.#onChange();
        await this.#flush();
      },
      destroy: async (id) => {
        this.remove(key(id));
        await this.#flush();
      },
      revokeByGrantId: async (grantId) => {
        this.revokeGrant(grantId);
        await this.#flush();
      },
    };
  }
}
