import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { id } from '../../../testing/loads.ts';
import { change, DEFAULT_RADIUS_METERS, type Draft, type DraftAction, roleOf } from './draft.ts';
import { AMARILLO, DENVER, draft, draftStop, PUEBLO } from './testing.ts';
import { beginHistory, type History, record, redo, settle, undo } from './use-draft.tsx';

const three = () =>
  draft({
    stops: [
      draftStop({ key: 'a' }),
      draftStop({ key: 'b', center: PUEBLO }),
      draftStop({ key: 'c', center: DENVER }),
    ],
  });
const order = (value: Draft) => value.stops.map(({ key }) => key).join('');
const link = { site_id: id(700), name: 'Yard', ...AMARILLO, radius_meters: 800 };

describe('changes of a draft', () => {
  it.each([
    ['c', 0, 'cab'],
    ['a', 2, 'bca'],
    ['b', 2, 'acb'],
    ['b', 99, 'acb'],
    ['b', -5, 'bac'],
  ])('moves %s to %d: %s', (key, to, after) => {
    expect(order(change(three(), { type: 'move_stop', key, to }))).toBe(after);
  });

  it('names a stop by its place in the order', () => {
    expect([0, 1, 2].map((at) => roleOf(at, 3))).toEqual(['Origin', 'Stop 1', 'Destination']);
  });

  it('never has fewer than two stops: the last two are emptied', () => {
    const two = change(three(), { type: 'remove_stop', key: 'b' });
    expect(order(two)).toBe('ac');
    const emptied = change(two, { type: 'remove_stop', key: 'a' });
    expect(order(emptied)).toBe('ac');
    expect(emptied.stops[0]).toMatchObject({ center: null, radius_meters: null, name: '' });
  });

  it('gives a centre without a radius the usual one, and keeps a radius that is there', () => {
    const fresh = change(
      draft({ stops: [draftStop({ key: 'a', center: null, radius_meters: null }), draftStop()] }),
      {
        type: 'circle',
        key: 'a',
        center: DENVER,
      },
    );
    expect(fresh.stops[0]).toMatchObject({ center: DENVER, radius_meters: DEFAULT_RADIUS_METERS });
    const kept = change(three(), { type: 'circle', key: 'a', center: DENVER });
    expect(kept.stops[0]?.radius_meters).toBe(2000);
  });

  it('a circle forgets what was typed and not understood', () => {
    const typed = change(three(), {
      type: 'stop',
      key: 'a',
      change: { place_text: 'Amar', radius_text: 'x' },
    });
    const drawn = change(typed, { type: 'circle', key: 'a', center: DENVER, radius_meters: 500 });
    expect(drawn.stops[0]).toMatchObject({ place_text: '', radius_text: '', radius_meters: 500 });
  });

  it('a circle keeps what it was searched for, until it is dragged to another part of the country', () => {
    const found = change(three(), {
      type: 'circle',
      key: 'a',
      center: DENVER,
      place_name: 'Denver, CO',
    });
    expect(found.stops[0]?.place_name).toBe('Denver, CO');
    const to = (latitude: number) =>
      change(found, { type: 'circle', key: 'a', center: { ...DENVER, latitude } }).stops[0]?.place_name;
    expect(to(DENVER.latitude + 0.2)).toBe('Denver, CO');
    expect(to(DENVER.latitude + 1)).toBe('');
  });

  it('a site stays with its circle while the centre is inside it, and not beyond', () => {
    const linked = change(three(), { type: 'site', key: 'a', site: link });
    expect(linked.stops[0]).toMatchObject({ center: AMARILLO, radius_meters: 800, site: link });
    const near = { latitude: AMARILLO.latitude + 0.005, longitude: AMARILLO.longitude };
    expect(change(linked, { type: 'circle', key: 'a', center: near }).stops[0]?.site).toEqual(link);
    expect(change(linked, { type: 'circle', key: 'a', radius_meters: 900 }).stops[0]?.site).toEqual(link);
    expect(change(linked, { type: 'circle', key: 'a', center: DENVER }).stops[0]?.site).toBeNull();
  });

  it('is the same draft when nothing changes, so that nothing is drawn again', () => {
    const value = three();
    for (const action of [
      { type: 'name', name: value.name },
      { type: 'stop', key: 'a', change: { name: '' } },
      { type: 'stop', key: 'gone', change: { name: 'x' } },
      { type: 'move_stop', key: 'a', to: 0 },
      { type: 'vehicle', change: { by: 'vehicle_id' } },
      { type: 'remove_stop', key: 'gone' },
    ] satisfies DraftAction[])
      expect(change(value, action)).toBe(value);
  });

  it('leaves the other stops as they are, whatever happens to one', () => {
    const value = three();
    const next = change(value, { type: 'circle', key: 'b', radius_meters: 5 });
    expect(next.stops[0]).toBe(value.stops[0]);
    expect(next.stops[2]).toBe(value.stops[2]);
  });
});

const key = fc.constantFrom('a', 'b', 'c', 'd');
const action: fc.Arbitrary<DraftAction> = fc.oneof(
  fc.record({ type: fc.constant('name' as const), name: fc.string({ maxLength: 5 }) }),
  fc.record({ type: fc.constant('move_stop' as const), key, to: fc.integer({ min: -1, max: 5 }) }),
  fc.record({ type: fc.constant('remove_stop' as const), key }),
  fc.record({ type: fc.constant('circle' as const), key, radius_meters: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ type: fc.constant('circle' as const), key, center: fc.constantFrom(AMARILLO, DENVER) }),
  fc.record({ type: fc.constant('site' as const), key, site: fc.constant(link) }),
  fc.record({
    type: fc.constant('times' as const),
    expires_at: fc.constantFrom(null, '2026-11-24T00:00:00Z'),
  }),
  fc.record({
    type: fc.constant('add_stop' as const),
    key: fc.uuid(),
    at: fc.integer({ min: 0, max: 4 }),
  }),
  fc.record({ type: fc.constant('reverse_stops' as const) }),
);
const step = fc.record({ action, group: fc.option(fc.constantFrom('x', 'y')), settled: fc.boolean() });

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function play(steps: readonly Step[]): { history: History<Draft>; seen: Draft[] } {
  let history = beginHistory(three());
  const seen = [history.present];
  for (const { action, group, settled } of steps) {
    history = record(history, change(history.present, action), group);
    if (settled) history = settle(history);
    seen.push(history.present);
  }
  return { history, seen };
}

describe('undo and redo', () => {
  it('go all the way back and all the way forth, to the same drafts', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { history, seen } = play(steps);
        const drafts = [history.present];
        let back = history;
        while (back.past.length > 0) {
          back = undo(back);
          drafts.push(back.present);
        }
        expect(back.present).toBe(seen[0]);
        // Every stage on the way back was once on the screen, in that order.
        let at = seen.length - 1;
        for (const stage of drafts) {
          while (at >= 0 && seen[at] !== stage) at -= 1;
          expect(at).toBeGreaterThanOrEqual(0);
        }
        let forth = back;
        while (forth.future.length > 0) forth = redo(forth);
        expect(forth.present).toBe(history.present);
        expect(forth.past).toEqual(history.past);
      }),
    );
  });

  it('never lose origin and destination, and never name two stops alike', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        for (const { stops } of play(steps).seen) {
          expect(stops.length).toBeGreaterThanOrEqual(2);
          expect(new Set(stops.map((stop) => stop.key)).size).toBe(stops.length);
        }
      }),
    );
  });

  it('take the letters of a word and the steps of a drag as one, until the field is left', () => {
    let history = beginHistory('');
    for (const text of ['D', 'De', 'Den']) history = record(history, text, 'name');
    history = record(settle(history), 'Denver', 'name');
    expect(undo(history).present).toBe('Den');
    expect(undo(undo(history)).present).toBe('');
    expect(undo(undo(undo(history))).present).toBe('');
  });

  it('a change after going back forgets what was ahead', () => {
    const history = record(undo(record(beginHistory(1), 2)), 3);
    expect(redo(history)).toBe(history);
    expect(history).toMatchObject({ past: [1], present: 3 });
  });
});
