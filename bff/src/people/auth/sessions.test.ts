/** Rules 7, 9 and 11: sessions with a manual clock, on both databases. */
import { expect, it } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import { SINGLE_SERVER } from '../../platform/cluster/notify-bus.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { hashOf, SecretBox } from '../../platform/secrets/keys.ts';
import { rowsOf } from '../../platform/store/query.ts';
import { purgeSessions } from '../../platform/store/sessions.ts';
import { describeOnBothDatabases, type TestDatabase } from '../../testing/databases.ts';
import { silentLog } from '../../testing/tracking.ts';
import { Revocations } from './revocations.ts';
import { LOGIN_SECONDS, Sessions } from './sessions.ts';
import { SessionTokens } from './tokens.ts';
import { WallScreens } from './wall-screens.ts';

const HOUR = 3600_000;
const key = (id: string, fill: number) => ({ id, key: Buffer.alloc(32, fill) });
const oldBox = new SecretBox([key('old', 1)]);
const person = {
  sub: 'ann',
  name: 'Ann',
  roles: ['dispatcher'],
  rolesFrom: 'id_token',
  sid: 'sid-1',
} as const;
const fresh = { access_token: 'access-secret', refresh_token: 'refresh-secret', expires_in: 3600 };

async function setup(database: TestDatabase, box = oldBox) {
  const { db, dialect } = await database.open();
  const clock = { now: Date.parse('2026-11-20T10:00:00Z') };
  const now = () => clock.now;
  const provider = { up: true, revoked: [] as string[] };
  const revoke = async (refresh_token: string) => {
    if (!provider.up) throw new Error('the provider is down');
    provider.revoked.push(refresh_token);
  };
  const tokens = new SessionTokens({
    db,
    box,
    log: silentLog,
    now,
    refresh: async () => fresh,
    personOf: async () => null,
    onPerson: (id_hash, found) => sessions.update(id_hash, found),
    end: (id_hash, reason) => sessions.end(id_hash, reason),
  });
  const activity = new Activity(db, silentLog, now);
  const jobs = new Jobs({ db, dialect, log: silentLog, activity, bus: SINGLE_SERVER, now });
  const revocations = new Revocations({ box, jobs, revoke });
  const walls = new WallScreens({ db, activity, now });
  const sessions: Sessions = new Sessions({
    db,
    box,
    log: silentLog,
    activity,
    tokens,
    revocations,
    walls,
    rolesOfGroups: new Map(),
    defaultRoles: ['viewer'],
    idleSeconds: 4 * 3600,
    absoluteSeconds: 16 * 3600,
    now,
  });
  return { db, clock, provider, jobs, sessions, walls };
}

describeOnBothDatabases('a session', (database) => {
  it('is stored by the hash of its id and with encrypted tokens: a stolen database grants no access', async () => {
    const { db, sessions } = await setup(await database());
    const id = await sessions.begin(person, fresh, { user_agent: 'a browser', address: '203.0.113.7' });
    const stored = JSON.stringify([
      await db.selectFrom('session').selectAll().execute(),
      await db.selectFrom('session_token').selectAll().execute(),
    ]);
    expect(stored).toContain(hashOf(id));
    expect(stored).not.toContain(id);
    expect(stored).not.toMatch(/access-secret|refresh-secret/);
  });

  it('of a person ends by idleness, on a shared phone too; that of a wall screen stays for ten years', async () => {
    const { clock, db, sessions, walls } = await setup(await database());
    const phone = await sessions.begin(person, fresh, null);
    const { secret } = await walls.create({ name: 'Dock' }, person);
    const screen = await sessions.find(secret, false);
    clock.now += 4 * HOUR;
    await purgeSessions(db, clock.now);
    expect(await sessions.find(phone, false)).toBeNull();
    clock.now += 3_650 * 24 * HOUR;
    await purgeSessions(db, clock.now);
    expect(await sessions.find(secret, false)).toEqual(screen);
    expect(await sessions.findByHash(screen?.id_hash ?? '', false)).toEqual(screen);
  });

  it('ends after the idle time without activity', async () => {
    const { clock, sessions } = await setup(await database());
    const id = await sessions.begin(person, fresh, null);
    clock.now += 4 * HOUR - 1;
    expect(await sessions.find(id, false)).not.toBeNull();
    clock.now += 1;
    expect(await sessions.find(id, true)).toBeNull();
  });

  it('is not extended by polling and streams', async () => {
    const { clock, sessions } = await setup(await database());
    const id = await sessions.begin(person, fresh, null);
    for (let hours = 0; hours < 3.5; hours += 0.5) {
      clock.now += HOUR / 2;
      await sessions.find(id, false);
      await sessions.findByHash(hashOf(id), false);
    }
    clock.now += HOUR / 2;
    expect(await sessions.find(id, false)).toBeNull();
  });

  it('is extended by activity, but never beyond its absolute end', async () => {
    const { clock, sessions } = await setup(await database());
    const id = await sessions.begin(person, fresh, null);
    const begun = clock.now;
    while (clock.now + 3 * HOUR < begun + 16 * HOUR) {
      clock.now += 3 * HOUR;
      expect(await sessions.find(id, true)).not.toBeNull();
    }
    clock.now = begun + 16 * HOUR;
    expect(await sessions.find(id, true)).toBeNull();
  });

  it('that has expired is deleted with its tokens at the next purge', async () => {
    const { db, clock, sessions } = await setup(await database());
    await sessions.begin(person, fresh, null);
    clock.now += 17 * HOUR;
    await purgeSessions(db, clock.now);
    expect(await db.selectFrom('session').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('session_token').selectAll().execute()).toEqual([]);
  });
});

describeOnBothDatabases('a sign-in under way', (database) => {
  const secrets = { state: 's', nonce: 'n', verifier: 'v' };

  it('can be used once, even by two simultaneous callbacks', async () => {
    const { sessions } = await setup(await database());
    const id = await sessions.beginLogin(secrets, '/', null);
    const taken = await Promise.all([sessions.takeLogin(id), sessions.takeLogin(id), sessions.takeLogin(id)]);
    expect(taken.filter((one) => one !== null)).toHaveLength(1);
  });

  it('expires after ten minutes', async () => {
    const { clock, sessions } = await setup(await database());
    const id = await sessions.beginLogin(secrets, '/', null);
    clock.now += LOGIN_SECONDS * 1000;
    expect(LOGIN_SECONDS).toBeLessThanOrEqual(600);
    expect(await sessions.takeLogin(id)).toBeNull();
  });

  it('has to be started again when its key was removed', async () => {
    const url = await database();
    const begun = await setup(url);
    const secrets = { state: 's', nonce: 'n', code_verifier: 'v' };
    const id = await begun.sessions.beginLogin(secrets as never, '/', null);
    const { sessions } = await setup(url, new SecretBox([key('new', 2)]));
    expect(await sessions.takeLogin(id)).toBeNull();
  });
});

describeOnBothDatabases('signing out', (database) => {
  it('ends the session immediately while the provider is down, and notifies the provider later', async () => {
    const { db, clock, provider, jobs, sessions } = await setup(await database());
    const id = await sessions.begin(person, fresh, null);
    provider.up = false;
    expect(await sessions.end(hashOf(id))).toBe(true);
    await jobs.runDue();
    expect(await sessions.find(id, true)).toBeNull();
    expect(provider.revoked).toEqual([]);
    const waiting = await rowsOf(db, 'job');
    expect(JSON.stringify(waiting)).not.toContain('refresh-secret');
    expect(waiting).toHaveLength(1);

    provider.up = true;
    clock.now += HOUR;
    await jobs.runDue();
    expect(provider.revoked).toEqual(['refresh-secret']);
    expect(await rowsOf(db, 'job')).toEqual([]);
    await jobs.stop();
  });

  it('is sent to the provider by the next process when this one ends earlier', async () => {
    const url = await database();
    const first = await setup(url);
    first.provider.up = false;
    await first.sessions.end(hashOf(await first.sessions.begin(person, fresh, null)));
    await first.jobs.runDue();
    await first.jobs.stop();

    const second = await setup(url);
    second.clock.now += HOUR;
    await second.jobs.runDue();
    expect(second.provider.revoked).toEqual(['refresh-secret']);
    await second.jobs.stop();
  });

  it('is possible when the key of its tokens was removed', async () => {
    const url = await database();
    const id = await (await setup(url)).sessions.begin(person, fresh, null);
    const { sessions, jobs } = await setup(url, new SecretBox([key('new', 2)]));
    expect(await sessions.end(hashOf(id))).toBe(true);
    expect(await sessions.find(id, true)).toBeNull();
    await jobs.stop();
  });

  it('at the provider ends the sessions it names, and no others', async () => {
    const { sessions, jobs } = await setup(await database());
    const one = await sessions.begin(person, fresh, null);
    const two = await sessions.begin({ ...person, sid: 'sid-2' }, fresh, null);
    const other = await sessions.begin({ ...person, sub: 'bob', sid: 'sid-3' }, fresh, null);
    const token = (jti: string) => ({ jti, forget_after: Date.now() + 60_000 });
    expect(await sessions.endAtProvider({ ...token('1'), sid: 'sid-1' })).toEqual([hashOf(one)]);
    expect(await sessions.find(two, true)).not.toBeNull();
    await sessions.endAtProvider({ ...token('2'), sub: 'ann' });
    expect(await sessions.find(two, true)).toBeNull();
    expect(await sessions.find(other, true)).not.toBeNull();
    expect(await sessions.endAtProvider(token('3'))).toEqual([]);
    expect(await sessions.find(other, true)).not.toBeNull();
    await jobs.stop();
  });
});
