/**
 * Memory of the identity provider: every model in one bounded map whose entries expire. Expiry follows the injected clock.
 * Whoever keeps it in a file is called at each change, and awaited before the provider continues: no token leaves that a crash
 * right after would forget.
 */
import type { Adapter, AdapterPayload } from 'oidc-provider';

const MAX_ENTRIES = 100_000;
/** Of what comes without one, in seconds. */
const DEFAULT_LIFETIME = 14 * 86_400;
/** Models that are revoked together with their grant. */
const GRANTABLE = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken']);

/** Models whose identifier is itself what opens doors. */
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
  /** Tokens and codes that were ever issued here, also those that are used up, revoked or over. */
  readonly #issued = new Set<string>();
  #changed: () => void = () => {};
  #kept: () => Promise<void> = async () => {};

  /** @param max most entries kept; beyond it the oldest go first */
  constructor(now: () => number, max = MAX_ENTRIES) {
    this.#now = now;
    this.#max = max;
  }

  /**
   * @param changed called at each change
   * @param kept resolves when all changes until now are in the file
   */
  keep(changed: () => void, kept: () => Promise<void>): void {
    this.#changed = changed;
    this.#kept = kept;
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

  /** Tokens and codes as they were issued, since the start or kept from before it; of very many the newest. */
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
    this.#changed();
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
    this.#changed();
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

  /** When full: what has expired goes, then what is oldest. */
  #makeRoom(): void {
    if (this.#entries.size < this.#max) return;
    const now = this.#now();
    for (const [key, { expires_at }] of this.#entries) if (expires_at <= now) this.remove(key);
    for (const key of this.#entries.keys()) {
      if (this.#entries.size < this.#max) return;
      this.remove(key);
    }
  }

  /** The provider's view of one model. */
  adapter(model: string): Adapter {
    const key = (id: string) => `${model}:${id}`;
    return {
      upsert: async (id, payload, expiresIn) => {
        this.set(key(id), payload, expiresIn ?? DEFAULT_LIFETIME);
        await this.#kept();
      },
      find: async (id) => this.find(key(id)),
      findByUid: async (uid) => this.findSession(uid),
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = this.find(key(id));
        if (!payload) return;
        payload.consumed = Math.floor(this.#now() / 1000);
        this.#changed();
        await this.#kept();
      },
      destroy: async (id) => {
        this.remove(key(id));
        await this.#kept();
      },
      revokeByGrantId: async (grantId) => {
        this.revokeGrant(grantId);
        await this.#kept();
      },
    };
  }
}
