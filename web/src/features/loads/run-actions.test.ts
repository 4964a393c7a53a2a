// @vitest-environment happy-dom

import type { ShareLink } from '@waypost/contract/api/share-links';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Http } from '../../api/http.ts';
import type { LoadStore } from '../../live/store.ts';
import { id, load } from '../../testing/loads.ts';
import { loadMonitor } from '../../testing/monitors.ts';
import { toasts } from '../../ui/toasts.ts';
import { runAction, runGroupAction, unwatchLoad } from './run-actions.ts';

afterEach(() => {
  for (const toast of toasts.get()) toasts.hide(toast.id);
});

const SHARE_LINK: ShareLink = {
  share_link_id: id(9),
  load_id: id(1),
  shows_vehicle: false,
  created_at: '2026-07-13T08:00:00Z',
  created_by_name: 'Ann',
  expires_at: '2026-07-14T08:00:00Z',
  revoked_at: null,
  revoked_by_name: null,
  opened: 0,
  last_opened_at: null,
};

describe('removing a load', () => {
  it('tells of its active monitor first, and removes it only when confirmed', async () => {
    const answer = vi.fn(async () => new Response(null, { status: 204 }));
    const http = new Http({ fetch: answer as unknown as typeof fetch, online: () => true });
    const remove = vi.fn();
    const get = () => load({ monitor: loadMonitor() });
    const store = { get, remove } as unknown as LoadStore;
    const onRemoved = vi.fn();
    await unwatchLoad(http, store, id(1), onRemoved);
    expect(answer).not.toHaveBeenCalled();
    expect(onRemoved).not.toHaveBeenCalled();
    const [question] = toasts.get();
    expect(question).toMatchObject({
      title: expect.stringContaining('has an active monitor'),
      action: { label: 'Remove anyway' },
    });
    question?.action?.run();
    await vi.waitFor(() => expect(onRemoved).toHaveBeenCalledOnce());
    expect(remove).toHaveBeenCalledWith(id(1));
  });

  it.each([
    ['active', new Date(Date.now() + 3_600_000), expect.stringContaining("can't be followed")],
    ['expired', new Date(Date.now() - 3_600_000), undefined],
  ])('says what an %s share link shows then', async (_state, expires_at, said) => {
    const link = { ...SHARE_LINK, expires_at: expires_at.toISOString() };
    const answer = vi.fn(async (_url: string, { method }: RequestInit) =>
      method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ items: [link] }),
    );
    const http = new Http({ fetch: answer as unknown as typeof fetch, online: () => true });
    const store = { get: () => load({ monitor: null }), remove: vi.fn() } as unknown as LoadStore;
    await unwatchLoad(http, store, id(1));
    expect(toasts.get().at(-1)?.text).toEqual(said);
  });
});

describe('removing several loads', () => {
  const NAMES = ['LD-1', 'LD-2', 'LD-3', 'LD-4', 'LD-5'];
  const removeAll = (monitored: readonly number[]) => {
    const loads = NAMES.map((load_ref, at) =>
      load({ load_id: id(at), load_ref, monitor: monitored.includes(at) ? loadMonitor() : null }),
    );
    const get = (load_id: string) => loads.find((one) => one.load_id === load_id);
    const store = { get, remove: vi.fn() } as unknown as LoadStore;
    const http = new Http({ fetch: vi.fn(), online: () => false });
    const deps = { http, store, disabledReason: null, openMonitor: vi.fn() };
    const ids = loads.map(({ load_id }) => load_id);
    runGroupAction(deps, ids, { kind: 'remove', label: 'Remove' });
  };

  it('names those that are not removed after one that could not be', async () => {
    removeAll([]);
    await vi.waitFor(() => expect(toasts.get()).toHaveLength(1));
    expect(toasts.get()[0]?.title).toBe('LD-1, LD-2, LD-3 and 2 more not removed');
  });

  it('names those with active monitors, and how many would be removed', () => {
    removeAll([1, 3]);
    const [question] = toasts.get();
    expect(question?.title).toBe('LD-2, LD-4 have active monitors');
    expect(question?.text).toMatch(/^They keep tracking the trucks .* Cancel the monitors first/);
    expect(question?.action?.label).toBe('Remove all 5');
  });
});

describe('opening the monitor of a load', () => {
  it('opens it for one load, and the list of monitors for several', () => {
    const board_load = load({ monitor: loadMonitor() });
    const store = { get: () => board_load } as unknown as LoadStore;
    const openMonitor = vi.fn();
    const deps = { http: null as unknown as Http, store, disabledReason: null, openMonitor };
    const action = { kind: 'open_monitor', label: 'Open monitor' } as const;
    runAction(deps, board_load.load_id, action);
    runGroupAction(deps, [board_load.load_id], action);
    runGroupAction(deps, [board_load.load_id, id(2)], action);
    expect(openMonitor.mock.calls).toEqual([[id(300)], [id(300)], [null]]);
  });
});
