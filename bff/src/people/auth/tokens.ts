/**
 * Tokens of a person's session, refreshed once per expiry (rule 13): concurrent callers in this process share one refresh, and a leased
 * and fenced row coordinates processes. The row is read again after the lease is acquired, because the previous holder may have used up
 * the refresh token.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExplainedError, Problem } from '../../platform/http/problems.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { TtlCache } from '../../platform/lib/ttl-cache.ts';
import { rowOf, updateRow } from '../../platform/store/query.ts';
import { type TokenRow, takeRefreshLease } from '../../platform/store/sessions.ts';
import type { Uses } from '../../platform/uses.ts';
import { type FreshTokens, type Person, PersonGone, RefreshTokenDead } from './identity.ts';
/** Why the server ended a session on its own: for the person, and for the activity log. */
export const SESSION_END_REASONS = {
  ended_at_provider: "Your company's sign-in service ended your session or disabled your account",
  no_access: 'Your account no longer has access to Waypost. Ask a Waypost administrator for a role',
  by_administrator: 'An administrator signed you out',
  wall_revoked: 'An administrator revoked the link of this wall screen',
} as const;
export type SessionEndReason = keyof typeof SESSION_END_REASONS;

/** The session does not exist, or has just ended. */
export class SessionEnded extends ExplainedError {
  toProblem(): Problem {
    return new Problem(401, 'signed_out', 'Your session has ended', {
      detail: 'Sign in again; nothing you typed is lost',
      cause: this,
    });
  }
}
/** The provider could not refresh now; the session continues. */
export class RefreshFailed extends ExplainedError {
  toProblem(): Problem {
    return new Problem(503, 'service_unreachable', 'The identity provider is not responding', {
      detail: 'You are still signed in; try again in a moment',
      cause: this,
    });
  }
}

interface SessionTokensOptions extends Uses<'db' | 'box' | 'log' | 'now'> {
  /** Calls the provider. Throws RefreshTokenDead, or any other error for a temporary failure. Must time out before the lease ends. */
  readonly refresh: (refresh_token: string) => Promise<FreshTokens>;
  /** Owner of an access token; null when the provider cannot tell. Throws PersonGone. */
  readonly personOf: (access_token: string) => Promise<Person | null>;
  /** Applies what the provider says now about the session's person. False: this has ended the session. */
  readonly onPerson: (session_id_hash: string, person: Person) => Promise<boolean>;
  /** Ends the session, if it still exists. */
  readonly end: (session_id_hash: string, reason: SessionEndReason | null) => Promise<unknown>;
  readonly wait?: (ms: number) => Promise<void>;
}

/** Tokens are refreshed this early. */
const EARLY_MS = 30_000;
/** Longer than REFRESH_TIMEOUT_MS. */
const LEASE_MS = 60_000;
const LEASE_POLL_MS = 100;
/** How long a session continues without asking the provider whether its person may still use it. */
export const CHECK_INTERVAL_MS = 5 * 60_000;
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
      checked_at: this.now(),
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
      refresh = this.#underLease(
        session_id_hash,
        (found) => this.#goodToken(found, rejected),
        (found) => this.#refresh(found, rejected),
      ).finally(() => this.#pendingRefreshes.delete(session_id_hash));
      this.#pendingRefreshes.set(session_id_hash, refresh);
    }
    return refresh;
  }

  /**
   * Asks the provider whether the person may still use the session, unless any server has done so within CHECK_INTERVAL_MS: by a refresh,
   * or without a refresh token by looking up the owner of the access token. Returns when the next check is due (ms since 1970). Throws
   * SessionEnded; any other error says nothing about the session.
   */
  async check(session_id_hash: string): Promise<number> {
    const row = await this.#read(session_id_hash);
    const dueAt = row.checked_at + CHECK_INTERVAL_MS;
    // A time in the future means that the clock was set back.
    if (dueAt > this.now() && row.checked_at <= this.now()) return dueAt;
    await this.#underLease(
      session_id_hash,
      (found) => (found.checked_at === row.checked_at ? null : 'checked'),
      async (found) => {
        if (this.#decrypt(found, 'refresh') !== null) await this.#refresh(found, undefined);
        else await this.#lookUpOwner(found);
        return 'checked';
      },
    );
    return this.now() + CHECK_INTERVAL_MS;
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

  /** Runs `work` as the only one on all servers, unless `settled` returns a result: another holder of the lease was faster. */
  async #underLease(
    session_id_hash: string,
    settled: (row: TokenRow) => string | null,
    work: (row: TokenRow) => Promise<string>,
  ): Promise<string> {
    const { db } = this.options;
    const owner = randomUUID();
    const giveUpAt = this.monotonicNow() + LEASE_MS;
    while (!(await takeRefreshLease(db, session_id_hash, owner, { now: this.now(), ms: LEASE_MS }))) {
      if (this.monotonicNow() >= giveUpAt)
        throw new RefreshFailed('another token refresh did not finish in time');
      await this.#wait(LEASE_POLL_MS);
      const result = settled(await this.#read(session_id_hash));
      if (result !== null) return result;
    }
    try {
      // Read again: the token may have been refreshed before the lease was acquired.
      const row = await this.#read(session_id_hash);
      return settled(row) ?? (await work(row));
    } finally {
      await updateRow(
        db,
        'session_token',
        { session_id_hash, lease_owner: owner },
        { lease_owner: null, lease_until: 0 },
      );
    }
  }

  async #refresh(row: TokenRow, rejected: string | undefined): Promise<string> {
    const { session_id_hash, version, lease_owner } = row;
    const refresh_token = this.#decrypt(row, 'refresh');
    if (refresh_token === null) {
      await this.#end(session_id_hash, null);
      throw new SessionEnded(
        row.refresh_token === null
          ? 'the token has expired and the provider gave none to refresh it with'
          : 'its tokens are encrypted with a key that SECRET_KEYS no longer lists',
      );
    }
    const fresh = await this.#callProvider(session_id_hash, refresh_token);
    const sealed = this.#sealed(session_id_hash, fresh, row.refresh_token);
    // Only while this lease and version are current (the fence).
    const fence = { session_id_hash, version, lease_owner };
    const released = { lease_owner: null, lease_until: 0 };
    const next = { ...sealed, version: version + 1, checked_at: this.now(), ...released };
    if (await updateRow(this.options.db, 'session_token', fence, next)) {
      this.evict(session_id_hash);
      await this.#acceptOwner(session_id_hash, fresh);
      return fresh.access_token;
    }
    // Fenced off: the lease expired and another holder took over. That holder's token counts.
    const newer = this.#goodToken(await this.#read(session_id_hash), rejected);
    if (newer !== null) return newer;
    throw new RefreshFailed('another token refresh finished first');
  }

  /** Without a refresh token only an access token that has not expired tells whether the account still exists. */
  async #lookUpOwner(row: TokenRow): Promise<void> {
    const { session_id_hash } = row;
    const access_token = row.access_expires_at > this.now() ? this.#decrypt(row, 'access') : null;
    if (access_token !== null) {
      const person = await this.options.personOf(access_token).catch((error: unknown) => {
        if (error instanceof PersonGone) return this.#endGone(session_id_hash, error);
        throw new RefreshFailed('the identity provider did not say who owns the token', { cause: error });
      });
      if (person) await this.#acceptPerson(session_id_hash, person);
    }
    await updateRow(
      this.options.db,
      'session_token',
      { session_id_hash, lease_owner: row.lease_owner },
      { checked_at: this.now() },
    );
  }

  /** Applies the person of refreshed tokens. They are valid, so a provider that does not tell the owner now changes nothing. */
  async #acceptOwner(session_id_hash: string, fresh: FreshTokens): Promise<void> {
    const person =
      fresh.person ??
      (await this.options.personOf(fresh.access_token).catch((error: unknown) => {
        if (error instanceof PersonGone) return this.#endGone(session_id_hash, error);
        this.options.log.warn({ err: error }, "could not update a person's roles; trying again later");
        return null;
      }));
    if (person) await this.#acceptPerson(session_id_hash, person);
  }

  async #acceptPerson(session_id_hash: string, person: Person): Promise<void> {
    if (await this.options.onPerson(session_id_hash, person)) return;
    throw new SessionEnded('the person may no longer use it');
  }

  async #endGone(session_id_hash: string, cause: PersonGone): Promise<never> {
    await this.#end(session_id_hash, 'ended_at_provider');
    throw new SessionEnded('the identity provider has ended the session', { cause });
  }

  async #callProvider(session_id_hash: string, refresh_token: string): Promise<FreshTokens> {
    try {
      return await this.options.refresh(refresh_token);
    } catch (error) {
      if (!(error instanceof RefreshTokenDead))
        throw new RefreshFailed('the identity provider could not refresh', { cause: error });
      await this.#end(session_id_hash, 'ended_at_provider');
      throw new SessionEnded('the identity provider has ended the session', { cause: error });
    }
  }

  async #read(session_id_hash: string): Promise<TokenRow> {
    const row = await rowOf(this.options.db, 'session_token', { session_id_hash });
    if (row) return row;
    await this.#end(session_id_hash, null);
    throw new SessionEnded('session not found');
  }

  async #end(session_id_hash: string, reason: SessionEndReason | null): Promise<void> {
    await this.options.end(session_id_hash, reason);
    this.evict(session_id_hash);
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
