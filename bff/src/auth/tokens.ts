/**
 * Tokens of a person's session, refreshed once per expiry (rule 13): concurrent callers in this process share one refresh, and a leased
 * and fenced row coordinates processes. The row is read again after the lease is acquired, because the previous holder may have used up
 * the refresh token.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerPart } from '../lib/server-part.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { rowOf, updateRow } from '../store/query.ts';
import { endSession, type TokenRow, takeRefreshLease } from '../store/sessions.ts';
import type { Uses } from '../wiring.ts';

export interface FreshTokens {
  readonly access_token: string;
  /** Absent when the provider does not rotate. */
  readonly refresh_token?: string;
  readonly expires_in: number;
}

/** The provider rejects the refresh token (`invalid_grant`): the only reason to end a session (rule 12). */
export class RefreshTokenDead extends Error {}
/** The session does not exist, or has just ended. */
export class SessionEnded extends Error {}
/** The provider could not refresh now; the session continues. */
export class RefreshFailed extends Error {}

interface SessionTokensOptions extends Uses<'db' | 'box' | 'now'> {
  /** Calls the provider. Throws RefreshTokenDead, or any other error for a temporary failure. Must time out before the lease ends. */
  readonly refresh: (refresh_token: string) => Promise<FreshTokens>;
  readonly onEnd?: (session_id_hash: string) => void;
  readonly wait?: (ms: number) => Promise<void>;
}

/** Tokens are refreshed this early. */
const EARLY_MS = 30_000;
/** Longer than REFRESH_TIMEOUT_MS. */
const LEASE_MS = 60_000;
export const REFRESH_TIMEOUT_MS = 30_000;
const LEASE_POLL_MS = 100;
/** Valid tokens are cached this long. */
const CACHE_MS = 1_000;

export class SessionTokens extends ServerPart<SessionTokensOptions> {
  readonly #wait = this.options.wait ?? ((ms: number) => sleep(ms));
  readonly #pendingRefreshes = new Map<string, Promise<string>>();
  /** Recently used access tokens, decrypted. */
  readonly #cache = new TtlCache<{ readonly token: string; readonly goodUntil: number }>(
    CACHE_MS,
    this.monotonicNow,
  );

  row(session_id_hash: string, tokens: FreshTokens): TokenRow {
    return {
      session_id_hash,
      version: 1,
      lease_owner: null,
      lease_until: 0,
      ...this.#sealed(session_id_hash, tokens, null),
    };
  }

  /** A valid access token. `rejected`: a token that the service has just rejected. Throws SessionEnded or RefreshFailed. */
  async get(session_id_hash: string, rejected?: string): Promise<string> {
    const cached = this.#cache.get(session_id_hash);
    if (cached && cached.token !== rejected && cached.goodUntil > this.now()) return cached.token;
    const { generation } = this.#cache;
    const row = await this.#read(session_id_hash);
    const good = this.#goodToken(row, rejected);
    if (good !== null) {
      this.#cache.set(
        session_id_hash,
        { token: good, goodUntil: row.access_expires_at - EARLY_MS },
        generation,
      );
      return good;
    }
    this.evict(session_id_hash);
    let refresh = this.#pendingRefreshes.get(session_id_hash);
    if (!refresh) {
      refresh = this.#refresh(session_id_hash, rejected).finally(() =>
        this.#pendingRefreshes.delete(session_id_hash),
      );
      this.#pendingRefreshes.set(session_id_hash, refresh);
    }
    return refresh;
  }

  /** Removes a token from the cache, after its session has ended or its tokens have changed. */
  evict(session_id_hash: string): void {
    this.#cache.delete(session_id_hash);
  }

  /** The decrypted refresh token, for revocation at sign-out. Null when there is none, or its key was removed. */
  revocableTokenOf(row: TokenRow): string | null {
    // A removed key must not prevent signing out.
    return this.#decrypt(row, 'refresh');
  }

  /** Null when there is none, or when its key was removed. */
  #decrypt(row: TokenRow, kind: 'access' | 'refresh'): string | null {
    return this.options.box.tryOpen(row[`${kind}_token`], context(row.session_id_hash, kind));
  }

  async #refresh(session_id_hash: string, rejected: string | undefined): Promise<string> {
    const { db } = this.options;
    const owner = randomUUID();
    const giveUpAt = this.monotonicNow() + LEASE_MS;
    while (!(await takeRefreshLease(db, session_id_hash, owner, { now: this.now(), ms: LEASE_MS }))) {
      if (this.monotonicNow() >= giveUpAt)
        throw new RefreshFailed('another token refresh did not finish in time');
      await this.#wait(LEASE_POLL_MS);
      const good = this.#goodToken(await this.#read(session_id_hash), rejected);
      if (good !== null) return good;
    }
    try {
      // Read again: the token may have been refreshed before the lease was acquired.
      const row = await this.#read(session_id_hash);
      const good = this.#goodToken(row, rejected);
      if (good !== null) return good;
      const refresh_token = this.#decrypt(row, 'refresh');
      if (refresh_token === null) {
        await this.#end(session_id_hash);
        throw new SessionEnded(
          row.refresh_token === null
            ? 'the token has expired and the provider gave none to refresh it with'
            : 'its tokens are encrypted with a key that SECRET_KEYS no longer lists',
        );
      }
      const fresh = await this.#callProvider(session_id_hash, refresh_token);
      const sealed = this.#sealed(session_id_hash, fresh, row.refresh_token);
      // Only while this lease and version are current (the fence).
      const { version, lease_owner } = row;
      const fence = { session_id_hash, version, lease_owner };
      const released = { lease_owner: null, lease_until: 0 };
      if (await updateRow(db, 'session_token', fence, { ...sealed, version: version + 1, ...released }))
        return fresh.access_token;
      // Fenced off: the lease expired and another holder took over. That holder's token counts.
      const newer = this.#goodToken(await this.#read(session_id_hash), rejected);
      if (newer !== null) return newer;
      throw new RefreshFailed('another token refresh finished first');
    } finally {
      await updateRow(
        db,
        'session_token',
        { session_id_hash, lease_owner: owner },
        { lease_owner: null, lease_until: 0 },
      );
    }
  }

  async #callProvider(session_id_hash: string, refresh_token: string): Promise<FreshTokens> {
    try {
      return await this.options.refresh(refresh_token);
    } catch (error) {
      if (!(error instanceof RefreshTokenDead))
        throw new RefreshFailed('the identity provider could not refresh', { cause: error });
      await this.#end(session_id_hash);
      throw new SessionEnded('the identity provider has ended the session', { cause: error });
    }
  }

  async #read(session_id_hash: string): Promise<TokenRow> {
    const row = await rowOf(this.options.db, 'session_token', { session_id_hash });
    if (row) return row;
    this.#ended(session_id_hash);
    throw new SessionEnded('session not found');
  }

  async #end(session_id_hash: string): Promise<void> {
    await endSession(this.options.db, session_id_hash);
    this.#ended(session_id_hash);
  }

  #ended(session_id_hash: string): void {
    this.evict(session_id_hash);
    this.options.onEnd?.(session_id_hash);
  }

  #goodToken(row: TokenRow, rejected: string | undefined): string | null {
    const token = this.#decrypt(row, 'access');
    if (token === null || token === rejected) return null;
    return row.access_expires_at - EARLY_MS > this.now() ? token : null;
  }

  #sealed(session_id_hash: string, tokens: FreshTokens, previous: string | null) {
    const { box } = this.options;
    return {
      access_token: box.seal(tokens.access_token, context(session_id_hash, 'access')),
      refresh_token:
        tokens.refresh_token === undefined
          ? previous
          : box.seal(tokens.refresh_token, context(session_id_hash, 'refresh')),
      // A token that expires within the margin is used for half its lifetime.
      access_expires_at:
        this.now() + Math.max(tokens.expires_in * 1000, 0) + shortLifeAllowance(tokens.expires_in * 1000),
    };
  }
}

function shortLifeAllowance(lifetimeMs: number): number {
  return lifetimeMs > 2 * EARLY_MS ? 0 : EARLY_MS - lifetimeMs / 2;
}

const context = (session_id_hash: string, kind: 'access' | 'refresh') => `${session_id_hash}/${kind}`;
