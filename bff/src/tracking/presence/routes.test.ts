/** Presence over HTTP: streams, rights, sessions. */
import { describe, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/browser.ts';
import { useServer } from '../../testing/server.ts';
import { openStream, type TestStream } from '../../testing/stream.ts';
import { id } from '../../testing/tracking.ts';

const { url, server, signedIn } = await useServer();

const put = (browser: TestBrowser, body: object) =>
  browser.api(`${url}/api/presence`, { method: 'PUT', body });
const last = ({ events }: TestStream) => events.filter(({ event }) => event === 'presence').at(-1)?.data;

describe('presence', () => {
  it('reaches open streams and new ones, and ends when the page leaves and at sign-out', async () => {
    const [ann, bob] = await Promise.all([signedIn('dispatcher'), signedIn('admin')]);
    const stream = await openStream(url, bob);
    await vi.waitFor(() => expect(last(stream)).toEqual({ items: [] }));
    expect((await put(ann, { tab: id(1), load_id: id(7), calling: true })).status).toBe(204);
    const calling = { load_id: id(7), calling: true, name: expect.any(String), sub: expect.any(String) };
    await vi.waitFor(() => expect(last(stream)).toMatchObject({ items: [calling] }));
    const later = await openStream(url, bob);
    await vi.waitFor(() => expect(last(later)).toMatchObject({ items: [calling] }));
    expect(Object.keys((last(later) as { items: [object] }).items[0]).sort()).toEqual([
      'calling',
      'load_id',
      'name',
      'since',
      'sub',
    ]);

    await put(ann, { tab: id(1), load_id: null, calling: false });
    await vi.waitFor(() => expect(last(stream)).toEqual({ items: [] }));
    await put(ann, { tab: id(1), load_id: id(7), calling: false });
    await vi.waitFor(() => expect(last(stream)).toMatchObject({ items: [{ calling: false }] }));
    await ann.api(`${url}/bff/logout`, { method: 'POST' });
    await vi.waitFor(() => expect(last(stream)).toEqual({ items: [] }));
    for (const { close } of [stream, later]) close();
  });

  it('does not prolong the session', async () => {
    const ann = await signedIn();
    const expiry = async () => (await ann.api(`${url}/bff/session`)).json.idle_expires_at;
    // As if it had been used long ago: the next use extends it.
    await server.services.db.updateTable('session').set({ last_seen_at: 0 }).execute();
    const before = await expiry();
    await put(ann, { load_id: id(7), calling: false });
    expect(await expiry()).toBe(before);
    await ann.api(`${url}/api/triage/people`);
    expect(await expiry()).not.toBe(before);
  });

  it('needs a session and a valid body', async () => {
    const response = await fetch(`${url}/api/presence`, {
      method: 'PUT',
      headers: { 'X-CSRF': '1', 'Content-Type': 'application/json' },
      body: JSON.stringify({ load_id: null, calling: false }),
    });
    expect(response.status).toBe(401);
    const viewer = await signedIn('viewer');
    expect((await put(viewer, { load_id: 'x', calling: false })).status).toBe(422);
    expect((await put(viewer, { load_id: null, calling: false })).status).toBe(204);
  });
});
