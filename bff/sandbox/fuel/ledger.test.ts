import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../testing.ts';
import { DAY, HOUR, MINUTE, WorldClock } from '../world/clock.ts';
import type { Vehicle } from '../world/vehicles.ts';
import { Ledger } from './ledger.ts';

const START = Date.UTC(2026, 10, 20, 12);
function ledger(trucks: number, rows: number | null = null, speed = 10) {
  const clock = new ManualClock(START);
  const vehicles = Array.from({ length: trucks }, (_, index) => ({ index }) as Vehicle);
  return { clock, ledger: new Ledger(1, new WorldClock(clock, speed), vehicles, rows) };
}

describe('ledger', () => {
  it('has the configured number of purchases in the year before the start, or one per truck every other day', () => {
    const count = ({ ledger: one }: ReturnType<typeof ledger>) => {
      const [first, end] = one.between(START - 365 * DAY, START);
      return end - first;
    };
    expect(Math.abs(count(ledger(50, 10_000)) - 10_000)).toBeLessThanOrEqual(1);
    expect(Math.abs(count(ledger(50)) - 9000)).toBeLessThanOrEqual(1);
  });

  it('is ordered by time and continues after the start', () => {
    const { ledger: one } = ledger(30);
    const [first, end] = one.between(START - 3 * DAY, START + 3 * DAY);
    const times = Array.from({ length: end - first }, (_, i) => one.occurredAt(first + i));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.some((time) => time > START)).toBe(true);
    for (let i = 0; i < times.length; i++) {
      const delay = one.createdAt(first + i) - (times[i] as number);
      expect(delay).toBeGreaterThanOrEqual(MINUTE - 1000);
      expect(delay).toBeLessThanOrEqual(20 * MINUTE);
    }
  });

  it('finds exactly the purchases of a window that includes its start and excludes its end', () => {
    const { ledger: one } = ledger(7, 2000);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 365 * 24 }), fc.integer({ min: 0, max: 200 }), (ago, hours) => {
        const from = START - ago * HOUR;
        const [first, end] = one.between(from, from + hours * HOUR);
        const inside = (n: number) => one.occurredAt(n) >= from && one.occurredAt(n) < from + hours * HOUR;
        for (let n = Math.max(0, first - 3); n < end + 3; n++)
          expect(inside(n), `${n} of ${first} to ${end}`).toBe(n >= first && n < end);
      }),
    );
  });

  it('handles windows that start and end at the exact second of a purchase', () => {
    const { ledger: one } = ledger(7, 2000);
    const [first] = one.between(START - DAY, START);
    const at = one.occurredAt(first);
    expect(one.between(at, at + 1)).toEqual([first, first + 1]);
    expect(one.between(at - HOUR, at)[1]).toBe(first);
  });

  it.each([1, 3, 5, 50])(
    'lets each of %i trucks buy once per round, and never twice in short succession',
    (trucks) => {
      const { ledger: one } = ledger(trucks, trucks * 180);
      for (let round = 0; round < 20; round++) {
        const seen = Array.from({ length: trucks }, (_, slot) => one.vehicleOf(round * trucks + slot).index);
        expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: trucks }, (_, i) => i));
      }
      const last = new Map<number, number>();
      for (let n = 0; n < trucks * 40; n++) {
        const truck = one.vehicleOf(n).index;
        const before = last.get(truck);
        if (before !== undefined && trucks >= 3)
          expect(one.occurredAt(n) - before).toBeGreaterThan(12 * HOUR);
        last.set(truck, one.occurredAt(n));
      }
    },
  );

  it('is empty without trucks', () => {
    expect(ledger(0).ledger.between(START - DAY, START)).toEqual([0, 0]);
  });
});
