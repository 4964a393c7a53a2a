/** What administrators see of people and their sessions, and how they end them. */
import type { Person } from '@waypost/contract/api/people';
import { expect, it, onTestFinished, vi } from 'vitest';
import { purgePeople, purgeSessions } from '../../platform/store/sessions.ts';
import { useServer } from '../../testing/server.ts';
import { openStream } from '../../testing/stream.ts';
import { SESSION_END_REASONS } from './tokens.ts';

const { url, server, signedIn } = await useServer();
const admin = await signedIn('admin');
const listed = async () => (await admin.api(`${url}/api/people`)).json.items as Person[];
const personCalled = async (name: string) => {
  const found = (await listed()).find((one) => one.name === name);
  if (!found) throw new Error(`${name} is not listed`);
  return found;
};
const signOut = (sub: string, body: object = {}) =>
  admin.api(`${url}/api/people/${encodeURIComponent(sub)}/sign-out`, { method: 'POST', body });
const nameOf = async (browser: typeof admin) => {
  const { json } = await browser.api(`${url}/bff/session`);
  return (json as { user: { name: string } }).user.name;
};

it('lists who has signed in with roles and sessions: browser, address, begin and last use', async () => {
  const viewer = await signedIn('viewer');
  const person = await personCalled(await nameOf(viewer));
  expect(person).toMatchObject({ roles: ['viewer'], sessions: [{ current: false, address: '127.0.0.1' }] });
  expect(person.sessions[0]?.user_agent).not.toBeNull();
  const own = await personCalled(await nameOf(admin));
  expect(own.sessions.map(({ current }) => current)).toEqual([true]);
  expect(JSON.stringify(await listed())).not.toContain(viewer.cookie(url, '__Host-waypost')?.value);
});

it('ends one session with its streams, says why, and leaves the others of the person', async () => {
  const [phone, desk] = [await signedIn('dispatcher'), await signedIn('dispatcher')];
  const { sub, name, sessions } = await personCalled(await nameOf(phone));
  const stream = await openStream(url, phone);
  onTestFinished(() => stream.close());
  expect(sessions).toHaveLength(2);
  expect((await signOut(sub, { session_id: sessions[1]?.session_id })).json).toEqual({ ended: 1 });
  await vi.waitFor(() =>
    expect(stream.events.at(-1)).toMatchObject({
      event: 'session_ended',
      data: { reason: SESSION_END_REASONS.by_administrator },
    }),
  );
  expect((await phone.api(`${url}/api/loads`)).status).toBe(401);
  expect((await desk.api(`${url}/api/loads`)).status).toBe(200);
  const { json } = await admin.api(`${url}/api/activity?action=sign_out_person`);
  expect(json.items).toMatchObject([
    { name: await nameOf(admin), target: sub, outcome: 'done', detail: { name, sessions: 1 } },
  ]);
});

it('ends all sessions of a person at once; those of others stay, and the person stays listed', async () => {
  const [phone, desk, other] = [
    await signedIn('onboarding'),
    await signedIn('onboarding'),
    await signedIn('viewer'),
  ];
  const { sub, name } = await personCalled(await nameOf(phone));
  const seen = Date.now() + 60_000;
  await server.services.db
    .updateTable('session')
    .set({ last_seen_at: seen })
    .where('sub', '=', sub)
    .execute();
  expect((await signOut(sub)).json).toEqual({ ended: 2 });
  for (const browser of [phone, desk]) expect((await browser.api(`${url}/api/loads`)).status).toBe(401);
  expect((await other.api(`${url}/api/loads`)).status).toBe(200);
  expect(await personCalled(name)).toMatchObject({
    roles: ['onboarding'],
    sessions: [],
    last_seen_at: new Date(seen).toISOString(),
  });
  expect((await signOut(sub)).json).toEqual({ ended: 0 });
});

it('remembers when a person was last seen after their sessions are over, until that is too long ago', async () => {
  const viewer = await signedIn('viewer');
  const { name, sessions } = await personCalled(await nameOf(viewer));
  const { db } = server.services;
  const seen = Date.parse(sessions[0]?.last_seen_at ?? '') + 60_000;
  await db.updateTable('session').set({ last_seen_at: seen }).where('name', '=', name).execute();
  await purgePeople(db, Date.now() + 86_400_000);
  expect(await personCalled(name)).toMatchObject({ last_seen_at: new Date(seen).toISOString() });
  const idle = { idle_expires_at: Date.now() - 1 };
  await db.updateTable('session').set(idle).where('name', '=', name).execute();
  await purgeSessions(db, Date.now());
  expect(await personCalled(name)).toMatchObject({
    last_seen_at: new Date(seen).toISOString(),
    sessions: [],
  });
  await purgePeople(db, seen + 1);
  expect((await listed()).map((one) => one.name)).not.toContain(name);
});
