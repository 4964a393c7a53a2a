// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import type { BoardLoad } from '@waypost/contract/api/board';
import { WORSE } from '@waypost/triage/testing/states';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { assignment, id, load, status } from '../testing/loads.ts';
import { draw, type Setup } from '../testing/render.tsx';
import { WallPage, wallPage } from './WallPage.tsx';

/** Pixels: three rows fit, with one cause above them or two. */
const LIST = 366;
const ROW = 96;
const stale = (n: number) => load({ load_id: id(n), load_ref: `LD-${n}`, tracking_health: 'stale' });
const wrongTruck = (n: number) =>
  load({ load_id: id(n), load_ref: `LD-${n}`, vehicle_assignment: assignment({ agreement: 'disagree' }) });
const fine = (n: number) => load({ load_id: id(n), load_ref: `LD-${n}` });

const locks: { released: boolean }[] = [];
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, 0, 600, this.tagName === 'OL' ? LIST : ROW);
  });
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
    .map((row) => row.textContent?.match(/LD-\d/)?.[0]);
const shown = () => list().queryByRole('button', { current: true })?.textContent?.match(/LD-\d/)?.[0];

describe('the wall board', () => {
  it('lists loads that need attention, worst first, counts all, and shows the worst on the map', async () => {
    const { map } = await open([fine(1), stale(2), wrongTruck(3)]);
    expect(refs()).toEqual(['LD-3', 'LD-2']);
    expect(shown()).toBe('LD-3');
    expect(map.engine().selection).toBe(id(3));
    expect([...map.engine().loads.keys()]).toHaveLength(3);
    const counts = screen.getAllByRole('definition').map((each) => each.textContent);
    expect(counts[0]).toBe('2');
    expect(counts.slice(1).reduce((sum, count) => sum + Number(count), 0)).toBe(3);
    expect(document.title).toBe('Wall board · Waypost');
  });

  it('has the order of the board: by what decides in each cause, and a quiet fleet under one heading', async () => {
    const fleet = { fleet_id: id(701), name: 'Granite Spur', fleet_ref: null };
    const truck = (n: number) => ({ ...assignment(), vehicle: { ...assignment().vehicle, id: id(500 + n) } });
    const quiet = (n: number) => load({ ...stale(n), motion: null, fleet, vehicle_assignment: truck(n) });
    const late = (n: number, minutes: number) => load({ ...fine(n), ...WORSE.running_late(minutes) });
    await open([late(1, 60), late(2, 600), quiet(3), quiet(4), quiet(5), quiet(6)]);
    expect(refs().slice(0, 2)).toEqual(['LD-2', 'LD-1']);
    expect(list().getByText(/Running late/)).toBeTruthy();
    expect(list().getByText(/No pings from fleet: Granite Spur/)).toBeTruthy();
  });

  it('shows a cause once above its loads, in detail for a single load', async () => {
    await open([stale(1), stale(2), wrongTruck(3)]);
    expect(list().getAllByText(/No recent pings|Pings stopped/)).toHaveLength(1);
    // The cause above the load, and its health.
    expect(list().getAllByText(/Possible wrong truck/)).toHaveLength(2);
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

  it('turns the page of the list with the load on display', async () => {
    const { user } = await open([1, 2, 3, 4, 5].map(stale));
    expect(refs()).toHaveLength(3);
    expect(screen.getByText('1 to 3 of 5 that need attention')).toBeTruthy();
    await user.keyboard('{ArrowLeft}');
    expect(refs()).toHaveLength(2);
    expect(screen.getByText('4 to 5 of 5 that need attention')).toBeTruthy();
    expect(screen.getByRole('list').getAttribute('start')).toBe('4');
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

describe('which loads fit', () => {
  const HEIGHTS = { sentence: 10, load: 20 };
  const page = (causes: string, at: number, room: number) => wallPage([...causes], at, room, HEIGHTS);

  describe('a page of the wall', () => {
    it('fits more loads when neighbors share their cause', () => {
      expect(page('aaaa', 0, 90)).toEqual({ from: 0, to: 4 });
      expect(page('abab', 0, 90)).toEqual({ from: 0, to: 3 });
    });

    it('starts with a cause, also in the middle of its loads', () => {
      expect(page('aaaa', 0, 50)).toEqual({ from: 0, to: 2 });
      expect(page('aaaa', 1, 50)).toEqual({ from: 0, to: 2 });
      expect(page('aaaa', 2, 50)).toEqual({ from: 2, to: 4 });
      expect(page('aaabb', 2, 50)).toEqual({ from: 2, to: 3 });
      expect(page('aaabb', 4, 50)).toEqual({ from: 3, to: 5 });
    });

    it('shows one load even if it does not fit, and none if there are none', () => {
      expect(page('ab', 1, 5)).toEqual({ from: 1, to: 2 });
      expect(page('', 0, 90)).toEqual({ from: 0, to: 0 });
    });
  });
});
