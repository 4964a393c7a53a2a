/**
 * Wall screens. The secret of a link is a prefix and 256 random bits; only its hash is stored, so neither the database nor a backup of
 * it opens a screen. The browser keeps the secret in the session cookie: every screen of a link has one session, which ends when the
 * link is revoked, and by nothing else.
 */
import { randomUUID } from 'node:crypto';
import { WALL_ROLE } from '@waypost/contract/api/session';
import {
  type CreatedWallScreen,
  WALL_SECRET_PREFIX,
  type WallScreen,
  type wallScreenCreate,
} from '@waypost/contract/api/wall-screens';
import type { z } from 'zod';
import type { CurrentSession } from '../../platform/http/current.ts';
import { Problem } from '../../platform/http/problems.ts';
import type { Person } from '../../platform/lib/person.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { withIsoTimes } from '../../platform/lib/time.ts';
import { TtlCache } from '../../platform/lib/ttl-cache.ts';
import { hashOf, randomToken } from '../../platform/secrets/keys.ts';
import type { Tables } from '../../platform/store/database.ts';
import { addRow, rowOf, rowsOf, updateRow } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';

type WallScreenRow = Tables['wall_screen'];

interface WallScreensOptions extends Uses<'db' | 'activity' | 'now'> {
  /** Called with the session that ends with its link. */
  readonly onRevoke?: (id_hash: string) => void;
}

const SECRET = new RegExp(`^${WALL_SECRET_PREFIX}[\\w-]{43}$`);
/** In place of the hash of a session id, which has no slash. */
const SESSION_PREFIX = 'wall/';
/** Minimum time between two writes of when a screen was last seen. */
const SEEN_INTERVAL_MS = 60_000;

/** Whether a session cookie holds the secret of a wall screen. */
export const isWallSecret = (id: string): boolean => SECRET.test(id);
export const isWallSession = (id_hash: string): boolean => id_hash.startsWith(SESSION_PREFIX);

export class WallScreens extends ServerPart<WallScreensOptions> {
  readonly #seen = new TtlCache<true>(SEEN_INTERVAL_MS, this.monotonicNow);

  /** Newest first. */
  async list(): Promise<WallScreen[]> {
    return (await rowsOf(this.options.db, 'wall_screen', {}, ['-created_at', 'id'])).map(
      toWallScreenResponse,
    );
  }

  /** The response contains the secret, which cannot be read again later. */
  async create({ name }: z.output<typeof wallScreenCreate>, by: Person): Promise<CreatedWallScreen> {
    const secret = WALL_SECRET_PREFIX + randomToken();
    const row: WallScreenRow = {
      id: randomUUID(),
      name,
      secret_hash: hashOf(secret),
      created_at: this.now(),
      created_by_name: by.name,
      last_seen_at: null,
      revoked_at: null,
      revoked_by_name: null,
    };
    await inTransaction(this.options.db, async (trx) => {
      await addRow(trx, 'wall_screen', row);
      await this.options.activity.record(trx, by, 'create_wall_screen', row.id, { name });
    });
    return { wall_screen: toWallScreenResponse(row), secret };
  }

  /** Revokes a link permanently and ends its session; one that was revoked before stays unchanged. Throws 404. */
  async revoke(id: string, by: Person): Promise<WallScreen> {
    const { db, activity, onRevoke } = this.options;
    const row = await inTransaction(db, async (trx) => {
      const change = { revoked_at: this.now(), revoked_by_name: by.name };
      const revoked = await updateRow(trx, 'wall_screen', { id, revoked_at: null }, change);
      const screen = await rowOf(trx, 'wall_screen', { id });
      if (!screen) throw Problem.notFound('Wall screen not found');
      if (revoked) await activity.record(trx, by, 'revoke_wall_screen', id, { name: screen.name });
      return screen;
    });
    onRevoke?.(SESSION_PREFIX + id);
    return toWallScreenResponse(row);
  }

  /** Checks a secret and logs that a browser opened its link. Throws the same 404 for an unknown and a revoked one. */
  async open(secret: string): Promise<void> {
    const { db, activity } = this.options;
    const screen = await this.find(secret);
    if (!screen)
      throw Problem.notFound('This link does not work', 'It was revoked, or part of it is missing');
    const { session_id, name } = screen;
    await inTransaction(db, (trx) => activity.record(trx, null, 'open_wall_screen', session_id, { name }));
  }

  /** The session of a secret; null for an unknown or revoked one. */
  async find(secret: string): Promise<CurrentSession | null> {
    return isWallSecret(secret) ? this.#session({ secret_hash: hashOf(secret) }) : null;
  }

  async findByHash(id_hash: string): Promise<CurrentSession | null> {
    return this.#session({ id: id_hash.slice(SESSION_PREFIX.length) });
  }

  async #session(
    where: Pick<WallScreenRow, 'secret_hash'> | Pick<WallScreenRow, 'id'>,
  ): Promise<CurrentSession | null> {
    const row = await rowOf(this.options.db, 'wall_screen', { ...where, revoked_at: null });
    if (!row) return null;
    const { id, name } = row;
    if (!this.#seen.get(id)) {
      this.#seen.set(id, true);
      await updateRow(this.options.db, 'wall_screen', { id }, { last_seen_at: this.now() });
    }
    return {
      id_hash: SESSION_PREFIX + id,
      session_id: id,
      sub: SESSION_PREFIX + id,
      name,
      roles: [WALL_ROLE],
      sid: null,
      idle_expires_at: null,
      expires_at: null,
    };
  }
}

function toWallScreenResponse({ id, secret_hash: _, ...row }: WallScreenRow): WallScreen {
  return { ...withIsoTimes(row), wall_screen_id: id };
}
