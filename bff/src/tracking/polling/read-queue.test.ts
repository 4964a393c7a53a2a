import type { BoardLoad } from '@waypost/contract/api/board';
import { READ_CLASSES, type ReadClass } from '@waypost/contract/api/system-status';
import { fc } from '@waypost/contract/testing/property';
import { ago, id, load, MINUTE, NOW, openTriage } from '@waypost/triage/testing/loads';
import { LATE_ARRIVAL } from '@waypost/triage/testing/states';
import { describe, expect, it } from 'vitest';
import { nearAt, ReadQueue, readClassOf, untilNextPosition } from './read-queue.ts';

const INTERVAL_MS = 15_000;

/** Takes loads at a fixed pace, each again after the delay of its class; returns how often each was taken. */
function take(classes: readonly ReadClass[], per_second: number, seconds: number) {
  const queue = new ReadQueue(INTERVAL_MS);
  classes.forEach((of, n) => {
    queue.set(String(n), of, n / classes.length);
  });
  const counts = classes.map(() => 0);
  const last = classes.map(() => 0);
  let longest = 0;
  for (let turn = 0; turn < per_second * seconds; turn += 1) {
    const now = 1 + (turn * 1000) / per_second;
    const taken = queue.takeDue(now);
    if (taken === null) continue;
    const n = Number(taken);
    longest = Math.max(longest, now - (last[n] as number));
    [counts[n], last[n]] = [(counts[n] as number) + 1, now];
    queue.set(taken, classes[n] as ReadClass, now + queue.delayOf(classes[n] as ReadClass, 0, now));
  }
  return { counts, longest };
}

const many = (of: ReadClass, count: number): ReadClass[] => Array.from({ length: count }, () => of);
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

describe('the queue of reads', () => {
  it('reads every load at its interval while the quota suffices, an open one three times as often', () => {
    const { counts } = take([...many('open', 1), ...many('calm', 50)], 20, 600);
    expect(counts[1]).toBeGreaterThanOrEqual(39);
    expect(counts[0]).toBeGreaterThan(2.8 * (counts[1] as number));
  });

  it('reads what matters far more often when it does not, at a small cost for the others', () => {
    const { counts } = take([...many('open', 1), ...many('urgent', 5), ...many('calm', 994)], 5, 4_000);
    const calm = sum(counts.slice(6)) / 994;
    expect(counts[0]).toBeGreaterThan(6 * calm);
    expect((counts[1] as number) / calm).toBeGreaterThan(4);
    // Alone they would get 20 reads each.
    expect(calm).toBeGreaterThan(18);
  });

  it('lets nothing starve, whatever there is of each class', () => {
    const anyClasses = fc.array(fc.constantFrom(...READ_CLASSES), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(anyClasses, fc.constantFrom(0.5, 2, 8), (classes, per_second) => {
        const round = Math.max(INTERVAL_MS, (classes.length * 1000) / per_second);
        const { counts, longest } = take(classes, per_second, (6 * round) / 1000);
        expect(Math.min(...counts)).toBeGreaterThan(0);
        expect(longest).toBeLessThan(4 * round);
      }),
      { numRuns: 50 },
    );
  });

  it('gives a load that was refused its place back', () => {
    const queue = new ReadQueue(INTERVAL_MS);
    for (const n of [1, 2, 3]) queue.set(String(n), 'calm', n);
    expect(queue.takeDue(100)).toBe('1');
    queue.putBack('1', 'calm', 100);
    expect(queue.takeDue(100)).toBe('1');
    expect(queue.takeDue(100)).toBe('2');
  });

  it('moves a load whose class changes, never to a later time', () => {
    const queue = new ReadQueue(INTERVAL_MS);
    queue.set('1', 'calm', 90_000);
    queue.move('1', 'open', 0);
    expect(queue.at('1')).toBe(5_000);
    queue.move('1', 'calm', 1_000);
    expect(queue.at('1')).toBe(5_000);
    queue.delete('1');
    queue.move('1', 'open', 0);
    expect(queue.at('1')).toBeNull();
  });

  it('waits for the next position that the truck can have sent only when the quota is short, and not for long', () => {
    const queue = new ReadQueue(INTERVAL_MS);
    expect(queue.delayOf('calm', 3_600_000, 0)).toBe(INTERVAL_MS);
    queue.set('1', 'calm', 0);
    const now = 20 * INTERVAL_MS;
    expect(queue.delayOf('calm', 0, now)).toBe(INTERVAL_MS);
    const patient = queue.delayOf('calm', 3_600_000, now);
    expect(patient).toBeGreaterThan(2 * INTERVAL_MS);
    expect(patient).toBeLessThan(5 * INTERVAL_MS);
    expect(queue.delayOf('exception', 3_600_000, now)).toBeLessThanOrEqual(INTERVAL_MS);
  });
});

describe('the class of a load', () => {
  const near = { predicted_arrivals: [{ ...LATE_ARRIVAL, running_late: false, from: ago(-30 * MINUTE) }] };
  it.each<[string, Partial<BoardLoad>, boolean, ReadClass]>([
    ['looked at', {}, true, 'open'],
    ['never read', { read_at: null }, false, 'urgent'],
    ['near a stop', near, false, 'urgent'],
    ['late', { triage: openTriage({ cause: 'late' }) }, false, 'urgent'],
    ['an exception', { triage: openTriage({ cause: 'stale' }) }, false, 'exception'],
    [
      'closed by a person',
      { triage: openTriage({ closed: { reason: 'known', by_name: 'Ann', at: ago(1) } }) },
      false,
      'calm',
    ],
    ['nothing of this', { predicted_arrivals: [{ ...LATE_ARRIVAL, running_late: false }] }, false, 'calm'],
  ])('%s', (_state, change, opened, expected) => {
    expect(readClassOf(load({ load_id: id(1), ...change }), opened, NOW)).toBe(expected);
  });

  it('changes by time alone when a stop comes near', () => {
    const far = load({ predicted_arrivals: [LATE_ARRIVAL] });
    const at = nearAt(far);
    expect(readClassOf(far, false, at)).toBe('calm');
    expect(readClassOf(far, false, at + 1)).toBe('urgent');
    expect(nearAt(load())).toBe(Number.POSITIVE_INFINITY);
  });

  it('knows when the next position can be there', () => {
    const pinging = load({ usual_gap_seconds: 180 });
    expect(untilNextPosition(pinging, NOW)).toBe(MINUTE);
    expect(untilNextPosition(pinging, NOW + 2 * MINUTE)).toBe(0);
    expect(untilNextPosition(load(), NOW)).toBe(0);
  });
});
