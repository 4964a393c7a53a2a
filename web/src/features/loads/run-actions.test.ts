// @vitest-environment happy-dom

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
