// @vitest-environment happy-dom

import { afterEach, describe, expect, it, vi } from 'vitest';
import { Http } from '../../api/http.ts';
import type { LoadStore } from '../../live/store.ts';
import { ago, assignment, id, load } from '../../testing/loads.ts';
import { loadMonitor } from '../../testing/monitors.ts';
import { toasts } from '../../ui/toasts.ts';
import { callCarrier, runAction, runGroupAction, unwatchLoad } from './run-actions.ts';

const FLEET = { fleet_id: id(900), fleet_ref: 'F-1', name: 'High Plains', phone: null, email: null };
const contact = (name: string, phone: string | null) => ({
  contact_id: id(name.length),
  fleet_id: FLEET.fleet_id,
  name,
  role: null,
  phone,
  email: phone === null ? 'a@example.com' : null,
  is_primary: false,
  created_at: ago(0),
  updated_at: ago(0),
  updated_by_name: 'Ada',
});

async function call(body: object, status = 200) {
  const answer = async () => new Response(JSON.stringify(body), { status });
  const http = new Http({ fetch: answer as unknown as typeof fetch, online: () => true });
  const handlers = { dial: vi.fn(), openFleet: vi.fn() };
  await callCarrier(load({ vehicle_assignment: assignment() }), { http, ...handlers });
  return handlers;
}

afterEach(() => {
  for (const toast of toasts.get()) toasts.hide(toast.id);
});

describe('calling the carrier of a load', () => {
  it('dials the first contact with a phone, and shows the number for manual dialing', async () => {
    const contacts = [contact('Al', null), contact('Joe', '+1 806 555 0142 x12')];
    const { dial, openFleet } = await call({ fleet: FLEET, contacts });
    expect(dial.mock.calls).toEqual([['tel:+18065550142;ext=12']]);
    expect(openFleet).not.toHaveBeenCalled();
    expect(toasts.get()).toMatchObject([{ text: '+1 806 555 0142 x12' }]);
  });

  it('dials the number of the company when no contact has one', async () => {
    const { dial } = await call({ fleet: { ...FLEET, phone: '(806) 555-0100' }, contacts: [] });
    expect(dial.mock.calls).toEqual([['tel:8065550100']]);
  });

  it('opens the contacts of a fleet without a number', async () => {
    const { dial, openFleet } = await call({ fleet: FLEET, contacts: [contact('Al', null)] });
    expect(dial).not.toHaveBeenCalled();
    expect(openFleet.mock.calls).toEqual([[FLEET.fleet_id]]);
  });

  it('says so when the fleet is unknown, or the contacts cannot be loaded', async () => {
    const unknown = await call({ fleet: null, contacts: [] });
    const failed = await call({ code: 500, message: 'No', detail: null, reason: 'internal' }, 500);
    for (const { dial, openFleet } of [unknown, failed]) {
      expect(dial).not.toHaveBeenCalled();
      expect(openFleet).not.toHaveBeenCalled();
    }
    expect(toasts.get().map(({ text }) => text)).toContain(
      "We don't know yet which fleet its truck belongs to.",
    );
    expect(toasts.get().map(({ title }) => title)).toContain("Couldn't read the number");
  });
});

describe('removing a load', () => {
  it('tells of its active monitor first, and removes it only when confirmed', async () => {
    const answer = vi.fn(async () => new Response(null, { status: 204 }));
    const http = new Http({ fetch: answer as unknown as typeof fetch, online: () => true });
    const remove = vi.fn();
    const get = () => load({ monitor: loadMonitor() });
    const store = { get, remove } as unknown as LoadStore;
    expect(await unwatchLoad(http, store, id(1))).toBe(false);
    expect(answer).not.toHaveBeenCalled();
    const [question] = toasts.get();
    expect(question).toMatchObject({
      title: expect.stringContaining('has an active monitor'),
      action: { label: 'Remove anyway' },
    });
    question?.action?.run();
    await vi.waitFor(() => expect(remove).toHaveBeenCalledWith(id(1)));
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
