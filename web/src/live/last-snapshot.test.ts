import { factsOf } from '@waypost/triage/facts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Http } from '../api/http.ts';
import { SessionStore } from '../api/session.ts';
import { id, list, load, NOW, status } from '../testing/loads.ts';
import { ExceptionWatch } from './exceptions.ts';
import { LastSnapshot, persistSnapshot } from './last-snapshot.ts';
import { LoadStore } from './store.ts';

const MINUTE = 60_000;

/** A fake of the part of Cache Storage that is used. */
function fakeCaches() {
  const stored = new Map<string, Map<string, Response>>();
  const caches = {
    open: async (name: string) => {
      const cache = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, cache);
      return {
        match: async (at: string) => cache.get(at)?.clone(),
        put: async (at: string, response: Response) => void cache.set(at, response),
      };
    },
    delete: async (name: string) => stored.delete(name),
  } as unknown as CacheStorage;
  const storedPaths = () => [...stored.values()].flatMap((cache) => [...cache.keys()]);
  return { caches, storedPaths };
}

const before = list([load({ load_id: id(1), load_ref: 'LD-before', tracking_health: 'stale' })], {
  status: status({ server_time: new Date(NOW - 12 * MINUTE).toISOString() }),
});
const person = (sub: string) => ({
  signed_in: true,
  user: { sub, name: 'Dana Ortiz', roles: ['dispatcher'] },
  expires_at: new Date(NOW + 60 * MINUTE).toISOString(),
  idle_expires_at: new Date(NOW + 60 * MINUTE).toISOString(),
});

function visit(cache: ReturnType<typeof fakeCaches>, sub = 'dana') {
  const server = { session: person(sub) as unknown, list: () => Promise.resolve(Response.json(before)) };
  const http = new Http({
    fetch: (async (path: string) =>
      path === '/bff/session'
        ? Response.json(server.session)
        : new Response(null, { status: 204 })) as typeof fetch,
    online: () => true,
  });
  const session = new SessionStore(http, null);
  const store = new LoadStore({ derive: factsOf, now: () => NOW, schedule: (flush) => flush() });
  const exceptions = new ExceptionWatch(store);
  const stop = persistSnapshot({
    session,
    store,
    snapshot: new LastSnapshot({ caches: cache.caches, fetchList: () => server.list() }),
    hidden: () => false,
  });
  const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const signedIn = async () => {
    await session.refresh();
    await advance(0);
  };
  return { server, session, store, exceptions, stop, advance, signedIn };
}

/** A first visit that has stored its list. */
async function afterFirstVisit() {
  const cache = fakeCaches();
  const first = visit(cache);
  await first.signedIn();
  first.store.replaceAll(before);
  await first.advance(20_000);
  first.stop();
  return cache;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a second visit', () => {
  it('immediately shows the stored list and its time', async () => {
    const second = visit(await afterFirstVisit());
    await second.signedIn();
    expect(second.store.get(id(1))?.load_ref).toBe('LD-before');
    expect(second.store.shown_from).toBe(NOW - 12 * MINUTE);
  });

  it("replaces it with the server's list, without raising new exceptions", async () => {
    const { store, exceptions, signedIn } = visit(await afterFirstVisit());
    await signedIn();
    store.replaceAll(list([load({ load_id: id(2), tracking_health: 'stale' })]));
    expect([...store.ids()]).toEqual([id(2)]);
    expect(store.shown_from).toBeNull();
    expect(exceptions.get().ids.size).toBe(0);
  });

  it('does not show the stored list when the server was faster', async () => {
    const { store, signedIn } = visit(await afterFirstVisit());
    store.replaceAll(list([load({ load_id: id(2) })]));
    await signedIn();
    expect([...store.ids()]).toEqual([id(2)]);
  });

  it("does not show another person's list", async () => {
    const other = visit(await afterFirstVisit(), 'erin');
    await other.signedIn();
    expect(other.store.loaded).toBe(false);
  });

  it('does not store a list that is itself from an earlier visit', async () => {
    const cache = await afterFirstVisit();
    const second = visit(cache);
    const read = vi.spyOn(second.server, 'list');
    await second.signedIn();
    await second.advance(20_000);
    expect(read).not.toHaveBeenCalled();
  });
});

describe('the stored list is deleted', () => {
  it('on sign-out', async () => {
    const cache = await afterFirstVisit();
    const { session, signedIn, advance } = visit(cache);
    await signedIn();
    expect(cache.storedPaths()).toEqual(['/last-snapshot/dana']);
    await session.signOut();
    await advance(0);
    expect(cache.storedPaths()).toEqual([]);
  });

  it('when the session ends, on this page or while it was closed', async () => {
    const cache = await afterFirstVisit();
    const open = visit(cache);
    await open.signedIn();
    open.session.end();
    await open.advance(0);
    expect(cache.storedPaths()).toEqual([]);

    const again = await afterFirstVisit();
    const { server, signedIn, store } = visit(again);
    server.session = { signed_in: false };
    await signedIn();
    expect(again.storedPaths()).toEqual([]);
    expect(store.loaded).toBe(false);
  });

  it('even when it is being written at that moment', async () => {
    const cache = fakeCaches();
    const { server, session, store, signedIn, advance } = visit(cache);
    let respond: (response: Response) => void = () => {};
    server.list = () =>
      new Promise((resolve) => {
        respond = resolve;
      });
    await signedIn();
    store.replaceAll(before);
    await advance(20_000);
    await session.signOut();
    respond(Response.json(before));
    await advance(0);
    expect(cache.storedPaths()).toEqual([]);
  });

  it('when another person signs in', async () => {
    const cache = await afterFirstVisit();
    const other = visit(cache, 'erin');
    await other.signedIn();
    other.store.replaceAll(before);
    await other.advance(20_000);
    expect(cache.storedPaths()).toEqual(['/last-snapshot/erin']);
  });
});

it('works without Cache Storage', async () => {
  const snapshot = new LastSnapshot({
    caches: null,
    fetchList: () => Promise.reject(new Error('not requested')),
  });
  await snapshot.save('dana', 10);
  expect(await snapshot.read('dana')).toBeNull();
  await snapshot.clear();
});
