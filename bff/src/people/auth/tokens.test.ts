import { describe, expect, it } from 'vitest';
import { SecretBox } from '../../platform/secrets/keys.ts';
import type { Database } from '../../platform/store/database.ts';
import { rowOf } from '../../platform/store/query.ts';
import { createSession, endSession, takeRefreshLease } from '../../platform/store/sessions.ts';
import { describeOnBothDatabases, type TestDatabase } from '../../testing/databases.ts';
import { silentLog } from '../../testing/tracking.ts';
import { type FreshTokens, RefreshTokenDead } from './identity.ts';
import { CHECK_INTERVAL_MS, RefreshFailed, SessionEnded, SessionTokens } from './tokens.ts';

const box = new SecretBox([{ id: 'k', key: Buffer.alloc(32, 3) }]);
const START = Date.parse('2026-11-20T10:00:00Z');

/** A provider that rotates refresh tokens, and revokes everything when a used one is sent again. */
class RotatingProvider {
  refreshes = 0;
  #current = 'refresh-0';
  dead = false;
  before: () => Promise<void> = async () => undefined;
  refresh = async (refresh_token: string): Promise<FreshTokens> => {
    await this.before();
    if (this.dead || refresh_token !== this.#current) {
      this.dead = true;
      throw new RefreshTokenDead('reuse');
    }
    this.refreshes += 1;
    this.#current = `refresh-${this.refreshes}`;
    return { access_token: `access-${this.refreshes}`, refresh_token: this.#current, expires_in: 3600 };
  };
}

/** What a session needs besides its tokens. */
const others = (db: Database) => ({
  log: silentLog,
  personOf: async () => null,
  onPerson: async () => true,
  end: (id_hash: string) => endSession(db, id_hash),
});

async function setup(database: TestDatabase, provider: RotatingProvider) {
  const { db } = await database.open();
  let now = START;
  const clock = { now: () => now, advance: (ms: number) => (now += ms) };
  const make = (keys = box) =>
    new SessionTokens({
      db,
      box: keys,
      ...others(db),
      now: clock.now,
      refresh: provider.refresh,
      wait: async (ms) => {
        clock.advance(ms);
        await new Promise((resolve) => setImmediate(resolve));
      },
    });
  const tokens = make();
  const row = {
    id_hash: 's',
    session_id: 'public-s',
    sub: 'u',
    name: 'U',
    roles: '[]',
    roles_from: 'id_token',
    sid: null,
    created_at: now,
    last_seen_at: now,
  };
  const times = { idle_expires_at: now + 1e9, expires_at: now + 1e9, user_agent: null, address: null };
  await createSession(
    db,
    { ...row, ...times },
    tokens.row('s', { access_token: 'access-0', refresh_token: 'refresh-0', expires_in: 3600 }),
  );
  return { db, clock, tokens, make };
}

describeOnBothDatabases('tokens of a session', (fresh) => {
  it('are stored encrypted, never in clear text', async () => {
    const { db } = await setup(await fresh(), new RotatingProvider());
    expect(JSON.stringify(await rowOf(db, 'session_token', { session_id_hash: 's' }))).not.toMatch(
      /access-0|refresh-0/,
    );
  });

  it('are refreshed once for fifty concurrent calls at expiry', async () => {
    const provider = new RotatingProvider();
    const { clock, tokens } = await setup(await fresh(), provider);
    clock.advance(3600_000);
    const got = await Promise.all(Array.from({ length: 50 }, () => tokens.get('s')));
    expect(new Set(got)).toEqual(new Set(['access-1']));
    expect(provider.refreshes).toBe(1);
  });

  it('are refreshed once by several servers sharing a database', async () => {
    const provider = new RotatingProvider();
    const { clock, make } = await setup(await fresh(), provider);
    clock.advance(3600_000);
    const servers = [make(), make(), make()];
    const got = await Promise.all(servers.flatMap((server) => [server.get('s'), server.get('s')]));
    expect(new Set(got)).toEqual(new Set(['access-1']));
    expect(provider.dead).toBe(false);
  });

  it('are read again after the lease is acquired, so that a used refresh token is not sent', async () => {
    const provider = new RotatingProvider();
    const { db, clock, make } = await setup(await fresh(), provider);
    clock.advance(3600_000);
    // Another server holds the lease while this one waits, refreshes, and releases it.
    expect(await takeRefreshLease(db, 's', 'other', { now: clock.now(), ms: 1_000 })).toBe(true);
    const other = make();
    const waiting = make().get('s');
    clock.advance(1_001);
    await other.get('s');
    expect(await waiting).toBe('access-1');
    expect(provider).toMatchObject({ refreshes: 1, dead: false });
  });

  it('are refreshed although the clock was set back by an hour after another server died with the lease', async () => {
    const provider = new RotatingProvider();
    const { db, clock, make } = await setup(await fresh(), provider);
    clock.advance(3 * 3600_000);
    await takeRefreshLease(db, 's', 'dead', { now: clock.now(), ms: 60_000 });
    clock.advance(-3600_000);
    expect(await make().get('s')).toBe('access-1');
  });

  it('are checked once in five minutes, whatever the number of servers and requests', async () => {
    const provider = new RotatingProvider();
    const { clock, make } = await setup(await fresh(), provider);
    const servers = [make(), make(), make()];
    const checkAll = () =>
      Promise.all(servers.flatMap((server) => [server.check('s'), server.check('s'), server.get('s')]));
    await checkAll();
    expect(provider.refreshes).toBe(0);
    clock.advance(CHECK_INTERVAL_MS);
    await checkAll();
    expect(provider).toMatchObject({ refreshes: 1, dead: false });
    clock.advance(CHECK_INTERVAL_MS - 10_000);
    await checkAll();
    expect(provider.refreshes).toBe(1);
  });

  it('survive a failing provider: the session continues and the next call retries', async () => {
    const provider = new RotatingProvider();
    const { clock, tokens } = await setup(await fresh(), provider);
    clock.advance(3600_000);
    provider.before = async () => {
      throw new Error('500');
    };
    await expect(tokens.get('s')).rejects.toBeInstanceOf(RefreshFailed);
    provider.before = async () => undefined;
    await expect(tokens.get('s')).resolves.toBe('access-1');
  });

  it('end the session if and only if the provider rejects the refresh token', async () => {
    const provider = new RotatingProvider();
    const { db, clock, tokens } = await setup(await fresh(), provider);
    clock.advance(3600_000);
    provider.dead = true;
    await expect(tokens.get('s')).rejects.toBeInstanceOf(SessionEnded);
    expect(await rowOf(db, 'session_token', { session_id_hash: 's' })).toBeUndefined();
  });

  it('encrypted with a removed key end the session without an attempt to refresh', async () => {
    const provider = new RotatingProvider();
    const { db, make } = await setup(await fresh(), provider);
    const elsewhere = make(new SecretBox([{ id: 'new', key: Buffer.alloc(32, 4) }]));
    await expect(elsewhere.get('s')).rejects.toBeInstanceOf(SessionEnded);
    expect(await rowOf(db, 'session_token', { session_id_hash: 's' })).toBeUndefined();
    expect(provider.refreshes).toBe(0);
    await expect(make().get('s')).rejects.toBeInstanceOf(SessionEnded);
  });

  it('are refreshed if only the access token was encrypted with a removed key', async () => {
    const provider = new RotatingProvider();
    const { db, tokens, make } = await setup(await fresh(), provider);
    const gone = new SecretBox([{ id: 'gone', key: Buffer.alloc(32, 5) }]);
    const { access_token } = make(gone).row('s', { access_token: 'lost', expires_in: 3600 });
    await db.updateTable('session_token').set({ access_token }).execute();
    expect(await tokens.get('s')).toBe('access-1');
  });

  it('are refreshed early when the service rejects a token that should still be valid', async () => {
    const provider = new RotatingProvider();
    const { tokens } = await setup(await fresh(), provider);
    expect(await tokens.get('s')).toBe('access-0');
    expect(await tokens.get('s', 'access-0')).toBe('access-1');
    // A second call that was rejected with the same old token gets the new one.
    expect(await tokens.get('s', 'access-0')).toBe('access-1');
    expect(provider.refreshes).toBe(1);
  });

  it('of a slower holder whose lease expired do not overwrite newer ones', async () => {
    const provider = new RotatingProvider();
    const { db, clock, make } = await setup(await fresh(), provider);
    clock.advance(3600_000);
    let release = () => undefined as unknown;
    const held = new Promise<void>((resolve) => {
      release = () => resolve();
    });
    const slow = new SessionTokens({
      db,
      box,
      ...others(db),
      now: clock.now,
      refresh: async () => {
        await held;
        return { access_token: 'stale', refresh_token: 'stale', expires_in: 3600 };
      },
    });
    const slowGet = slow.get('s');
    await until(
      async () => (await rowOf(db, 'session_token', { session_id_hash: 's' }))?.lease_owner != null,
    );
    clock.advance(60_001);
    expect(await make().get('s')).toBe('access-1');
    release();
    expect(await slowGet).toBe('access-1');
    expect(await make().get('s')).toBe('access-1');
  });
});

async function until(condition: () => Promise<boolean>) {
  for (let i = 0; i < 1000; i += 1) {
    if (await condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('never came true');
}

describe('a token that expires within the margin', () => {
  it('is used for half its lifetime', () => {
    let now = START;
    const tokens = new SessionTokens({
      db: undefined as never,
      box,
      ...others(undefined as never),
      refresh: async () => ({}) as FreshTokens,
      now: () => now,
    });
    const row = tokens.row('s', { access_token: 'a', expires_in: 20 });
    now += 9_000;
    expect(row.access_expires_at - 30_000).toBeGreaterThan(now);
    now += 2_000;
    expect(row.access_expires_at - 30_000).toBeLessThan(now);
  });
});
