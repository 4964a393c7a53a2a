/** Sessions of people (rules 7 to 9): created at sign-in, found by the hash of their cookie, ended by time or on request. */
import { randomUUID } from 'node:crypto';
import type { Role, Session } from '@waypost/contract/api/session';
import type { CurrentSession } from '../../platform/http/current.ts';
import { withTimeout } from '../../platform/lib/async.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import { TtlCache } from '../../platform/lib/ttl-cache.ts';
import { hashOf, randomToken } from '../../platform/secrets/keys.ts';
import type { Database } from '../../platform/store/database.ts';
import { addRow, rowOf, rowsOf, updateRow } from '../../platform/store/query.ts';
import {
  createSession,
  endSession,
  findSession,
  type Recorder,
  removeSession,
  type SessionRow,
  sessionsAtProvider,
  sessionsOf,
  type TokenRow,
  takeLogin,
  useLogoutToken,
} from '../../platform/store/sessions.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';
import type { TokenSource } from '../../service/upstream/token-source.ts';
import type { FreshTokens, LoginSecrets, LogoutToken, Person } from './identity.ts';
import type { Revocations } from './revocations.ts';
import { type RoleRules, rolesOf } from './roles.ts';
import {
  CHECK_INTERVAL_MS,
  SESSION_END_REASONS,
  SessionEnded,
  type SessionEndReason,
  type SessionTokens,
} from './tokens.ts';
import { isWallSecret, isWallSession, type WallScreens } from './wall-screens.ts';

/** Sessions of wall screens, which are found by the secret in their cookie. */
type FindsWalls = Pick<WallScreens, 'find' | 'findByHash'>;

interface SessionsOptions extends Uses<'db' | 'box' | 'log' | 'activity' | 'now'>, RoleRules {
  readonly tokens: SessionTokens;
  readonly revocations: Revocations;
  readonly walls: FindsWalls;
  readonly idleSeconds: number;
  readonly absoluteSeconds: number;
  /** Called for each session that this server ends. */
  readonly onEnd?: (id_hash: string, reason: SessionEndReason | null) => void;
}

/** Maximum duration of a sign-in (rule 7). */
export const LOGIN_SECONDS = 600;
/** Minimum interval between updates of the idle limit. */
const TOUCH_EVERY_MS = 30_000;
/** How long a session ended by another server may still count as active. */
const CACHE_MS = 1_000;
/** After a check that the provider did not answer. */
const CHECK_RETRY_MS = 60_000;
/** A request waits this long for a check; then it is served by what is known. */
const CHECK_WAIT_MS = 2_000;
/** How long a page can still ask why its session has ended. */
const REASON_MS = 10 * 60_000;

export class Sessions extends ServerPart<SessionsOptions> {
  readonly #cache: TtlCache<{ readonly row: SessionRow; readonly roles: readonly Role[] } | null>;
  /** When the provider is next asked about a session. */
  readonly #checkAt: TtlCache<number>;
  readonly #pendingChecks = new Map<string, Promise<void>>();
  readonly #endReasons: TtlCache<SessionEndReason>;

  constructor(options: SessionsOptions) {
    super(options);
    this.#cache = new TtlCache(CACHE_MS, this.monotonicNow);
    this.#checkAt = new TtlCache(CHECK_INTERVAL_MS, this.monotonicNow);
    this.#endReasons = new TtlCache(REASON_MS, this.monotonicNow);
  }

  /**
   * Stores the secrets of a pending sign-in; returns the id for its cookie. `replaces`: cookie of the current session, which ends with
   * this sign-in; recorded now, because a `Strict` cookie is not sent with the callback (rule 9).
   */
  async beginLogin(secrets: LoginSecrets, return_to: string, replaces: string | null): Promise<string> {
    const id = randomToken();
    const id_hash = hashOf(id);
    await addRow(this.options.db, 'login_transaction', {
      id_hash,
      secrets: this.options.box.seal(JSON.stringify(secrets), `login/${id_hash}`),
      return_to,
      replaces: replaces === null ? null : hashOf(replaces),
      expires_at: this.now() + LOGIN_SECONDS * 1000,
    });
    return id;
  }

  /**
   * Secrets of a pending sign-in, usable once, so that a replayed callback fails (rule 2). Null when missing, expired, or encrypted
   * with a removed key.
   */
  async takeLogin(
    id: string,
  ): Promise<{ secrets: LoginSecrets; return_to: string; replaces: string | null } | null> {
    const row = await takeLogin(this.options.db, hashOf(id), this.now());
    if (!row) return null;
    const { return_to, replaces } = row;
    // Null when its key was removed; then the person starts over.
    const secrets = this.options.box.tryOpen(row.secrets, `login/${row.id_hash}`);
    return secrets === null ? null : { secrets: JSON.parse(secrets) as LoginSecrets, return_to, replaces };
  }

  /** Roles of a person; none: they may not sign in. */
  rolesOf(person: Person): Role[] {
    return rolesOf(person.roles, this.options);
  }

  /** Creates a session and returns its id for the cookie, always a new one (rule 9). `record` runs in the same transaction. */
  async begin(
    person: Person,
    tokens: FreshTokens,
    browser: Pick<SessionRow, 'user_agent' | 'address'> | null,
    record?: Recorder,
  ): Promise<string> {
    const { db, idleSeconds, absoluteSeconds } = this.options;
    const id = randomToken();
    const id_hash = hashOf(id);
    const now = this.now();
    const row: SessionRow = {
      id_hash,
      session_id: randomUUID(),
      sub: person.sub,
      name: person.name,
      roles: JSON.stringify(this.rolesOf(person)),
      roles_from: person.rolesFrom,
      sid: person.sid,
      created_at: now,
      last_seen_at: now,
      idle_expires_at: now + idleSeconds * 1000,
      expires_at: now + absoluteSeconds * 1000,
      user_agent: browser?.user_agent?.slice(0, 255) ?? null,
      address: browser?.address ?? null,
      email: person.email ?? null,
    };
    await createSession(db, row, this.options.tokens.row(id_hash, tokens), record);
    return id;
  }

  /** The session of a cookie, or null. `active`: caused by a person, so it extends the idle limit (rule 9). */
  async find(id: string, active: boolean): Promise<CurrentSession | null> {
    return isWallSecret(id) ? this.options.walls.find(id) : this.findByHash(hashOf(id), active);
  }

  async findByHash(id_hash: string, active: boolean): Promise<CurrentSession | null> {
    if (isWallSession(id_hash)) return this.options.walls.findByHash(id_hash);
    const now = this.now();
    let found = await this.#cache.fetch(id_hash, () => this.#read(id_hash, now));
    if (found && (this.#checkAt.get(id_hash) ?? 0) <= now) {
      await this.#check(id_hash);
      found = await this.#cache.fetch(id_hash, () => this.#read(id_hash, now));
    }
    if (!found) return null;
    const { row, roles } = found;
    if (row.idle_expires_at <= now || row.expires_at <= now) return null;
    let idle_expires_at = row.idle_expires_at;
    if (active && now - row.last_seen_at >= TOUCH_EVERY_MS) {
      idle_expires_at = now + this.options.idleSeconds * 1000;
      this.evict(id_hash);
      await updateRow(
        this.options.db,
        'session',
        { id_hash: row.id_hash },
        { last_seen_at: now, idle_expires_at },
      );
    }
    return {
      id_hash: row.id_hash,
      session_id: row.session_id,
      sub: row.sub,
      name: row.name,
      roles,
      sid: row.sid,
      idle_expires_at,
      expires_at: row.expires_at,
    };
  }

  /** Asks the provider whether the session may continue. Resolves then, or after CHECK_WAIT_MS. Never rejects. */
  #check(id_hash: string): Promise<void> {
    let pending = this.#pendingChecks.get(id_hash);
    if (!pending) {
      const check = this.#runCheck(id_hash).finally(() => this.#pendingChecks.delete(id_hash));
      // Requests that arrive later do not wait again.
      pending = withTimeout(check, CHECK_WAIT_MS, 'the check').catch(() => undefined);
      this.#pendingChecks.set(id_hash, pending);
    }
    return pending;
  }

  async #runCheck(id_hash: string): Promise<void> {
    try {
      this.#checkAt.set(id_hash, await this.options.tokens.check(id_hash));
    } catch (error) {
      if (error instanceof SessionEnded) return;
      this.#checkAt.set(id_hash, this.now() + CHECK_RETRY_MS);
      this.options.log.warn(
        { err: error },
        'could not check a session at the identity provider; it continues',
      );
    }
  }

  /**
   * Applies what the provider says now about a session's person: name and roles. Ends the session when they may no longer use it, and
   * returns false.
   */
  async update(id_hash: string, person: Person): Promise<boolean> {
    const { db, log } = this.options;
    const row = await rowOf(db, 'session', { id_hash });
    if (!row) return false;
    if (person.sub !== row.sub) {
      log.error(
        { session: row.session_id },
        'the identity provider identified another person; the session ends',
      );
      await this.end(id_hash, 'ended_at_provider');
      return false;
    }
    // Some providers name the roles in the ID token only, and refresh without one.
    const unknown = person.roles === undefined && person.rolesFrom !== row.roles_from;
    const roles = unknown ? row.roles : JSON.stringify(this.rolesOf(person));
    if (roles === '[]') {
      await this.end(id_hash, 'no_access');
      return false;
    }
    // Without a name claim, the name is the identifier.
    const name = person.name === person.sub ? row.name : person.name;
    if (roles === row.roles && name === row.name) return true;
    await updateRow(db, 'session', { id_hash }, { roles, name });
    this.evict(id_hash);
    log.info({ sub: row.sub, before: row.roles, roles }, 'the identity provider changed a person');
    return true;
  }

  /** Why a session has ended on its own, in a sentence; null when unknown. */
  endReason(id: string): string | null {
    const reason = isWallSecret(id) ? 'wall_revoked' : this.#endReasons.get(hashOf(id));
    return reason === undefined ? null : SESSION_END_REASONS[reason];
  }

  /** A session has ended, on this server or another. */
  onEnded(id_hash: string, reason: SessionEndReason | null): void {
    this.evict(id_hash);
    if (reason !== null) this.#endReasons.set(id_hash, reason);
  }

  async #read(id_hash: string, now: number) {
    const row = await findSession(this.options.db, id_hash, now);
    return row ? { row, roles: JSON.parse(row.roles) as Role[] } : null;
  }

  /** Removes a session from the cache after a change in the database. */
  evict(id_hash: string): void {
    this.#cache.delete(id_hash);
  }

  /**
   * Ends a session immediately; the provider is notified in the background (rule 11). False when there was none. `reason`: why the server
   * does this on its own. `record` runs in the same transaction.
   */
  async end(id_hash: string, reason: SessionEndReason | null = null, record?: Recorder): Promise<boolean> {
    const { db, activity } = this.options;
    const row = reason === null ? undefined : await rowOf(db, 'session', { id_hash });
    const recordEnd: Recorder | undefined = row
      ? (trx) =>
          activity.record(trx, null, 'session_ended', row.sub, {
            by: 'identity provider',
            sessions: 1,
            reason,
          })
      : record;
    const ended = await endSession(db, id_hash, this.#revoke, recordEnd);
    this.#ended(id_hash, reason);
    return ended;
  }

  /** Revokes the tokens of a sign-in that gets no session. */
  async discard({ refresh_token }: FreshTokens): Promise<void> {
    const { db, revocations } = this.options;
    if (refresh_token === undefined) return;
    await revocations.add(db, refresh_token);
    revocations.added();
  }

  readonly #revoke = async (trx: Database, token: TokenRow): Promise<void> => {
    const { tokens, revocations } = this.options;
    const refresh_token = tokens.revocableTokenOf(token);
    if (refresh_token !== null) await revocations.add(trx, refresh_token);
  };

  #ended(id_hash: string, reason: SessionEndReason | null): void {
    this.evict(id_hash);
    this.options.tokens.evict(id_hash);
    this.options.onEnd?.(id_hash, reason);
    this.options.revocations.added();
  }

  async list(sub: string): Promise<SessionRow[]> {
    return sessionsOf(this.options.db, sub, this.now());
  }

  /**
   * Ends sessions on request of the provider (back-channel logout). Returns their hashes; null when the logout token was used before.
   * Both happen in one transaction, so the token can be resent after a failure. `record` runs in it when sessions have ended.
   */
  async endAtProvider(
    { jti, forget_after, sid, sub }: LogoutToken,
    record?: (trx: Database, sessions: number) => Promise<void>,
  ): Promise<string[] | null> {
    const ended = await inTransaction(this.options.db, async (store) => {
      if (!(await useLogoutToken(store, jti, forget_after, this.now()))) return null;
      const hashes = await sessionsAtProvider(store, sid === undefined ? { sub } : { sid });
      for (const id_hash of hashes) await removeSession(store, id_hash, this.#revoke);
      if (hashes.length > 0) await record?.(store, hashes.length);
      return hashes;
    });
    for (const id_hash of ended ?? []) this.#ended(id_hash, 'ended_at_provider');
    return ended;
  }

  /** Ends these sessions for an administrator; returns how many. `record` runs in the same transaction when there were any. */
  async endOf(
    where: Pick<SessionRow, 'sub'> & { readonly session_id?: string },
    record: (trx: Database, rows: readonly SessionRow[]) => Promise<void>,
  ): Promise<number> {
    const ended = await inTransaction(this.options.db, async (trx) => {
      const rows = await rowsOf(trx, 'session', where);
      for (const { id_hash } of rows) await removeSession(trx, id_hash, this.#revoke);
      if (rows.length > 0) await record(trx, rows);
      return rows;
    });
    for (const { id_hash } of ended) this.#ended(id_hash, 'by_administrator');
    return ended.length;
  }

  /** Source of a person's own token for the service. */
  tokenSource(session: Pick<CurrentSession, 'id_hash'>): TokenSource {
    let rejected: string | undefined;
    return {
      get: () => this.options.tokens.get(session.id_hash, rejected),
      reject: (token) => {
        rejected = token;
      },
    };
  }
}

/** `ended`: why there is no session, when known. */
export function publicSession(session: CurrentSession | null, ended: string | null = null): Session {
  if (!session) return { signed_in: false, ...(ended === null ? {} : { ended }) };
  return {
    signed_in: true,
    user: { sub: session.sub, name: session.name, roles: [...session.roles] },
    expires_at: toIso(session.expires_at),
    idle_expires_at: toIso(session.idle_expires_at),
  };
}
