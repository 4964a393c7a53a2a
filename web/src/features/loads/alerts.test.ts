import type { BoardLoad } from '@waypost/contract/api/board';
import { factsOf } from '@waypost/triage/facts';
import { expect, it, vi } from 'vitest';
import { ServerClock } from '../../live/clock.ts';
import { ExceptionWatch } from '../../live/exceptions.ts';
import { FleetTally } from '../../live/fleets.ts';
import { LoadStore } from '../../live/store.ts';
import { ago, assignment, id, list, load, MINUTE, NOW, stop } from '../../testing/loads.ts';
import type { Prefs } from '../../ui/prefs.ts';
import { BATCH_MS, followExceptions, MIN_INTERVAL_MS } from './alerts.ts';

function make(from: Prefs['alert_from'], loads: number, fleet: BoardLoad['fleet'] = null) {
  const store = new LoadStore({ derive: factsOf, now: () => NOW, schedule: (flush) => flush() });
  const fleets = new FleetTally(store);
  const exceptions = new ExceptionWatch(store, fleets.exceptionOf);
  const numbers = Array.from({ length: loads }, (_, n) => n + 1);
  store.replaceAll(
    list(
      numbers.map((n) =>
        load({
          load_id: id(n),
          load_ref: `LD-${n}`,
          fleet,
          version: 1,
          vehicle_assignment: { ...assignment(), vehicle: { ...assignment().vehicle, id: id(500 + n) } },
        }),
      ),
    ),
  );
  const notify = vi.fn();
  const due: { run: () => void; ms: number }[] = [];
  let clock = 0;
  followExceptions({
    live: { store, exceptions, fleets, clock: new ServerClock(() => NOW) },
    from: () => from,
    notify,
    setTimer: (run, ms) => void due.push({ run, ms }),
    now: () => clock,
  });
  /** Runs the scheduled callbacks. @returns their delays in ms */
  const wait = () =>
    due.splice(0).map(({ run, ms }) => {
      clock += ms;
      run();
      return ms;
    });
  const update = (n: number, change: Partial<BoardLoad> & Pick<BoardLoad, 'version'>) =>
    store.apply({ items: [{ load_id: id(n), ...change }], removed: [] });
  return { exceptions, notify, wait, update };
}

const wrong = { vehicle_assignment: assignment({ agreement: 'disagree' }) };

it('combines two hundred exceptions within a second into one notification', () => {
  const { notify, wait, update } = make('any', 200);
  for (let n = 1; n <= 200; n += 1) update(n, { version: 2, tracking_health: 'stale' });
  expect(wait()).toEqual([BATCH_MS]);
  expect(notify.mock.calls).toEqual([
    ['200 new exceptions', expect.stringMatching(/^LD-1: No pings.*; LD-2: .*; LD-3: .*; and 197 more$/)],
  ]);
});

it("says what is wrong with a load in the words of its row: a truck's health can be good", () => {
  const { notify, wait, update } = make('any', 1);
  update(1, { version: 2, tracking_health: 'unassigned', vehicle_assignment: null });
  wait();
  expect(notify.mock.calls).toEqual([['1 new exception', expect.stringMatching(/^LD-1: No truck assigned/)]]);
});

it('does not say that a truck is still driving whose last ping is not new: it may have arrived since', () => {
  const { notify, wait, update } = make('any', 1);
  const last_position = { latitude: 35, longitude: -102, occurred_at: ago(11 * MINUTE) };
  update(1, { version: 2, last_position, stops: [stop({ estimated_arrival_at: ago(78 * MINUTE) })] });
  wait();
  expect(notify.mock.calls).toEqual([
    ['1 new exception', expect.stringMatching(/^LD-1: Past its last appointment by 1\sh\s18\smin$/)],
  ]);
});

it('treats forty loads of a quiet fleet as one exception and one notification', () => {
  const fleet = { fleet_id: id(700), name: 'Ironwood Transport', fleet_ref: null };
  const { exceptions, notify, wait, update } = make('any', 40, fleet);
  for (let n = 1; n <= 40; n += 1) update(n, { version: 2, tracking_health: 'stale' });
  wait();
  expect(exceptions.get().ids.size).toBe(40);
  expect(notify.mock.calls).toEqual([['1 new exception', expect.stringContaining('Ironwood Transport')]]);
});

it('keeps the minimum interval between two notifications', () => {
  const { notify, wait, update } = make('any', 3);
  update(1, { version: 2, tracking_health: 'stale' });
  wait();
  for (const n of [2, 3]) update(n, { version: 2, tracking_health: 'stale' });
  expect(wait()).toEqual([MIN_INTERVAL_MS]);
  expect(notify).toHaveBeenLastCalledWith('2 new exceptions', expect.stringMatching(/^LD-2: .*; LD-3: .*/));
});

it('does not alert below the chosen severity', () => {
  const { notify, wait, update } = make('critical', 2);
  update(1, { version: 2, tracking_health: 'stale' });
  update(2, { version: 2, ...wrong });
  wait();
  expect(notify.mock.calls).toEqual([['1 new exception', 'LD-2: Possible wrong truck']]);
});

it('does not alert when turned off, nor for exceptions already acknowledged or resolved', () => {
  const off = make('off', 1);
  off.update(1, { version: 2, ...wrong });
  off.wait();
  expect(off.notify).not.toHaveBeenCalled();
  const { notify, exceptions, wait, update } = make('any', 2);
  update(1, { version: 2, tracking_health: 'stale' });
  update(1, { version: 3, tracking_health: 'live' });
  update(2, { version: 2, tracking_health: 'stale' });
  exceptions.acknowledge(id(2));
  wait();
  expect(notify).not.toHaveBeenCalled();
});
