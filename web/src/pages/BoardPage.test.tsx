// @vitest-environment happy-dom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { BoardLoad } from '@waypost/contract/api/board';
import { LATE_ARRIVAL, RUNNING_LATE, STATES, WORSE } from '@waypost/triage/testing/states';
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../api/problem.ts';
import { MapUnavailableError } from '../map/types.ts';
import { detailOf, headings, LOADS, openBoard, refs, row } from '../testing/board.tsx';
import { ago, assignment, HOUR, id, load, openTriage, status, stop } from '../testing/loads.ts';
import type { Setup } from '../testing/render.tsx';

describe('the board', () => {
  it('shows loads that need attention without a click, worst first, naming each cause once with its owner and action', async () => {
    await openBoard({ cause: 'all' });
    expect(refs()).toEqual(['LD-3', 'LD-2']);
    expect(headings()).toEqual(['Possible wrong truck1', 'Pings stopped while moving1']);
    expect(screen.getAllByText('Carrier to fix')).toHaveLength(2);
    const worst = within(row('LD-3'));
    expect(worst.getByText('Truck in doubt')).toBeDefined();
    expect(worst.getByText('Ironwood Transport')).toBeDefined();
    expect(worst.getByRole('button', { name: 'Copy message for the carrier, LD-3' })).toBeDefined();
  });

  it('starts with what to do now: the most urgent loads that nobody has, each with its cause', async () => {
    const ann = { sub: 'ann', name: 'Ann Lee' };
    const taken = load({
      load_id: id(5),
      load_ref: 'LD-5',
      tracking_health: 'no_signal',
      triage: openTriage({ owner: ann }),
    });
    await openBoard({}, { loads: [...LOADS, taken] });
    expect(screen.getByRole('radio', { name: /^Now 2/ }).getAttribute('aria-checked')).toBe('true');
    expect(refs()).toEqual(['LD-3', 'LD-2']);
    expect(within(row('LD-2')).getByText('Pings stopped while moving')).toBeDefined();
  });

  it('says in the row which load has the same truck and who has that, and names the carrier', async () => {
    const truck = (n: number, other: number, change: Partial<BoardLoad>) =>
      load({
        load_id: id(n),
        load_ref: `LD-${n}`,
        tracking_health: 'live',
        vehicle_assignment: assignment(),
        same_truck_loads: [{ load_id: id(other), load_ref: `LD-${other}` }],
        fleet: LOADS[2]?.fleet ?? null,
        ...change,
      });
    const noor = { sub: 'noor', name: 'Noor Haddad' };
    const taken = openTriage({ cause: 'same_truck', owner: noor });
    await openBoard({}, { loads: [truck(7, 8, {}), truck(8, 7, { triage: taken })] });
    expect(refs()).toEqual(['LD-7']);
    expect(row('LD-7').textContent).toMatch(/Same truck as .*LD-8.* \(.*Noor.*\)/);
    expect(within(row('LD-7')).getByText('Ironwood Transport')).toBeDefined();
  });

  it('lists at most fifteen loads now', async () => {
    const many = Array.from({ length: 30 }, (_, n) =>
      load({ load_id: id(100 + n), load_ref: `LD-${100 + n}`, tracking_health: 'no_signal', fleet: null }),
    );
    await openBoard({}, { loads: many });
    expect(screen.getByRole('radio', { name: /^Now 15/ })).toBeDefined();
    expect(screen.getByRole('radio', { name: /^No pings from truck yet 30/ })).toBeDefined();
  });

  it('lists all in a chosen order, and returns to what to do now in its own order', async () => {
    const { user, currentSearch } = await openBoard({ sort: '-ref', group: 'cause' });
    expect(screen.getByRole('radio', { name: /^All by cause/ }).getAttribute('aria-checked')).toBe('true');
    expect(refs()).toEqual(['LD-3', 'LD-2']);
    await user.click(screen.getByRole('radio', { name: /^Now/ }));
    expect(currentSearch().sort).toBeUndefined();
    expect(screen.getByRole('radio', { name: /^Now/ }).getAttribute('aria-checked')).toBe('true');
  });

  it('closes the menu of orders after a choice', async () => {
    const { user } = await openBoard();
    await user.click(screen.getByRole('button', { name: 'Order and groups' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Compact rows' }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('has an index of causes with loads, new ones and those not taken, which lists the loads of a cause', async () => {
    const ann = { sub: 'ann', name: 'Ann Lee' };
    const opened = openTriage({ cause: 'stale_driving', opened_at: ago(3 * 3600_000) });
    const stale = (n: number, triage: BoardLoad['triage']) =>
      load({ load_id: id(n), load_ref: `LD-${n}`, tracking_health: 'stale', triage });
    const loads = [LOADS[2] as BoardLoad, stale(6, opened), stale(7, { ...opened, owner: ann })];
    const { user, currentSearch } = await openBoard({}, { loads });
    await user.click(
      screen.getByRole('radio', { name: /^Pings stopped while moving 2 .*not taken: 1, 3 h/ }),
    );
    expect(currentSearch().cause).toBe('stale_driving');
    expect(refs().toSorted()).toEqual(['LD-6', 'LD-7']);
    expect(within(row('LD-7')).getByText(/^Taken by .*Ann Lee/)).toBeDefined();
    await user.keyboard('[[');
    expect(currentSearch().cause).toBe('disagree');
    await user.keyboard('{ArrowUp}');
    expect(currentSearch().cause).toBe('all');
    expect(refs()).toHaveLength(3);
  });

  it('folds causes to watch when there are many, and counts what is snoozed with a way to it', async () => {
    const many = STATES.filter(([, , , attention]) => attention).map(([, state], n) =>
      load({ load_id: id(100 + n), load_ref: `LX-${n}`, ...state }),
    );
    const snooze = { until: ago(-3600_000), by_name: 'Ann', at: ago(0) };
    const snoozed = load({
      ...(LOADS[1] as BoardLoad),
      triage: openTriage({ cause: 'stale_driving', snooze }),
    });
    const { user, currentSearch } = await openBoard({}, { loads: [...many, snoozed] });
    const radios = () => screen.getAllByRole('radio').length;
    const folded = radios();
    await user.click(screen.getByRole('button', { name: /more causes? to watch$/ }));
    expect(radios()).toBeGreaterThan(folded + 2);
    await user.click(screen.getByRole('button', { name: 'Fewer causes' }));
    expect(radios()).toBe(folded);
    await user.click(screen.getByRole('button', { name: '1 snoozed' }));
    expect(currentSearch()).toMatchObject({ tab: 'all', q: 'snoozed' });
    expect(refs()).toEqual(['LD-2']);
  });

  it('filters by owner and severity in one click, with counts', async () => {
    const mine = { sub: 'dispatcher', name: 'Me' };
    const ann = { sub: 'ann', name: 'Ann Lee' };
    const owned = (n: number, owner: typeof ann | null, tracking_health: string) =>
      load({
        load_id: id(n),
        load_ref: `LD-${n}`,
        tracking_health,
        triage: openTriage({ owner, cause: 'x' }),
      });
    const loads = [owned(4, null, 'stale'), owned(5, ann, 'no_signal'), owned(6, mine, 'no_signal')];
    const { user, currentSearch } = await openBoard({ cause: 'all' }, { loads });
    const owners = within(screen.getByRole('group', { name: 'Filter by owner' }));
    await user.click(owners.getByRole('button', { name: "Nobody's 1" }));
    expect(refs()).toEqual(['LD-4']);
    await user.click(owners.getByRole('button', { name: /Ann Lee/ }));
    expect(currentSearch().owner).toBe('ann');
    expect(refs()).toEqual(['LD-5']);
    await user.click(owners.getByRole('button', { name: /Ann Lee/ }));
    const severities = within(screen.getByRole('group', { name: 'Filter by severity' }));
    await user.click(severities.getByRole('button', { name: 'High 1' }));
    expect(refs()).toEqual(['LD-4']);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(refs()).toHaveLength(3);
  });

  it('says how many urgent loads what to do now leaves out, and leads to all that need attention', async () => {
    const loads = Array.from({ length: 17 }, (_, n) =>
      load({
        load_id: id(n + 1),
        load_ref: `LD-${n + 1}`,
        vehicle_assignment: assignment({ agreement: 'disagree' }),
        fleet: null,
      }),
    );
    const { user, currentSearch } = await openBoard({}, { loads });
    expect(screen.getByRole('radio', { name: /^Now 15/ }).textContent).toContain(
      'of 17 not taken, by severity',
    );
    await user.click(screen.getByRole('button', { name: /^2 more loads need attention/ }));
    expect(currentSearch().cause).toBe('all');
  });

  it('runs one action for all loads of a cause', async () => {
    const again = load({ load_id: id(4), load_ref: 'LD-4', tracking_health: 'stale' });
    const { user } = await openBoard({ cause: 'stale_driving' }, { loads: [...LOADS, again] });
    await user.click(screen.getByRole('button', { name: 'Copy 2 messages: Pings stopped while moving' }));
    expect(await screen.findByText('2 messages for the carrier copied')).toBeDefined();
    const text = await navigator.clipboard.readText();
    expect(text).toMatch(/^For Ironwood Transport\n\nLoad LD-2\n[\s\S]+\n\nLoad LD-4\n/);
  });

  it('groups by fleet with counts per health, which lead to the stale loads of one fleet', async () => {
    const other = load({
      load_id: id(4),
      load_ref: 'LD-4',
      tracking_health: 'stale',
      fleet: { fleet_id: id(701), name: null, fleet_ref: 'CARRIER-8' },
    });
    const unknown = load({ load_id: id(5), load_ref: 'LD-5', fleet: null });
    const { user, currentSearch } = await openBoard(
      { tab: 'all', group: 'fleet' },
      { loads: [...LOADS, other, unknown] },
    );
    expect(headings()).toEqual(['Ironwood Transport3 loads', 'CARRIER-81 load', 'Fleet unknown1']);
    await user.click(screen.getAllByRole('button', { name: '1 stale' })[0] as HTMLElement);
    expect(currentSearch()).toMatchObject({ fleet: id(700), health: ['stale'] });
    expect(refs()).toEqual(['LD-2']);
    expect(await screen.findByText('3 loads, 1 truck in doubt, 1 stale')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Show all fleets' }));
    expect(refs()).toEqual(['LD-2', 'LD-4']);
  });

  it('folds and unfolds groups by pointer and key, and moves over headings and rows', async () => {
    const { user } = await openBoard({ cause: 'all' });
    await user.click(screen.getByRole('button', { name: /Possible wrong truck/, expanded: true }));
    expect(refs()).toEqual(['LD-2']);
    const grid = screen.getByRole('grid');
    act(() => grid.focus());
    await user.keyboard('{Home}{ArrowRight}');
    expect(refs()).toEqual(['LD-3', 'LD-2']);
    await user.keyboard('{ArrowDown}');
    expect(grid.getAttribute('aria-activedescendant')).toBe(`row-${id(3)}`);
    await user.keyboard('{ArrowLeft}{Enter}');
    expect(refs()).toEqual(['LD-2']);
  });

  it('opens the menu of a row by key or right click', async () => {
    const { user, currentSearch } = await openBoard();
    const grid = screen.getByRole('grid');
    act(() => grid.focus());
    await user.keyboard('{ArrowDown}m');
    await user.click(await screen.findByRole('menuitem', { name: 'Show only Ironwood Transport' }));
    expect(currentSearch().fleet).toBe(id(700));
    fireEvent.contextMenu(row('LD-2'));
    await user.click(await screen.findByRole('menuitem', { name: 'Open load' }));
    expect(currentSearch().load).toBe(id(2));
  });

  it('folds the other loads into one line with the oldest update, which opens all loads', async () => {
    const { user } = await openBoard();
    await user.click(screen.getByRole('button', { name: /1 other load ?, oldest update 20 s ago/ }));
    expect(refs()).toEqual(['LD-3', 'LD-2', 'LD-1']);
  });

  it('says how many loads without an exception may be late, and opens the list of them', async () => {
    const parked = { moving: false, bearing_degrees: null, speed_mps: 0, last_moved_at: ago(HOUR) };
    const unknown = load({
      load_id: id(9),
      load_ref: 'LD-9',
      stops: [stop({ estimated_arrival_at: ago(HOUR) })],
      motion: parked,
    });
    const { user, currentSearch } = await openBoard({}, { loads: [...LOADS, unknown] });
    expect(screen.getByRole('button', { name: /^1 other load ?, oldest update/ })).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^1 other load may be late/ }));
    expect(currentSearch()).toMatchObject({ tab: 'all', sort: 'late', unsure: '1' });
    expect(refs()).toEqual(['LD-9']);
    // They have no exception, and so no owner.
    expect(screen.queryByRole('group', { name: 'Filter by owner' })).toBeNull();
    await user.click(screen.getByRole('button', { name: /^May be late\s*1/ }));
    expect(refs().length).toBeGreaterThan(1);
  });

  it('counts every health on its chip, and filters list and map on click', async () => {
    const { user, map, currentSearch } = await openBoard({ tab: 'all' });
    const chip = screen.getByRole('button', { name: /^Stale\s*1/ });
    await user.click(chip);
    expect(chip.getAttribute('aria-pressed')).toBe('true');
    expect(currentSearch().health).toEqual(['stale']);
    expect(refs()).toEqual(['LD-2']);
    expect([...map.engine().loads.keys()]).toEqual([id(2)]);
    expect(screen.getByText('1 of 3 loads match')).toBeDefined();
    // Each chip counts what is listed with it, by the filters of all other kinds.
    const counts = () =>
      [/^Live\s*\d/, /^Stale\s*\d/, /^Nobody's\s*\d/].map(
        (name) => screen.getByRole('button', { name }).textContent,
      );
    expect(counts()).toEqual(['Live 1', 'Stale 1', "Nobody's 1"]);
    await user.click(screen.getByRole('button', { name: /^Nobody's/ }));
    expect(counts()).toEqual(['Live 0', 'Stale 1', "Nobody's 1"]);
    await user.click(chip);
    expect(counts()).toEqual(['Live 0', 'Stale 1', "Nobody's 2"]);
  });

  it('shows the snooze of a load whose lateness is known, and none if nobody has snoozed it', async () => {
    const snooze = { until: null, by_name: 'Ann', at: ago(0) };
    const known = (n: number, triage: BoardLoad['triage']) =>
      load({ load_id: id(n), load_ref: `LD-${n}`, ...WORSE.late_known(60), triage });
    const loads = [
      known(1, openTriage({ cause: 'late_known', snooze })),
      known(2, openTriage({ cause: 'late_known' })),
    ];
    await openBoard({ tab: 'all' }, { loads });
    expect(within(row('LD-1')).getByText('Snoozed')).toBeDefined();
    expect(within(row('LD-2')).queryByText('Snoozed')).toBeNull();
  });

  it('says why the map of a filter has more loads than the list, and only then', async () => {
    const snooze = { until: ago(-3600_000), by_name: 'Ann', at: ago(0) };
    const snoozed = load({
      load_id: id(8),
      tracking_health: 'stale',
      triage: openTriage({ cause: 'stale_driving', snooze }),
    });
    const { user } = await openBoard({ health: ['stale'] }, { loads: [...LOADS, snoozed] });
    const map = within(screen.getByRole('region', { name: 'Map' }));
    expect(map.getByText('2 loads match: 1 listed, 1 snoozed')).toBeDefined();
    await user.click(screen.getByRole('tab', { name: /All loads/ }));
    expect(map.queryByText(/loads match:/)).toBeNull();
  });

  it('counts the filtered loads outside of the map again when they or the map change', async () => {
    const { map } = await openBoard({ tab: 'all', health: ['stale'] });
    const engine = map.engine();
    expect(screen.queryByText(/outside this view/)).toBeNull();
    engine.outside = 1;
    act(() => engine.applyDiff([], []));
    expect(screen.getByText(/^1 load outside this view/)).toBeDefined();
    engine.outside = 0;
    act(() => engine.options.events.onViewChange());
    expect(screen.queryByText(/outside this view/)).toBeNull();
  });

  it('counts the loads outside of the first view, until that is left', async () => {
    const { map, user } = await openBoard({ tab: 'all' });
    const engine = map.engine();
    expect(engine.calls).toContain('fitAll most');
    engine.outside = 1;
    act(() => engine.options.events.onViewChange());
    expect(screen.getByText(/^1 load outside this view/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Show it' }));
    expect(engine.calls).toContain('fitAll');
    act(() => engine.options.events.onViewChange());
    expect(screen.queryByText(/outside this view/)).toBeNull();
  });

  it('says when a filter matches nothing, and clears it', async () => {
    const { user } = await openBoard({ tab: 'all', q: 'zzz' });
    expect(screen.getByText('No loads match')).toBeDefined();
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    expect(refs()).toHaveLength(3);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('filters on every keystroke, including the empty state', async () => {
    const { user } = await openBoard({ tab: 'all' });
    await user.type(screen.getByRole('searchbox'), 'zzz');
    expect(screen.getByText('No loads match')).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Clear filters' })).toHaveLength(1);
  });

  it('starts with adding loads when none is watched', async () => {
    const { user, currentSearch, marked } = await openBoard({}, { loads: [] });
    expect(screen.getByText('No loads yet')).toBeDefined();
    await user.click(screen.getAllByRole('button', { name: 'Add loads' }).at(-1) as HTMLElement);
    expect(currentSearch().add).toBe('1');
    expect(marked).toHaveBeenCalledWith('waypost:board-ready');
  });

  it('opens a load beside the map from its row or marker, and closes it with Escape', async () => {
    const { user, frame, map, currentSearch } = await openBoard();
    await user.click(row('LD-2'));
    await frame();
    expect(screen.getByRole('complementary', { name: 'Load LD-2' })).toBeDefined();
    expect(map.engine().selection).toBe(id(2));
    expect(map.engine().padding.right).toBe(400);
    await user.keyboard('{Escape}');
    expect(currentSearch().load).toBeUndefined();
    act(() => map.click(id(3)));
    await frame();
    expect(screen.getByRole('complementary', { name: 'Load LD-3' })).toBeDefined();
    expect(row('LD-3').getAttribute('aria-selected')).toBe('true');
  });

  it('opens a load once its stops are on the map, to show it with them', async () => {
    const place = { latitude: 39.7, longitude: -104.9 };
    const predicted_arrivals = [{ ...LATE_ARRIVAL, place }];
    const running_late = load({ ...RUNNING_LATE, predicted_arrivals, load_ref: 'LD-9', load_id: id(9) });
    const { user, frame, map } = await openBoard({}, { loads: [...LOADS, running_late] });
    const shown = vi.spyOn(map.engine(), 'openSelection');
    const ahead = () => map.engine().ahead.map(({ longitude }) => longitude);
    const seen: number[][] = [];
    shown.mockImplementation(() => void seen.push(ahead()));
    await user.click(row('LD-9'));
    await frame();
    await user.click(row('LD-2'));
    await frame();
    expect(seen).toEqual([[-104.9], []]);
  });

  it('brings a clicked marker into the free part of the map, and its row into view', async () => {
    const many = Array.from({ length: 60 }, (_, n) =>
      load({ load_id: id(100 + n), load_ref: `LD-${100 + n}`, tracking_health: 'no_signal' }),
    );
    const { frame, map, currentSearch } = await openBoard({}, { loads: [load(), ...many] });
    expect(screen.queryByText('LD-155')).toBeNull();
    act(() => map.click(id(155)));
    await frame();
    expect(map.engine().calls).toContain('showSelection');
    expect(map.engine().calls).not.toContain('openSelection');
    const expectRowVisible = (load_id: string) => {
      const scroller = screen.getByRole('grid').parentElement as HTMLElement;
      expect(scroller.scrollTop).toBeGreaterThan(0);
      // A browser fires the scroll event itself.
      fireEvent.scroll(scroller);
      expect(document.getElementById(`row-${load_id}`)?.getAttribute('aria-selected')).toBe('true');
    };
    expectRowVisible(id(155));
    act(() => map.click(id(1)));
    await frame();
    expect(currentSearch()).toMatchObject({ load: id(1), tab: 'all' });
    expectRowVisible(id(1));
  });

  it('moves with the arrows or j and k, and opens with Enter, moving the focus to the panel', async () => {
    const { user, frame, currentSearch } = await openBoard({ group: 'none' });
    await user.keyboard('j');
    const grid = screen.getByRole('grid');
    expect(document.activeElement).toBe(grid);
    await user.keyboard('{ArrowDown}');
    expect(grid.getAttribute('aria-activedescendant')).toBe(`row-${id(2)}`);
    await user.keyboard('k{Enter}');
    await frame();
    expect(currentSearch().load).toBe(id(3));
    expect(document.activeElement?.textContent).toBe('LD-3');
  });

  it('links hover of list and map in both directions', async () => {
    const { user, map } = await openBoard();
    await user.hover(row('LD-2'));
    expect(map.engine().hover).toBe(id(2));
    act(() => map.pointAt(id(3)));
    expect(row('LD-3').getAttribute('data-hovered')).toBe('true');
    expect(row('LD-2').getAttribute('data-hovered')).toBeNull();
  });

  it('names the worst loads of the cluster under the pointer until it leaves', async () => {
    const { map } = await openBoard();
    act(() => map.hoverCluster([id(1), id(2), id(3), 'another']));
    const hint = within(await screen.findByRole('tooltip'));
    expect(hint.getAllByText(/^LD-/).map(({ textContent }) => textContent)).toEqual(['LD-3', 'LD-2', 'LD-1']);
    expect(hint.getByText('and 1 more')).toBeDefined();
    act(() => map.hoverCluster(null));
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  });

  it('opens a cluster that no zoom can split as a list', async () => {
    const { user, frame, map, currentSearch } = await openBoard();
    act(() => map.clickCluster([id(1), id(2)]));
    const place = within(await screen.findByRole('dialog', { name: '2 loads at this location' }));
    await user.click(place.getByRole('button', { name: /LD-1/ }));
    await frame();
    expect(currentSearch().load).toBe(id(1));
  });

  it('keeps rows in place under the pointer, and shows pending updates on request', async () => {
    const { user, frame, store } = await openBoard();
    await user.hover(row('LD-3'));
    act(() => {
      store.apply({ items: [{ load_id: id(3), version: 2, vehicle_assignment: assignment() }], removed: [] });
    });
    await frame();
    await act(() => new Promise((then) => setTimeout(then, 300)));
    expect(refs()).toEqual(['LD-3', 'LD-2']);
    await user.click(screen.getByRole('button', { name: '1 update, show' }));
    expect(refs()).toEqual(['LD-2']);
  });

  it('says of a held row that it has another cause by now, and acts on its group without it', async () => {
    const again = load({ load_id: id(4), load_ref: 'LD-4', tracking_health: 'stale' });
    const { user, frame, store } = await openBoard({ cause: 'all' }, { loads: [...LOADS, again] });
    await user.hover(row('LD-2'));
    act(() => {
      store.apply({ items: [{ load_id: id(2), version: 2, tracking_health: 'no_signal' }], removed: [] });
    });
    await frame();
    expect(await screen.findByRole('button', { name: '1 update, show' })).toBeDefined();
    expect(refs()).toContain('LD-2');
    expect(within(row('LD-2')).getByText('No pings from truck yet')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Take or snooze: Pings stopped while moving' }));
    expect(await screen.findByRole('menuitem', { name: /^Add a note to .?LD-4/ })).toBeDefined();
  });

  it('says in the index that what to do now has changed while the list is held', async () => {
    const { user, frame, store } = await openBoard();
    await user.hover(row('LD-2'));
    act(() => {
      const triage = openTriage({ cause: 'disagree', owner: { sub: 'ann', name: 'Ann' } });
      store.apply({ items: [{ load_id: id(3), version: 2, triage }], removed: [] });
    });
    await frame();
    await waitFor(
      () => expect(screen.getByRole('radio', { name: /^Now 2 1 change not shown yet/ })).toBeDefined(),
      { timeout: 5_000 },
    );
  });

  it('counts new exceptions on the tab and marks their rows', async () => {
    const { frame, store } = await openBoard({ tab: 'all' });
    act(() => {
      store.apply({ items: [{ load_id: id(1), version: 2, tracking_health: 'no_signal' }], removed: [] });
    });
    await frame();
    expect(screen.getByRole('tab', { name: /Needs attention 3 1 new/ })).toBeDefined();
    expect(within(row('LD-1')).getByText('new')).toBeDefined();
    await waitFor(() => expect(document.title).toBe('(3) Board · Waypost'), { timeout: 10_000 });
  });

  it('identifies a load without a number by the ends of its id, with the whole on hover and in the panel', async () => {
    const load_id = '7d4e2fde-de0e-430e-ba79-c71a28f08f31';
    const bare = load({ load_id, load_ref: null, tracking_health: 'unassigned', vehicle_assignment: null });
    const answers = { [`GET /api/loads/${load_id}`]: detailOf(bare) };
    await openBoard({ tab: 'all', load: load_id }, { loads: [bare], answers });
    const names = within(row('7d4e2fde…8f31')).getByText('7d4e2fde…8f31').parentElement;
    expect(names?.title).toContain(load_id);
    const panel = within(screen.getByRole('complementary', { name: /^Load / }));
    expect(panel.getByText(load_id)).toBeDefined();
  });

  it('shows an unknown health verbatim', async () => {
    await openBoard({ tab: 'all' }, { loads: [load({ tracking_health: 'quantum' })] });
    expect(screen.getByText('Unknown: quantum')).toBeDefined();
  });

  it('marks the board ready when rows and markers are on screen, and without a map when the rows are', async () => {
    const { map, marked } = await openBoard();
    expect(marked).not.toHaveBeenCalled();
    act(() => map.engine().options.events.onFirstMarkers());
    expect(marked).toHaveBeenCalledWith('waypost:board-ready');
    const without = await openBoard(
      {},
      { unavailable_map: new MapUnavailableError('This browser has no WebGL.') },
    );
    expect(without.marked).toHaveBeenCalledWith('waypost:board-ready');
    expect(screen.getByText(/This browser has no WebGL\./)).toBeDefined();
  });

  it('keeps the address until a person moves the map', async () => {
    const { map, currentSearch } = await openBoard();
    act(() => map.moveTo({ latitude: 30, longitude: -90, zoom: 5 }));
    expect(currentSearch().map).toBeUndefined();
  });
});

describe('the board when something is wrong', () => {
  it('shows an outage once, keeps the loads, and marks none of them as an exception', async () => {
    const read_error = { status: null, kind: 'unreachable', message: 'no answer', since: ago(1) };
    await openBoard({}, { loads: [load({ read_error })], status: status({ state: 'down' }) });
    expect(screen.getByText(/Tracking service down since/)).toBeDefined();
    expect(screen.getByText('Nothing needed attention at the last update')).toBeDefined();
    expect(screen.getByRole('button', { name: /Service down/ })).toBeDefined();
  });

  it('says of which causes the number of a chip is made', async () => {
    const changed = load({ load_id: id(4), load_ref: 'LD-4', vehicle_changed_at: ago(60_000) });
    const { user } = await openBoard({}, { loads: [...LOADS, changed] });
    const chip = screen.getByRole('button', { name: 'Truck in doubt 2' });
    await user.hover(chip);
    expect(chip.title).toBe('Truck in doubt: 1 Possible wrong truck, 1 Truck changed');
  });

  it('grays the counters in an outage: no green number for an unknown state', async () => {
    const colors = () =>
      within(screen.getByRole('group', { name: /^Filter by health/ }))
        .getAllByRole('button', { name: /^(Live|Stale|Truck in doubt)/ })
        .map(({ style }) => style.color);
    const well = await openBoard();
    expect(colors().filter((color) => color.includes('secondary'))).toEqual([]);
    well.unmount();
    await openBoard({}, { status: status({ state: 'down' }) });
    expect(screen.getByRole('group', { name: 'Filter by health, as last known' })).toBeDefined();
    expect(new Set(colors())).toEqual(new Set(['var(--wp-text-secondary)']));
  });

  it('counts down a pause', async () => {
    await openBoard({}, { status: status({ state: 'paused', retry_at: ago(-12_000) }) });
    expect(screen.getByText(/Updates resume automatically in 12 s/)).toBeDefined();
  });

  it('says that it is not live while reconnecting', async () => {
    await openBoard(
      {},
      { connection: { phase: 'reconnecting', since: Date.now() - 3_600_000 * 9e4, problem: null } },
    );
    expect(screen.getByText('Not live: reconnecting.')).toBeDefined();
    expect(refs()).toHaveLength(2);
  });

  it.each([
    ['connecting', { phase: 'connecting' }, 'Loading loads'],
    ['offline', { phase: 'offline', since: null }, 'This device is offline'],
    [
      'no answer',
      { phase: 'reconnecting', since: null, problem: null },
      'The Waypost server is not responding',
    ],
    [
      'refused',
      {
        phase: 'refused',
        problem: new Problem({ code: 403, reason: 'forbidden', message: 'Your role does not allow this' }),
      },
      'Your role does not allow this',
    ],
  ] as const)('before the first list: %s', async (_how, connection, words) => {
    await openBoard({}, { loads: undefined, connection } as unknown as Setup);
    expect(screen.queryByText(words) ?? screen.getByLabelText(words)).toBeDefined();
    expect(screen.queryByRole('grid')).toBeNull();
    expect([screen.queryAllByText('0'), screen.getAllByText('…').length > 10]).toEqual([[], true]);
  });

  it('says that the data is simulated', async () => {
    await openBoard({}, { config: { simulated: true } });
    expect(screen.getByText('Simulated')).toBeDefined();
  });
});
