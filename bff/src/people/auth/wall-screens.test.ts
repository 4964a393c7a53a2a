/** What the link of a wall screen opens, for how long, and what ends it. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import { SESSION_COOKIE } from '../../platform/http/cookies.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { useServer } from '../../testing/server.ts';
import { openStream } from '../../testing/stream.ts';
import { silentLog } from '../../testing/tracking.ts';
import { WALL_OPENINGS_PER_MINUTE } from './session-routes.ts';
import { SESSION_END_REASONS } from './tokens.ts';
import { WallScreens } from './wall-screens.ts';

const ada = { sub: 'ada', name: 'Ada' };
const START = Date.parse('2026-11-20T10:00:00Z');

describeOnBothDatabases('wall screens', (fresh) => {
  async function store() {
    const { db } = await (await fresh()).open();
    const clock = { now: START };
    const now = () => clock.now;
    const ended: string[] = [];
    const onRevoke = (id_hash: string) => ended.push(id_hash);
    const activity = new Activity(db, silentLog, now);
    const walls = new WallScreens({ db, activity, onRevoke, now });
    return { db, clock, activity, walls, ended };
  }

  it('are found by the whole secret of their link only, which is not stored', async () => {
    const { db, walls } = await store();
    const { secret, wall_screen } = await walls.create({ name: 'Dock' }, ada);
    expect(secret).toMatch(/^wpw_[\w-]{43}$/);
    expect(await walls.find(secret)).toMatchObject({
      session_id: wall_screen.wall_screen_id,
      name: 'Dock',
      roles: ['wall_screen'],
      idle_expires_at: null,
      expires_at: null,
    });
    for (const wrong of [secret.slice(0, -1), `${secret}x`, secret.toUpperCase(), secret.slice(4), ''])
      expect(await walls.find(wrong), wrong).toBeNull();
    const rows = JSON.stringify([
      await db.selectFrom('wall_screen').selectAll().execute(),
      await db.selectFrom('activity').selectAll().execute(),
      await walls.list(),
    ]);
    for (let at = 4; at + 8 <= secret.length; at += 1) expect(rows).not.toContain(secret.slice(at, at + 8));
  });

  it('are listed newest first with who made them and when they were last seen, to the minute', async () => {
    const { walls, clock } = await store();
    const { secret } = await walls.create({ name: 'Dock' }, ada);
    clock.now += 1_000;
    await walls.create({ name: 'Office' }, ada);
    const seen = async () => (await walls.list()).map(({ name, last_seen_at }) => [name, last_seen_at]);
    expect(await walls.list()).toMatchObject([{ name: 'Office', created_by_name: 'Ada' }, { name: 'Dock' }]);
    await walls.find(secret);
    const first = new Date(clock.now).toISOString();
    clock.now += 59_000;
    await walls.find(secret);
    expect(await seen()).toEqual([
      ['Office', null],
      ['Dock', first],
    ]);
    clock.now += 1_000;
    await walls.find(secret);
    expect(await seen()).toContainEqual(['Dock', new Date(clock.now).toISOString()]);
  });

  it('are revoked once, by name, and end at once', async () => {
    const { walls, activity, clock, ended } = await store();
    const { secret, wall_screen } = await walls.create({ name: 'Dock' }, ada);
    const id = wall_screen.wall_screen_id;
    const session = await walls.find(secret);
    clock.now += 1_000;
    const revoked = await walls.revoke(id, ada);
    expect(revoked).toMatchObject({ revoked_by_name: 'Ada' });
    expect(await walls.find(secret)).toBeNull();
    expect(await walls.findByHash(session?.id_hash ?? '')).toBeNull();
    expect(ended).toEqual([session?.id_hash]);
    expect(await walls.revoke(id, { sub: 'bob', name: 'Bob' })).toEqual(revoked);
    const log = await activity.list({ limit: 10 });
    expect(log.map(({ action, name }) => [action, name])).toEqual([
      ['revoke_wall_screen', 'Ada'],
      ['create_wall_screen', 'Ada'],
    ]);
    await expect(walls.revoke('00000000-0000-4000-8000-000000000000', ada)).rejects.toMatchObject({
      code: 404,
    });
  });
});

describe('a browser with the link', async () => {
  const { url, signedIn } = await useServer({ env: { TRUSTED_PROXIES: '1' } });

  async function link(name: string) {
    const admin = await signedIn('admin');
    const { json } = await admin.api(`${url}/api/wall-screens`, { method: 'POST', body: { name } });
    const { wall_screen_id } = json.wall_screen as { wall_screen_id: string };
    return {
      admin,
      secret: json.secret as string,
      revoke: () => admin.api(`${url}/api/wall-screens/${wall_screen_id}/revoke`, { method: 'POST' }),
    };
  }
  const open = (browser: TestBrowser, secret: string, address = '198.51.100.1') =>
    browser.api(`${url}/bff/wall`, {
      method: 'POST',
      body: { secret },
      headers: { 'X-Forwarded-For': address },
    });

  it('reads the board, keeps its session when it is closed, and is no person', async () => {
    const { secret } = await link('Dock');
    const screen = new TestBrowser();
    expect((await open(screen, secret)).status).toBe(204);
    const cookie = screen.cookie(url, SESSION_COOKIE);
    expect(cookie?.attributes).toEqual(
      expect.arrayContaining(['secure', 'httponly', 'samesite=strict', 'max-age=34560000']),
    );
    expect((await screen.api(`${url}/api/loads`)).status).toBe(200);
    const { json } = await screen.api(`${url}/bff/session`);
    expect(json).toMatchObject({
      signed_in: true,
      user: { name: 'Dock', roles: ['wall_screen'] },
      expires_at: null,
      idle_expires_at: null,
    });
  });

  it('loses its session and its streams as soon as the link is revoked, and learns why', async () => {
    const { secret, revoke } = await link('Dock');
    const screen = new TestBrowser();
    await open(screen, secret);
    const stream = await openStream(url, screen);
    onTestFinished(() => stream.close());
    await vi.waitFor(() => expect(stream.events).not.toEqual([]));
    await revoke();
    await vi.waitFor(() =>
      expect(stream.events.at(-1)).toMatchObject({
        event: 'session_ended',
        data: { reason: SESSION_END_REASONS.wall_revoked },
      }),
    );
    expect((await screen.api(`${url}/api/loads`)).status).toBe(401);
    expect((await screen.api(`${url}/bff/session`)).json).toEqual({
      signed_in: false,
      ended: SESSION_END_REASONS.wall_revoked,
      was_wall_screen: true,
    });
    expect((await open(new TestBrowser(), secret)).status).toBe(404);
  });

  it('does not take the place of a person who is signed in there', async () => {
    const { secret, admin } = await link('Dock');
    expect(await open(admin, secret)).toMatchObject({
      status: 409,
      json: { message: 'This browser is signed in as Ama Boateng' },
    });
    expect((await admin.api(`${url}/bff/session`)).json).toMatchObject({ user: { name: 'Ama Boateng' } });
  });

  it('is logged once, however often it opens the page again', async () => {
    const { secret, admin } = await link('Reception');
    const screen = new TestBrowser();
    await open(screen, secret);
    await open(screen, secret);
    const { json } = await admin.api(`${url}/api/activity?action=open_wall_screen&q=Reception`);
    expect(json.items).toMatchObject([{ name: null, detail: { name: 'Reception' } }]);
  });

  it('cannot be guessed: each address may try some times a minute', async () => {
    const guess = `wpw_${'x'.repeat(43)}`;
    for (let n = 0; n < WALL_OPENINGS_PER_MINUTE; n += 1)
      expect((await open(new TestBrowser(), guess, '203.0.113.9')).status).toBe(404);
    expect((await open(new TestBrowser(), 'wpw_x', '203.0.113.9')).status).toBe(429);
    expect((await open(new TestBrowser(), 'wpw_x', '203.0.113.10')).status).toBe(404);
  });
});
