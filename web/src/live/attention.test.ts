import { fc } from '@waypost/contract/testing/property';
import { factsOf } from '@waypost/triage/facts';
import { BANDS, bandOf, CAUSES, isForNow } from '@waypost/triage/score';
import { openTriage } from '@waypost/triage/testing/loads';
import { WORSE } from '@waypost/triage/testing/states';
import { expect, it } from 'vitest';
import { viewQuery } from '../features/board/query.ts';
import type { SortOrder } from '../features/board/search.ts';
import { id, list, load, NOW } from '../testing/loads.ts';
import { Attention } from './attention.ts';
import { LoadStore } from './store.ts';
import { LoadView } from './view.ts';

const MOST = 15;
const HOUR = 3_600_000;

const anyLoads = fc.array(
  fc.record({
    cause: fc.constantFrom(...CAUSES),
    /** Negative: its appointment is ahead. */
    minutes: fc.integer({ min: -3_000, max: 3_000 }),
    taken: fc.boolean(),
  }),
  { minLength: 20, maxLength: 60, size: 'max' },
);

/** The loads to do now, of these loads. */
function nowOf(
  made: typeof anyLoads extends fc.Arbitrary<infer T> ? T : never,
  { take_first = false, sort = 'worst' as SortOrder } = {},
) {
  const store = new LoadStore({ derive: factsOf, now: () => NOW, schedule: (flush) => flush() });
  const loads = made.map(({ cause, minutes, taken }, n) => {
    const triage = openTriage({ cause, owner: taken ? { sub: 'ann', name: 'Ann' } : null });
    return load({ load_id: id(n + 1), triage, ...WORSE[cause](minutes) });
  });
  store.replaceAll(list(loads));
  const view = new LoadView(store, {
    query: viewQuery({ attention_only: true }, sort, 'cause'),
    schedule: (run) => run(),
  });
  const exceptions = { get: () => ({ ids: new Set<string>() }), subscribe: () => () => undefined };
  const attention = new Attention({
    view,
    store,
    exceptions: exceptions as never,
    most: MOST,
    of: 'to_do',
    now: () => NOW,
    schedule: (run) => run(),
  });
  const stops = [view.start(), attention.start()];
  // One more is taken while the list is held.
  view.hold();
  const shown = attention.snapshot().now;
  const [taken] = shown.ids;
  if (take_first && taken) {
    const triage = openTriage({ owner: { sub: 'ann', name: 'Ann' } });
    store.apply({ items: [{ load_id: taken, version: 99, triage }], removed: [] });
  }
  for (const stop of stops) stop();
  const facts = (load_id: string) => store.facts(load_id) as NonNullable<ReturnType<typeof store.facts>>;
  const { ids } = view.snapshot();
  const not_taken = ids.filter((load_id) => !store.get(load_id)?.triage?.owner);
  const { now, causes } = attention.snapshot();
  return { now, shown, causes, ids, not_taken, facts };
}

it('lists the most severe to do now first, then what is due within two hours, what is overdue, and what is due later, each from the nearest on', () => {
  fc.assert(
    fc.property(anyLoads, (made) => {
      const { now, not_taken, facts } = nowOf(made);
      expect(now.ids.filter((load_id) => !not_taken.includes(load_id))).toEqual([]);
      const keys = now.ids.map((load_id) => {
        const { score, appointment_at } = facts(load_id);
        const due = appointment_at ?? Number.POSITIVE_INFINITY;
        const turn = due < NOW ? 1 : due < NOW + 2 * HOUR ? 0 : 2;
        return [BANDS.indexOf(bandOf(score)), turn, Math.abs(due - NOW)] as const;
      });
      expect(keys).toEqual(keys.toSorted(([a, s, x], [b, t, y]) => a - b || s - t || Math.sign(x - y) || 0));
    }),
  );
});

it('leaves out a critical exception that nobody has only behind as many others, and says of how many it lists some', () => {
  fc.assert(
    fc.property(anyLoads, (made) => {
      const { now, not_taken, facts } = nowOf(made);
      const left_out = not_taken.filter((load_id) => !now.ids.includes(load_id));
      expect(now.not_taken).toBe(not_taken.length);
      const { length } = now.ids;
      if (length < MOST)
        expect(left_out.filter((load_id) => isForNow(facts(load_id).cause, facts(load_id).score))).toEqual(
          [],
        );
      const critical = (load_id: string) => bandOf(facts(load_id).score) === 'critical';
      if (left_out.some(critical)) expect(now.ids.filter(critical)).toHaveLength(MOST);
    }),
  );
});

it('says of each cause whether some of its loads are listed to do now', () => {
  fc.assert(
    fc.property(anyLoads, (made) => {
      const { now, causes, facts } = nowOf(made);
      const listed = new Set(now.ids.map((load_id) => facts(load_id).cause as string));
      const alone = causes.filter(({ key }) => CAUSES.some((cause) => cause === key));
      for (const { key, in_now } of alone) expect(in_now || !listed.has(key)).toBe(true);
      expect(causes.some(({ in_now }) => in_now)).toBe(now.ids.length > 0);
    }),
  );
});

it('says of each cause how many of its loads are as severe as its worst', () => {
  fc.assert(
    fc.property(anyLoads, (made) => {
      const { causes, ids, facts } = nowOf(made);
      const critical = ids.filter((load_id) => bandOf(facts(load_id).score) === 'critical').length;
      const counted = causes.filter(({ band }) => band === 'critical');
      expect(counted.reduce((sum, { of_band }) => sum + of_band, 0)).toBe(critical);
    }),
  );
});

it('keeps what to do now while the list is held, and says that it has changed and how many nobody has by now', () => {
  fc.assert(
    fc.property(anyLoads, (made) => {
      const { now, shown } = nowOf(made, { take_first: true });
      expect(now.ids).toEqual(shown.ids);
      if (shown.ids.length === 0) return;
      expect(now.not_taken).toBe(shown.not_taken - 1);
      expect(now.waiting).toBeGreaterThan(0);
    }),
  );
});

it('lists the most severe causes first, whatever the order of the loads', () => {
  fc.assert(
    fc.property(anyLoads, fc.constantFrom<SortOrder>('worst', 'ref', 'owner', '-late'), (made, sort) => {
      const bands = nowOf(made, { sort }).causes.map(({ band }) => BANDS.indexOf(band));
      expect(bands).toEqual(bands.toSorted((a, b) => a - b));
    }),
  );
});
