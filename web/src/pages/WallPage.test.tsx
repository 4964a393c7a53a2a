// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import type { BoardLoad } from '@waypost/contract/api/board';
import { wallLoad } from '@waypost/contract/api/wall-load';
import { STATES, WORSE } from '@waypost/triage/testing/states';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextStopWords } from '../features/loads/next-stop.ts';
import { truckName } from '../features/loads/vehicle-name.ts';
import { ago, assignment, HOUR, id, load, NOW, openTriage, status, stop } from '../testing/loads.ts';
import { draw, type Setup } from '../testing/render.tsx';
import { WallPage } from './WallPage.tsx';

const stale = (n: number) => load({ load_id: id(n), load_ref: `LD-${n}`, tracking_health: 'stale' });
const wrongTruck = (n: number) =>
  load({ load_id: id(n), load_ref: `LD-${n}`, vehicle_assignment: assignment({ agreement: 'disagree' }) });
const fine = (n: number) => load({ load_id: id(n), load_ref: `LD-${n}` });

const locks: { released: boolean }[] = [];
beforeEach(() => {
  locks.length = 0;
  const request = async () => {
    const lock = { released: false };
    locks.push(lock);
    return {
      release: async () => {
        lock.released = true;
      },
    };
  };
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'wakeLock');
});

async function open(loads: readonly BoardLoad[], setup: Setup = {}) {
  const page = await draw(<WallPage />, { loads, ...setup });
  await page.frame();
  const change = async (...changed: readonly BoardLoad[]) => {
    act(() => {
      page.store.apply({ items: [...changed], removed: [] });
      page.store.flush();
    });
    await page.frame();
  };
  return { ...page, change };
}
const list = () => within(screen.getByRole('region', { name: 'Needs attention' }));
const refs = () =>
  list()
    .queryAllByRole('button')
    .map((row) => row.textContent?.match(/LD-\d+/)?.[0]);
const shown = () =>
  list()
    .queryByRole('button', { current: true })
    ?.textContent?.match(/LD-\d+/)?.[0];

describe('the wall board', () => {
  it('lists loads that need attention, worst first, counts all, and shows the worst on the map', async () => {
    const { map } = await open([fine(1), stale(2), wrongTruck(3)]);
    expect(refs()).toEqual(['LD-3', 'LD-2']);
    expect(shown()).toBe('LD-3');
    expect(map.engine().selection).toBe(id(3));
    expect([...map.engine().loads.keys()]).toHaveLength(3);
    const counts = screen.getAllByRole('definition').map((each) => each.textContent);
    expect(counts.slice(0, 2)).toEqual(['2', '3']);
    expect(screen.getByText('All loads by health')).toBeTruthy();
    expect(counts.slice(2).reduce((sum, count) => sum + Number(count), 0)).toBe(3);
    expect(document.title).toBe('Wall board · Waypost');
  });

  it('lists the ten most urgent of all, each with its cause and owner; a quiet fleet counts once', async () => {
    const fleet = { fleet_id: id(701), name: 'Granite Spur', fleet_ref: null };
    const truck = (n: number) => ({ ...assignment(), vehicle: { ...assignment().vehicle, id: id(500 + n) } });
    const quiet = (n: number) => load({ ...stale(n), motion: null, fleet, vehicle_assignment: truck(n) });
    const late = (n: number, minutes: number) => load({ ...fine(n), ...WORSE.running_late(minutes) });
    const owner = { sub: 'ann', name: 'Ann Lee' };
    const taken = { ...wrongTruck(9), triage: openTriage({ cause: 'disagree', owner }) };
    await open([late(1, 60), late(2, 600), quiet(3), quiet(4), quiet(5), quiet(6), taken]);
    expect(refs()).toHaveLength(4);
    expect(refs().slice(0, 2)).toEqual(['LD-2', 'LD-9']);
    const second = list().getAllByRole('button')[1] as HTMLElement;
    expect(within(second).getByText('Possible wrong truck')).toBeTruthy();
    expect(within(second).getByText(/^Taken by .*Ann Lee/)).toBeTruthy();
    expect(screen.getByText('The 4 most urgent of 7, by severity, in each not taken first')).toBeTruthy();
  });

  it('lists by severity; within it, first what nobody has, of that what is due soon, and last what has no number', async () => {
    const triage = openTriage({ cause: 'disagree', owner: { sub: 'ann', name: 'Ann Lee' } });
    const taken = { ...wrongTruck(10), fleet: null, triage };
    const late = load({ ...fine(1), ...WORSE.running_late(20) });
    const due = (at: string) => ({ stops: [stop({ estimated_arrival_at: at })] });
    const changed = load({
      load_id: id(3),
      load_ref: 'LD-3',
      vehicle_changed_at: ago(HOUR),
      ...due(ago(HOUR)),
    });
    const wrong = { ...wrongTruck(4), fleet: null, ...due(ago(-HOUR)) };
    const unnamed = { ...wrongTruck(5), fleet: null, load_ref: null };
    await open([late, unnamed, taken, changed, wrong]);
    expect(refs()).toEqual(['LD-4', 'LD-3', 'LD-10', undefined, 'LD-1']);
    expect(list().getByText(`Load without a number ${id(5).slice(0, 8)}…`)).toBeTruthy();
  });

  it('shows a wall screen the same, which is given less of each load', async () => {
    const loads = STATES.map(([, change], n) => load({ load_id: id(n), load_ref: `LD-${n}`, ...change }));
    const shownFrom = async (items: readonly BoardLoad[]) => {
      const { store, map, container, unmount } = await open(items);
      const facts = items.map(({ load_id }) => store.facts(load_id));
      const words = items.map((item) => nextStopWords(item, NOW));
      const trucks = items.map(truckName);
      const shown = { facts, words, trucks, loads: [...map.engine().loads], text: container.textContent };
      unmount();
      return shown;
    };
    const given = loads.map((item) => wallLoad.parse(item) as unknown as BoardLoad);
    expect(given.map(({ vehicle_assignment }) => vehicle_assignment?.vehicle.vin).filter(Boolean)).toEqual(
      [],
    );
    expect(await shownFrom(given)).toEqual(await shownFrom(loads));
  });

  it('marks the stop of a row as pickup or destination', async () => {
    const pickup = stop({ id: id(21), sequence: 1, name: 'Elgin plant', estimated_arrival_at: ago(-HOUR) });
    const last = stop({ id: id(22), sequence: 2, name: 'Denver DC', estimated_arrival_at: ago(-2 * HOUR) });
    await open([
      { ...wrongTruck(1), stops: [pickup, last] },
      { ...wrongTruck(2), stops: [last] },
    ]);
    expect(list().getByText(/Pickup: .*Elgin plant/)).toBeTruthy();
    expect(list().getByText(/→ .*Denver DC/)).toBeTruthy();
  });

  it('shows all loads while the one on display has no position', async () => {
    const lost = load({ ...stale(2), last_position: null, tracking_health: 'no_signal' });
    const { map, user } = await open([fine(1), lost, wrongTruck(3)]);
    const fits = () => map.engine().calls.filter((call) => call === 'fitAll most').length;
    const before = fits();
    await user.click(list().getByText('LD-2'));
    expect(shown()).toBe('LD-2');
    expect(fits()).toBe(before + 1);
  });

  it('lists no more than ten loads', async () => {
    await open(Array.from({ length: 30 }, (_, n) => load({ ...wrongTruck(n + 1), fleet: null })));
    expect(refs()).toHaveLength(10);
    expect(screen.getByText(/^The 10 most urgent of 30,/)).toBeTruthy();
  });

  it('has an index of causes with their loads and how many nobody has', async () => {
    const owner = { sub: 'ann', name: 'Ann Lee' };
    await open([stale(1), stale(2), { ...wrongTruck(3), triage: openTriage({ cause: 'disagree', owner }) }]);
    const lines = within(screen.getByRole('list', { name: 'Causes' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(lines).toEqual(['Possible wrong truck10 not taken', 'Pings stopped while moving22 not taken']);
  });

  it('counts the causes of the index that are out of view, because nobody scrolls a wall', async () => {
    const row = 28;
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const at = [...(this.parentElement?.querySelectorAll('[data-band]') ?? [])].indexOf(this);
      return new DOMRect(0, 0, 300, at < 0 ? 3 * row : (at + 1) * row);
    });
    const late = load({ ...fine(1), ...WORSE.running_late(600) });
    const lost = load({ ...stale(4), last_position: null, tracking_health: 'no_signal' });
    await open([late, stale(2), stale(3), lost, wrongTruck(5)]);
    const lines = within(screen.getByRole('list', { name: 'Causes' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(lines.at(-1)).toBe('and 2 more causes, 3 loads');
  });

  it('moves forward and back by arrows, buttons and clicks, wrapping around', async () => {
    const { user, map } = await open([stale(1), stale(2), wrongTruck(3)]);
    const [first, second, third] = refs();
    await user.keyboard('{ArrowRight}');
    expect(shown()).toBe(second);
    await user.click(screen.getByRole('button', { name: 'Next load' }));
    expect(shown()).toBe(third);
    await user.keyboard('{ArrowRight}');
    expect(shown()).toBe(first);
    await user.keyboard('{ArrowLeft}');
    expect(shown()).toBe(third);
    await user.click(list().getByText(second as string));
    expect(shown()).toBe(second);
    act(() => map.click(id(3)));
    expect(shown()).toBe('LD-3');
    act(() => map.click(null));
    expect(shown()).toBe('LD-3');
  });

  it('switches at once to a new exception, marked as new until the display moves on', async () => {
    const { change, user } = await open([fine(1), stale(2), wrongTruck(3)]);
    expect(shown()).toBe('LD-3');
    await change({ ...stale(1), version: 2 });
    await waitFor(() => expect(shown()).toBe('LD-1'));
    expect(list().getByRole('button', { current: true }).textContent).toContain('new');
    await user.keyboard('{ArrowRight}');
    expect(shown()).not.toBe('LD-1');
    expect(screen.queryByText('new')).toBeNull();
  });

  it('stays on its load while paused, and catches up on resume', async () => {
    const { change, user } = await open([fine(1), stale(2), wrongTruck(3)]);
    await user.keyboard(' ');
    expect(screen.getByText('Paused here', { exact: false })).toBeTruthy();
    await change({ ...stale(1), version: 2 });
    await waitFor(() => expect(refs()).toHaveLength(3));
    expect(shown()).toBe('LD-3');
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(shown()).toBe('LD-1');
  });

  it('leaves a load that no longer needs attention', async () => {
    const { change } = await open([stale(2), wrongTruck(3)]);
    await change({ ...fine(3), version: 2 });
    await waitFor(() => expect(refs()).toEqual(['LD-2']));
    expect(shown()).toBe('LD-2');
  });

  it('says that nothing needs attention, as of the last update while the service is down', async () => {
    const first = await open([fine(1)]);
    expect(list().getByText('Nothing needs attention.')).toBeTruthy();
    first.unmount();
    await open([fine(1)], { status: status({ state: 'down' }) });
    expect(list().getByText('Nothing needed attention at the last update.')).toBeTruthy();
    expect(screen.getByLabelText('Last known counts')).toBeTruthy();
  });

  it('explains how to start when there are no loads', async () => {
    await open([]);
    expect(list().getByText('No loads yet. Add loads on the board.')).toBeTruthy();
    expect(screen.queryByText('Nothing needs attention.')).toBeNull();
  });

  it('does not claim that nothing needs attention before the list has loaded', async () => {
    const page = await draw(<WallPage />);
    await page.frame();
    expect(list().getByText('Loading loads.')).toBeTruthy();
    expect(screen.queryByText('Nothing needs attention.')).toBeNull();
  });

  it('requests full screen with f, tolerates a refusal, and returns to the board with Esc', async () => {
    const { user, router } = await open([stale(1)]);
    const refused = vi.fn(() => Promise.reject(new Error('not by a key')));
    document.documentElement.requestFullscreen = refused;
    await user.keyboard('f');
    expect(refused).toHaveBeenCalledOnce();
    const navigate = vi.spyOn(router, 'navigate');
    await user.keyboard('{Escape}');
    expect(navigate.mock.calls[0]?.[0]).toMatchObject({ to: '/' });
  });

  it('keeps the screen awake while open, also after it was hidden', async () => {
    const page = await open([stale(1)]);
    expect(locks).toEqual([{ released: false }]);
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    expect(locks).toHaveLength(2);
    page.unmount();
    await vi.waitFor(() => expect(locks.at(-1)).toEqual({ released: true }));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(locks).toHaveLength(2);
  });
});
