import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { factsOf } from './facts.ts';
import { quietFleetGroup } from './fleet.ts';
import { comparePlaces, orderSections, type Place, worstFirst, worstFirstPlace } from './rank.ts';
import { bandOf, CAUSES, type Cause, DEFAULT_RULES } from './score.ts';
import { ago, id, load, MINUTE, NOW, openTriage, stop } from './testing/loads.ts';
import { MIN_MINUTES, WORSE } from './testing/states.ts';

const context = { now: NOW, outage: false };
const loadOf = (n: number, cause: Cause, minutes: number, load_ref: string | null = `LD-${n}`) =>
  load({ load_id: id(n), load_ref, ...WORSE[cause](minutes) });
function placeOf(...of: Parameters<typeof loadOf>): Place {
  const made = loadOf(...of);
  return worstFirstPlace(made, factsOf(made, context), null);
}

const anyMinutes = fc.integer({ min: MIN_MINUTES, max: 3_000 });
const anyRef = fc.constantFrom('LD-9', 'LD-10', 'ld-9', 'Ångström', null);
const anyPlace = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom(...CAUSES), anyMinutes, anyRef)
  .map((of) => placeOf(...of));

describe.each(CAUSES)('loads with the cause %s', (cause) => {
  it('never stand below a load that is less late, less quiet or due later', () => {
    fc.assert(
      fc.property(anyMinutes, fc.integer({ min: 1, max: 3_000 }), anyRef, (minutes, more, ref) => {
        const [lesser, worse] = [placeOf(1, cause, minutes, 'A'), placeOf(2, cause, minutes + more, ref)];
        expect(lesser.section).toBe(cause);
        expect(comparePlaces(worse, lesser)).toBeLessThan(0);
        expect(worstFirst([lesser, worse], (place) => place)).toEqual([worse, lesser]);
      }),
    );
  });

  it('stand by load number and id when they are equal', () => {
    const equal = [
      placeOf(3, cause, 60, 'LD-10'),
      placeOf(2, cause, 60, 'LD-9'),
      placeOf(1, cause, 60, 'LD-10'),
    ];
    for (const order of [equal, equal.toReversed()])
      expect(worstFirst(order, (place) => place).map(({ load_id }) => load_id)).toEqual([
        id(2),
        id(1),
        id(3),
      ]);
  });

  it('stand at the end when the deciding part is unknown', () => {
    const known = placeOf(2, cause, 60);
    const unknown = { ...known, load_id: id(1), tie: '', key: null };
    expect(comparePlaces(known, unknown)).toBeLessThan(0);
    expect(comparePlaces(known, unknown, -1)).toBeLessThan(0);
  });
});

describe('the order of exceptions', () => {
  it('is total and transitive', () => {
    fc.assert(
      fc.property(anyPlace, anyPlace, anyPlace, (a, b, c) => {
        expect(Math.sign(comparePlaces(a, b))).toBe(-Math.sign(comparePlaces(b, a)) + 0);
        expect(comparePlaces(a, a)).toBe(0);
        if (comparePlaces(a, b) === 0) expect([a.load_id, a.section]).toEqual([b.load_id, b.section]);
        if (comparePlaces(a, b) <= 0 && comparePlaces(b, c) <= 0)
          expect(comparePlaces(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('does not depend on the order of the input, keeps every load, and keeps the loads of a cause together', () => {
    const anyPlaces = fc.uniqueArray(anyPlace, { maxLength: 30, selector: ({ load_id }) => load_id });
    fc.assert(
      fc.property(anyPlaces, (places) => {
        const sorted = worstFirst(places, (place) => place);
        expect(worstFirst(places.toReversed(), (place) => place)).toEqual(sorted);
        expect(sorted.toSorted(comparePlaces)).toEqual(places.toSorted(comparePlaces));
        const starts = sorted.filter(({ section }, n) => section !== sorted[n - 1]?.section);
        expect(new Set(starts.map(({ section }) => section)).size).toBe(starts.length);
        const scores = starts.map(({ section }) =>
          Math.max(...sorted.filter((place) => place.section === section).map(({ score }) => score)),
        );
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      }),
    );
  });

  it('puts a cause where its most urgent load puts it, even if another of its loads is the worst', () => {
    const later = { ...placeOf(1, 'running_late', 1_400), score: 25 };
    const sooner = { ...placeOf(2, 'running_late', 60), score: 65 };
    const stale = { ...placeOf(3, 'stale', 60), score: 45 };
    const ids = worstFirst([stale, sooner, later], (place) => place).map(({ load_id }) => load_id);
    expect(ids).toEqual([id(1), id(2), id(3)]);
  });
});

describe('loads that are equally quiet', () => {
  it('stand by their appointment', () => {
    const quiet = placeOf(1, 'stale', 60, 'LD-1');
    const sooner = { ...placeOf(2, 'stale', 60, 'LD-2'), due: NOW };
    expect(worstFirst([{ ...quiet, due: NOW + MINUTE }, sooner], (place) => place)[0]).toBe(sooner);
  });
});

describe('severity', () => {
  it('comes before urgency: a critical load that is due tomorrow stands above a high one that is overdue', () => {
    const due = (minutes: number) => [stop({ estimated_departure_at: ago(-minutes * MINUTE) })];
    const critical = load({ load_id: id(1), ...WORSE.disagree(60), stops: due(2_000) });
    const high = load({ load_id: id(2), ...WORSE.stale(60), stops: due(-100) });
    const places = [high, critical].map((one) => worstFirstPlace(one, factsOf(one, context), null));
    expect(worstFirst(places, (place) => place).map(({ load_id }) => load_id)).toEqual([id(1), id(2)]);
  });

  it('of a load without a truck is critical from an hour before its pickup on', () => {
    const without_truck = (minutes: number) =>
      load({
        load_id: id(1),
        ...WORSE.unassigned(60),
        stops: [stop({ estimated_departure_at: ago(minutes * MINUTE) })],
      });
    const at = (minutes: number) => factsOf(without_truck(minutes), context);
    expect([-90, -60, -59, 2_000].map((minutes) => bandOf(at(minutes).score))).toEqual([
      'high',
      'high',
      'critical',
      'critical',
    ]);
    expect(at(-61).valid_until).toBeLessThanOrEqual(NOW + 2 * MINUTE);
  });
});

describe('a quiet fleet', () => {
  const section = (key: string, score: number) => ({ key, score, places: [] });
  const keys = (sections: ReturnType<typeof section>[]) => orderSections(sections).map(({ key }) => key);
  const fleet = quietFleetGroup(id(700));

  it('stands where the severity of its loads puts it, before a cause of the same priority', () => {
    expect(
      keys([section('stale', 45), section('disagree', 90), section(fleet, 65), section('late', 65)]),
    ).toEqual(['disagree', fleet, 'late', 'stale']);
  });

  it('lists its loads by their silence, whatever the cause of each', () => {
    const silent = (n: number, cause: 'stale' | 'no_signal', minutes: number) => {
      const opened = openTriage({ cause, opened_at: ago(minutes * MINUTE) });
      const made = { ...loadOf(n, cause, minutes), triage: opened };
      return worstFirstPlace(made, factsOf(made, context), id(700));
    };
    const places = [silent(1, 'no_signal', 100), silent(2, 'stale', 200), silent(3, 'no_signal', 300)];
    expect(worstFirst(places, (place) => place).map(({ load_id }) => load_id)).toEqual([id(3), id(2), id(1)]);
  });

  it('is never below six groups', () => {
    const causes = CAUSES.slice(0, 12).map((cause) => section(cause, DEFAULT_RULES.severity[cause]));
    const other = quietFleetGroup(id(701));
    const order = keys([...causes, section(fleet, 20), section(other, 10)]);
    expect(order.slice(5, 7)).toEqual([fleet, other]);
    expect(order.filter((key) => key !== fleet && key !== other)).toEqual(causes.map(({ key }) => key));
  });
});
