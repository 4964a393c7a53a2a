import { describe, expect, it, vi } from 'vitest';
import { Http } from './http.ts';
import { mayNow, type SessionChannel, SessionStore, signInAddress } from './session.ts';

const dana = {
  signed_in: true,
  user: { sub: 'dana', name: 'Dana Ortiz', roles: ['viewer'] },
  expires_at: '2026-11-21T00:00:00Z',
  idle_expires_at: '2026-11-20T22:00:00Z',
};

/** The tabs of one browser: a message posted by one reaches all others. */
function channels() {
  const tabs: ((event: { data: unknown }) => void)[] = [];
  return (): SessionChannel => {
    let ownListener: ((event: { data: unknown }) => void) | undefined;
    return {
      postMessage: (data) => {
        for (const listener of tabs) if (listener !== ownListener) listener({ data });
      },
      addEventListener: (_type, listener) => {
        ownListener = listener;
        tabs.push(listener);
      },
    };
  };
}

function make(server: { session: unknown }, channel: SessionChannel | null = null) {
  const fetchMock = vi.fn(async (path: string) => {
    if (server.session instanceof Error) throw server.session;
    return path === '/bff/logout'
      ? new Response(null, { status: 204 })
      : new Response(JSON.stringify(server.session));
  });
  const http = new Http({ fetch: fetchMock as unknown as typeof fetch, online: () => true });
  return { fetchMock, store: new SessionStore(http, channel) };
}

describe('SessionStore', () => {
  it('fetches once for concurrent callers, with a background request', async () => {
    const { fetchMock, store } = make({ session: dana });
    await Promise.all([store.ready(), store.ready(), store.refresh()]);
    expect(fetchMock).toHaveBeenCalledOnce();
    expect(fetchMock.mock.calls[0]).toEqual([
      '/bff/session',
      expect.objectContaining({ headers: expect.objectContaining({ 'X-Background': '1' }) }),
    ]);
    expect(store.get().phase).toBe('in');
  });

  it('distinguishes "never signed in" from "session ended", which keeps the page', async () => {
    const server: { session: unknown } = { session: { signed_in: false } };
    const nobody = make(server);
    await nobody.store.refresh();
    expect(nobody.store.get().phase).toBe('out');
    server.session = dana;
    const ended = make(server);
    await ended.store.refresh();
    server.session = { signed_in: false };
    await ended.store.refresh();
    expect(ended.store.get()).toMatchObject({ phase: 'ended', session: { user: { name: 'Dana Ortiz' } } });
  });

  it('resumes in place when the person signs in again in another tab', async () => {
    const server: { session: unknown } = { session: dana };
    const channel = channels();
    const [one, two] = [make(server, channel()), make(server, channel())];
    await Promise.all([one.store.refresh(), two.store.refresh()]);
    one.store.end();
    two.store.end();
    await one.store.refresh();
    await vi.waitFor(() => expect(two.store.get().phase).toBe('in'));
  });

  it('ends in every tab when one of them signs out', async () => {
    const server = { session: dana };
    const channel = channels();
    const [one, two] = [make(server, channel()), make(server, channel())];
    await Promise.all([one.store.refresh(), two.store.refresh()]);
    await one.store.signOut();
    expect(one.store.get().phase).toBe('out');
    expect(two.store.get().phase).toBe('ended');
  });

  it('keeps a known session while the server is unreachable', async () => {
    const server: { session: unknown } = { session: dana };
    const { store } = make(server);
    await store.refresh();
    server.session = new TypeError('Failed to fetch');
    await store.refresh();
    expect(store.get().phase).toBe('in');
  });

  it('reports an unreachable server when it never responded, and retries', async () => {
    const server: { session: unknown } = { session: new TypeError('Failed to fetch') };
    const { store } = make(server);
    expect((await store.ready()).phase).toBe('unreachable');
    server.session = dana;
    expect((await store.ready()).phase).toBe('in');
  });

  it("checks the person's rights", async () => {
    const { store } = make({ session: dana });
    await store.refresh();
    expect(mayNow(store.get(), 'read')).toBe(true);
    expect(mayNow(store.get(), 'manage_loads')).toBe(false);
  });

  it('builds a sign-in address that returns to the current page, and asks for the password after a sign-out', () => {
    expect(signInAddress('/?tab=all')).toBe('/bff/login?return_to=%2F%3Ftab%3Dall');
    expect(signInAddress('/', true)).toContain('prompt=login');
  });
});
