import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { AMARILLO, DENVER, draft, draftStop, PUEBLO } from '../../../testing/drafts.ts';
import { id } from '../../../testing/loads.ts';
import { DEFAULT_RADIUS_METERS, type Draft, type DraftAction, reduceDraft } from './draft.ts';
import { createHistory, endStep, type History, record, redo, undo } from './use-draft.tsx';

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
    expect(order(reduceDraft(three(), { type: 'move_stop', key, to }))).toBe(after);
  });

  it('never has fewer than two stops: the last two are emptied', () => {
    const two = reduceDraft(three(), { type: 'remove_stop', key: 'b' });
    expect(order(two)).toBe('ac');
    const emptied = reduceDraft(two, { type: 'remove_stop', key: 'a' });
    expect(order(emptied)).toBe('ac');
    expect(emptied.stops[0]).toMatchObject({ center: null, radius_meters: null, name: '' });
  });

  it('gives a center without a radius the default, and keeps an existing radius', () => {
    const fresh = reduceDraft(
      draft({ stops: [draftStop({ key: 'a', center: null, radius_meters: null }), draftStop()] }),
      {
        type: 'circle',
        key: 'a',
        center: DENVER,
      },
    );
    expect(fresh.stops[0]).toMatchObject({ center: DENVER, radius_meters: DEFAULT_RADIUS_METERS });
    const moved = reduceDraft(three(), { type: 'circle', key: 'a', center: DENVER });
    expect(moved.stops[0]?.radius_meters).toBe(2000);
  });

  it('clears unparsed text when a circle is drawn', () => {
    const typed = reduceDraft(three(), {
      type: 'stop',
      key: 'a',
      change: { place_text: 'Amar', radius_text: 'x' },
    });
    const drawn = reduceDraft(typed, { type: 'circle', key: 'a', center: DENVER, radius_meters: 500 });
    expect(drawn.stops[0]).toMatchObject({ place_text: '', radius_text: '', radius_meters: 500 });
  });

  it('keeps the searched place name until the circle is dragged far away', () => {
    const found = reduceDraft(three(), {
      type: 'circle',
      key: 'a',
      center: DENVER,
      place_name: 'Denver, CO',
    });
    expect(found.stops[0]?.place_name).toBe('Denver, CO');
    const to = (latitude: number) =>
      reduceDraft(found, { type: 'circle', key: 'a', center: { ...DENVER, latitude } }).stops[0]?.place_name;
    expect(to(DENVER.latitude + 0.2)).toBe('Denver, CO');
    expect(to(DENVER.latitude + 1)).toBe('');
  });

  it('remembers that a circle is the center of a city until it is drawn, dragged or taken from a site', () => {
    const city = reduceDraft(three(), {
      type: 'circle',
      key: 'a',
      center: DENVER,
      place_name: 'Denver, CO',
      city: 'unconfirmed',
    });
    expect(city.stops[0]?.city).toBe('unconfirmed');
    expect(reduceDraft(city, { type: 'circle', key: 'a', radius_meters: 900 }).stops[0]?.city).toBe(
      'unconfirmed',
    );
    expect(reduceDraft(city, { type: 'confirm_city', key: 'a' }).stops[0]?.city).toBe('confirmed');
    const dragged = { ...DENVER, latitude: DENVER.latitude + 0.01 };
    expect(reduceDraft(city, { type: 'circle', key: 'a', center: dragged }).stops[0]?.city).toBeNull();
    expect(reduceDraft(city, { type: 'site', key: 'a', site: link }).stops[0]?.city).toBeNull();
  });

  it('keeps the site while the center is inside its circle, and unlinks it beyond', () => {
    const linked = reduceDraft(three(), { type: 'site', key: 'a', site: link });
    expect(linked.stops[0]).toMatchObject({ center: AMARILLO, radius_meters: 800, site: link });
    const near = { latitude: AMARILLO.latitude + 0.005, longitude: AMARILLO.longitude };
    expect(reduceDraft(linked, { type: 'circle', key: 'a', center: near }).stops[0]?.site).toEqual(link);
    expect(reduceDraft(linked, { type: 'circle', key: 'a', radius_meters: 900 }).stops[0]?.site).toEqual(
      link,
    );
    expect(reduceDraft(linked, { type: 'circle', key: 'a', center: DENVER }).stops[0]?.site).toBeNull();
  });

  it('returns the same object when nothing changes, so that nothing re-renders', () => {
    const value = three();
    for (const action of [
      { type: 'name', name: value.name },
      { type: 'stop', key: 'a', change: { name: '' } },
      { type: 'stop', key: 'gone', change: { name: 'x' } },
      { type: 'move_stop', key: 'a', to: 0 },
      { type: 'vehicle', change: { by: 'vehicle_id' } },
      { type: 'remove_stop', key: 'gone' },
    ] satisfies DraftAction[])
      expect(reduceDraft(value, action)).toBe(value);
  });

  it('keeps the other stops identical when one changes', () => {
    const value = three();
    const next = reduceDraft(value, { type: 'circle', key: 'b', radius_meters: 5 });
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

type ToolButton = typeof step extends fc.Arbitrary<infer T> ? T : never;

function play(steps: readonly ToolButton[]): { history: History<Draft>; seen: Draft[] } {
  let history = createHistory(three());
  const seen = [history.present];
  for (const { action, group, settled } of steps) {
    history = record(history, reduceDraft(history.present, action), group);
    if (settled) history = endStep(history);
    seen.push(history.present);
  }
  return { history, seen };
}

describe('undo and redo', () => {
  it('go all the way back and forth to the same drafts', () => {
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
        // Every draft on the way back was shown before, in that order.
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

  it('never lose origin and destination and keep keys unique', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        for (const { stops } of play(steps).seen) {
          expect(stops.length).toBeGreaterThanOrEqual(2);
          expect(new Set(stops.map((stop) => stop.key)).size).toBe(stops.length);
        }
      }),
    );
  });

  it('treat the letters of a word or the steps of a drag as one step until the field is left', () => {
    let history = createHistory('');
    for (const text of ['D', 'De', 'Den']) history = record(history, text, 'name');
    history = record(endStep(history), 'Denver', 'name');
    expect(undo(history).present).toBe('Den');
    expect(undo(undo(history)).present).toBe('');
    expect(undo(undo(undo(history))).present).toBe('');
  });

  it('drop the redo steps after a new change', () => {
    const history = record(undo(record(createHistory(1), 2)), 3);
    expect(redo(history)).toBe(history);
    expect(history).toMatchObject({ past: [1], present: 3 });
  });
});
