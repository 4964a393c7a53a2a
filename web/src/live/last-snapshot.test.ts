import { factsOf } from '@waypost/triage/facts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Http } from '../api/http.ts';
import { SessionStore } from '../api/session.ts';
import { id, list, load, NOW, status } from '../testing/loads.ts';
import { ExceptionWatch } from './exceptions.ts';
import { keepSnapshot, LastSnapshot } from './last-snapshot.ts';
import { LoadStore } from './store.ts';

const MINUTE = 60_000;

/** What of the browser's Cache Storage is used. */
function fakeCaches() {
  const stored = new Map<string, Map<string, Response>>();
  const caches = {
    open: async (name: string) => {
      const cache = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, cache);
      return {
        match: async (at: string) => cache.get(at)?.clone(),
        put: async (at: string, answer: Response) => void cache.set(at, answer),
      };
    },
    delete: async (name: string) => stored.delete(name),
  } as unknown as CacheStorage;
  const kept = () => [...stored.values()].flatMap((cache) => [...cache.keys()]);
  return { caches, kept };
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
  const world = { session: person(sub) as unknown, list: () => Promise.resolve(Response.json(before)) };
  const http = new Http({
    fetch: (async (path: string) =>
      path === '/bff/session'
        ? Response.json(world.session)
        : new Response(null, { status: 204 })) as typeof fetch,
    online: () => true,
  });
  const session = new SessionStore(http, null);
  const store = new LoadStore({ derive: factsOf, now: () => NOW, schedule: (flush) => flush() });
  const exceptions = new ExceptionWatch(store);
  const stop = keepSnapshot({
    session,
    store,
    snapshot: new LastSnapshot({ caches: cache.caches, read: () => world.list() }),
    hidden: () => false,
  });
  const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const signedIn = async () => {
    await session.ask();
    await later(0);
  };
  return { world, session, store, exceptions, stop, later, signedIn };
}

/** A first visit that kept its list. */
async function afterOne() {
  const cache = fakeCaches();
  const first = visit(cache);
  await first.signedIn();
  first.store.replaceAll(before);
  await first.later(20_000);
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
  it('shows at once what the first one has kept, and from when it is', async () => {
    const second = visit(await afterOne());
    await second.signedIn();
    expect(second.store.get(id(1))?.load_ref).toBe('LD-before');
    expect(second.store.shown_from).toBe(NOW - 12 * MINUTE);
  });

  it('shows what the server says as soon as it says it, and takes none of it for new', async () => {
    const { store, exceptions, signedIn } = visit(await afterOne());
    await signedIn();
    store.replaceAll(list([load({ load_id: id(2), tracking_health: 'stale' })]));
    expect([...store.ids()]).toEqual([id(2)]);
    expect(store.shown_from).toBeNull();
    expect(exceptions.get().ids.size).toBe(0);
  });

  it('does not go back to what was kept when the server was quicker', async () => {
    const { store, signedIn } = visit(await afterOne());
    store.replaceAll(list([load({ load_id: id(2) })]));
    await signedIn();
    expect([...store.ids()]).toEqual([id(2)]);
  });

  it('shows nothing of another person', async () => {
    const other = visit(await afterOne(), 'erin');
    await other.signedIn();
    expect(other.store.loaded).toBe(false);
  });

  it('is not kept from a list of an earlier visit', async () => {
    const cache = await afterOne();
    const second = visit(cache);
    const read = vi.spyOn(second.world, 'list');
    await second.signedIn();
    await second.later(20_000);
    expect(read).not.toHaveBeenCalled();
  });
});

describe('what was kept is wiped', () => {
  it('by signing out', async () => {
    const cache = await afterOne();
    const { session, signedIn, later } = visit(cache);
    await signedIn();
    expect(cache.kept()).toEqual(['/last-snapshot/dana']);
    await session.signOut();
    await later(0);
    expect(cache.kept()).toEqual([]);
  });

  it('when the session has ended, here or while nobody was here', async () => {
    const cache = await afterOne();
    const open = visit(cache);
    await open.signedIn();
    open.session.end();
    await open.later(0);
    expect(cache.kept()).toEqual([]);

    const again = await afterOne();
    const { world, signedIn, store } = visit(again);
    world.session = { signed_in: false };
    await signedIn();
    expect(again.kept()).toEqual([]);
    expect(store.loaded).toBe(false);
  });

  it('also when the list was being written at that moment', async () => {
    const cache = fakeCaches();
    const { world, session, store, signedIn, later } = visit(cache);
    let answer: (answer: Response) => void = () => {};
    world.list = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await signedIn();
    store.replaceAll(before);
    await later(20_000);
    await session.signOut();
    answer(Response.json(before));
    await later(0);
    expect(cache.kept()).toEqual([]);
  });

  it('and holds one person at a time', async () => {
    const cache = await afterOne();
    const other = visit(cache, 'erin');
    await other.signedIn();
    other.store.replaceAll(before);
    await other.later(20_000);
    expect(cache.kept()).toEqual(['/last-snapshot/erin']);
  });
});

it('lives without a place to keep anything', async () => {
  const snapshot = new LastSnapshot({ caches: null, read: () => Promise.reject(new Error('not asked')) });
  await snapshot.keep('dana', 10);
  expect(await snapshot.of('dana')).toBeNull();
  await snapshot.clear();
});
