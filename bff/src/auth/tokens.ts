/**
 * Tokens of a person's session, refreshed once per expiry (rule 13): one flight per session in this process, a leased
 * and fenced row between processes, and the row is read again after the lease is taken, because whoever waited for it
 * would otherwise refresh with a token that is already used up.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerPart } from '../lib/server-part.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { rowOf, updateRow } from '../store/query.ts';
import { endSession, type TokenRow, takeRefreshLease } from '../store/sessions.ts';
import type { Uses } from '../wiring.ts';

/** What a refresh at the identity provider yields. */
export interface FreshTokens {
  readonly access_token: string;
  /** Absent when the provider does not rotate. */
  readonly refresh_token?: string;
  readonly expires_in: number;
}

/** The provider says that the refresh token is dead (`invalid_grant`): the only reason to end a session (rule 12). */
export class RefreshTokenDead extends Error {}
/** The session is gone, or has ended just now. */
export class SessionEnded extends Error {}
/** The provider could not answer; the session stays. */
export class RefreshFailed extends Error {}

interface SessionTokensOptions extends Uses<'db' | 'box' | 'now'> {
  /** Calls the provider. Throws RefreshTokenDead, or anything else for "not now". Must give up before the lease ends. */
  readonly refresh: (refresh_token: string) => Promise<FreshTokens>;
  /** Called when a session was found to have ended. */
  readonly onEnd?: (session_id_hash: string) => void;
  readonly wait?: (ms: number) => Promise<void>;
}

/** Refreshed when less than this is left. */
const EARLY_MS = 30_000;
/** Longer than the provider may take, REFRESH_TIMEOUT_MS. */
const LEASE_MS = 60_000;
export const REFRESH_TIMEOUT_MS = 30_000;
const LEASE_POLL_MS = 100;
/** A good token is read from the store this seldom. */
const CACHED_MS = 1_000;

export class SessionTokens extends ServerPart<SessionTokensOptions> {
  readonly #wait = this.options.wait ?? ((ms: number) => sleep(ms));
  readonly #flights = new Map<string, Promise<string>>();
  /** Access tokens that were good a moment ago, opened. */
  readonly #cache = new TtlCache<{ readonly token: string; readonly goodUntil: number }>(CACHED_MS, this.now);

  row(session_id_hash: string, tokens: FreshTokens): TokenRow {
    return {
      session_id_hash,
      version: 1,
      lease_owner: null,
      lease_until: 0,
      ...this.#sealed(session_id_hash, tokens, null),
    };
  }

  /** A good access token. `rejected` is one that the service has just refused. Throws SessionEnded or RefreshFailed. */
  async get(session_id_hash: string, rejected?: string): Promise<string> {
    const recent = this.#cache.get(session_id_hash);
    if (recent && recent.token !== rejected && recent.goodUntil > this.now()) return recent.token;
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
    this.forget(session_id_hash);
    let flight = this.#flights.get(session_id_hash);
    if (!flight) {
      flight = this.#refresh(session_id_hash, rejected).finally(() => this.#flights.delete(session_id_hash));
      this.#flights.set(session_id_hash, flight);
    }
    return flight;
  }

  /** The session has ended, or its tokens have changed. */
  forget(session_id_hash: string): void {
    this.#cache.delete(session_id_hash);
  }

  /** The refresh token in clear, for revocation at sign-out. Null when there is none, or its key is no longer listed. */
  revocableTokenOf(row: TokenRow): string | null {
    // A key that was taken away must not keep anybody signed in.
    return this.#opened(row, 'refresh');
  }

  /** Null when there is none, or when no listed key opens it any more. */
  #opened(row: TokenRow, kind: 'access' | 'refresh'): string | null {
    return this.options.box.tryOpen(row[`${kind}_token`], context(row.session_id_hash, kind));
  }

  async #refresh(session_id_hash: string, rejected: string | undefined): Promise<string> {
    const { db } = this.options;
    const owner = randomUUID();
    const giveUpAt = this.now() + LEASE_MS;
    while (!(await takeRefreshLease(db, session_id_hash, owner, this.now(), this.now() + LEASE_MS))) {
      if (this.now() >= giveUpAt) throw new RefreshFailed('another token refresh did not finish in time');
      await this.#wait(LEASE_POLL_MS);
      const good = this.#goodToken(await this.#read(session_id_hash), rejected);
      if (good !== null) return good;
    }
    try {
      // Read again: the token may have been refreshed between our first look and the lease.
      const row = await this.#read(session_id_hash);
      const good = this.#goodToken(row, rejected);
      if (good !== null) return good;
      const refresh_token = this.#opened(row, 'refresh');
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
      // Only while the lease and the version are still ours (the fence).
      const { version, lease_owner } = row;
      const ours = { session_id_hash, version, lease_owner };
      const free = { lease_owner: null, lease_until: 0 };
      if (await updateRow(db, 'session_token', ours, { ...sealed, version: version + 1, ...free }))
        return fresh.access_token;
      // Fenced off: somebody took over after our lease had run out. Theirs is the one that counts.
      const theirs = this.#goodToken(await this.#read(session_id_hash), rejected);
      if (theirs !== null) return theirs;
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
    this.forget(session_id_hash);
    this.options.onEnd?.(session_id_hash);
  }

  #goodToken(row: TokenRow, rejected: string | undefined): string | null {
    const token = this.#opened(row, 'access');
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
      // A token that lives shorter than the margin is still used for half its life.
      access_expires_at:
        this.now() + Math.max(tokens.expires_in * 1000, 0) + shortLifeAllowance(tokens.expires_in * 1000),
    };
  }
}

function shortLifeAllowance(lifetimeMs: number): number {
  return lifetimeMs > 2 * EARLY_MS ? 0 : EARLY_MS - lifetimeMs / 2;
}

const context = (session_id_hash: string, kind: 'access' | 'refresh') => `${session_id_hash}/${kind}`;
