/** Predicted arrivals: the duty state from positions, and the simulation of the remaining route. */
import { MAX_POSITION_AGE_MS } from '@waypost/contract/api/predicted-arrival';
import { fc } from '@waypost/contract/testing/property';
import { destination, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { describe, expect, it } from 'vitest';
import { advanceDuty, type Duty, mphOfMiles, startOfDuty, type TimedPosition } from './duty.ts';
import { type Experience, predictArrival, usualDrive } from './predict.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = { latitude: 35.19, longitude: -101.83 };
const wayOf = (miles: number) => ({
  meters: miles * METERS_PER_MILE,
  by: 'corridors' as const,
  uncertainty_meters: 0,
});

/** Positions every five minutes; each part has a speed in miles per hour and a duration in hours. */
function dutyAfter(...parts: readonly (readonly [mph: number, hours: number])[]): Duty {
  const positions: TimedPosition[] = [{ ...START, at: 0 }];
  for (const [mph, hours] of parts)
    for (let minutes = 5; minutes <= hours * 60; minutes += 5) {
      const last = positions.at(-1) as TimedPosition;
      positions.push({ ...destination(last, 90, (mph / 12) * METERS_PER_MILE), at: last.at + 5 * MINUTE });
    }
  const [first, ...rest] = positions as [TimedPosition, ...TimedPosition[]];
  return rest.reduce(advanceDuty, startOfDuty(first));
}

describe('the duty state', () => {
  it('counts driving since the last long rest and since the last break', () => {
    const duty = dutyAfter([0, 10], [60, 4], [0, 0.5], [60, 2]);
    expect(duty).toMatchObject({ driven: 6 * HOUR, unbroken: 2 * HOUR, stood: 0, rested: true });
    expect(duty.pace.miles / duty.pace.hours).toBeCloseTo(60, 0);
  });

  it('counts a short stop as no break, and a long one as no rest', () => {
    expect(dutyAfter([60, 3], [0, 0.25], [60, 1])).toMatchObject({ unbroken: 4 * HOUR, rested: false });
    expect(dutyAfter([60, 3], [0, 3])).toMatchObject({ driven: 3 * HOUR, stood: 3 * HOUR, rested: false });
  });

  it('counts a gap as driving only as far as the truck has moved', () => {
    const before = dutyAfter([60, 1]);
    const later = {
      ...destination(before.position, 90, 104 * METERS_PER_MILE),
      at: before.position.at + 12 * HOUR,
    };
    const after = advanceDuty(before, later);
    expect(after.unbroken).toBeCloseTo(2 * HOUR, -3);
    expect(after.rested).toBe(true);
  });

  it('has a pace that includes slow driving, but not the time before a departure', () => {
    const slow = dutyAfter([60, 1], [12, 1]);
    expect(slow.pace.miles / slow.pace.hours).toBeLessThan(36);
    const standing = dutyAfter([0, 1]);
    const at = standing.position.at + 27 * MINUTE;
    const left = { ...destination(standing.position, 90, 2 * METERS_PER_MILE), at };
    expect(advanceDuty(standing, left).pace).toEqual(standing.pace);
  });

  it('has a speed of its miles, which waiting lowers less than the pace, and continues a state without it', () => {
    const waiting = dutyAfter([60, 1], [6, 1]);
    expect(mphOfMiles(waiting.pace)).toBeGreaterThan(50);
    expect(waiting.pace.miles / waiting.pace.hours).toBeLessThan(32);
    const { miles_mph: _, ...pace } = waiting.pace;
    expect(mphOfMiles(pace)).toBeCloseTo(pace.miles / pace.hours);
    const next = {
      ...destination(waiting.position, 90, 5 * METERS_PER_MILE),
      at: waiting.position.at + 5 * MINUTE,
    };
    const after = advanceDuty({ ...waiting, pace }, next);
    expect(mphOfMiles(after.pace)).toBeGreaterThan(mphOfMiles(pace));
    expect(mphOfMiles(after.pace)).toBeLessThan(mphOfMiles(advanceDuty(waiting, next).pace));
  });

  it('ignores a position that is not newer', () => {
    const duty = dutyAfter([60, 1]);
    expect(advanceDuty(duty, { ...START, at: duty.position.at })).toBe(duty);
    expect(advanceDuty(duty, { ...START, at: Number.NaN })).toBe(duty);
  });
});

describe('a predicted arrival', () => {
  const predicted = (duty: Duty, miles: number, now = duty.position.at) =>
    predictArrival(duty, wayOf(miles), now);
  const hoursOf = (duty: Duty, miles: number) => {
    const estimate = predicted(duty, miles);
    if (!estimate) throw new Error('no estimate');
    return (estimate.likely - duty.position.at) / HOUR;
  };

  it('uses the speed of this truck', () => {
    const [slow, fast] = [dutyAfter([0, 10], [48, 3]), dutyAfter([0, 10], [66, 3])];
    expect(predicted(slow, 212)?.mph).toBeLessThan(52);
    expect(hoursOf(slow, 212)).toBeGreaterThan(hoursOf(fast, 212) + 0.5);
  });

  it('expects roads as fast as those that the truck drove, however long it waited on them', () => {
    const [steady, waiting] = [dutyAfter([0, 10], [30, 2]), dutyAfter([0, 10], [4, 0.5], [55, 1], [4, 0.5])];
    const paceOf = ({ pace }: Duty) => pace.miles / pace.hours;
    expect(paceOf(steady)).toBeCloseTo(paceOf(waiting), -1);
    expect(hoursOf(waiting, 60)).toBeLessThan(hoursOf(steady, 60) - 0.4);
  });

  it('varies less on slow roads, and no truck is faster than 75 mph', () => {
    const spreadOf = (duty: Duty, miles: number) => {
      const estimate = predicted(duty, miles);
      const hours = (at = Number.NaN) => (at - duty.position.at) / HOUR;
      return { ratio: hours(estimate?.to) / hours(estimate?.likely), least: hours(estimate?.from) };
    };
    const [slow, fast] = [dutyAfter([0, 10], [15, 3]), dutyAfter([0, 10], [65, 3])];
    expect(spreadOf(slow, 100).ratio).toBeLessThan(0.85 * spreadOf(fast, 100).ratio);
    expect(spreadOf(fast, 300).least).toBeCloseTo(300 / 75, 1);
  });

  it('says whether the speed was observed, and that of a truck faster than usual is the usual one', () => {
    expect(predicted(dutyAfter([0, 1]), 100)?.speed_by).toBe('usual');
    expect(predicted(dutyAfter([0, 10], [48, 3]), 100)?.speed_by).toBe('truck');
    const [usual, fast] = [dutyAfter([0, 10]), dutyAfter([0, 10], [75, 3])];
    expect(predicted(fast, 100)?.mph).toBe(predicted(usual, 100)?.mph);
  });

  it('is later and wider when the truck is silent, slower, or its fleet is, and wider when too few held', () => {
    const duty = dutyAfter([0, 10], [60, 2]);
    const of = (now: number, experience?: Experience) => {
      const estimate = predictArrival(duty, wayOf(60), now, experience);
      if (!estimate) throw new Error('no estimate');
      return { likely: estimate.likely, width: estimate.to - estimate.from };
    };
    const { at } = duty.position;
    const [now, silent] = [of(at), of(at + HOUR)];
    const slower = of(at, { time_factor: 1.3, width_factor: 1 });
    const wider = of(at, { time_factor: 1, width_factor: 1.5 });
    for (const other of [silent, slower]) expect(other.likely).toBeGreaterThan(now.likely);
    for (const other of [silent, slower, wider]) expect(other.width).toBeGreaterThan(now.width);
    expect(wider.likely).toBeCloseTo(now.likely, -5);
  });

  it('includes the long rest only if the law requires one before the arrival', () => {
    const [fresh, tired] = [dutyAfter([0, 10], [60, 1]), dutyAfter([0, 10], [60, 8.5])];
    expect(predicted(fresh, 300)?.rest).toBe('none');
    expect(predicted(tired, 300)?.rest).toBe('before');
    expect(hoursOf(tired, 300) - hoursOf(fresh, 300)).toBeGreaterThan(9);
  });

  it('counts the rest that a driver has already taken', () => {
    const [short, long] = [dutyAfter([60, 9], [0, 3]), dutyAfter([60, 9], [0, 8])];
    expect(hoursOf(short, 120) - hoursOf(long, 120)).toBeGreaterThan(4);
  });

  it('does not exist without a recent position', () => {
    const duty = dutyAfter([60, 1]);
    expect(predicted(duty, 100, duty.position.at + MAX_POSITION_AGE_MS)).not.toBeNull();
    expect(predicted(duty, 100, duty.position.at + MAX_POSITION_AGE_MS + 1)).toBeNull();
  });

  it('is an interval around its median, never in the past, deterministic, and later for a longer route', () => {
    const hours = fc.double({ min: 0, max: 12, noNaN: true });
    fc.assert(
      fc.property(hours, hours, fc.double({ min: 0, max: 2500, noNaN: true }), (driving, standing, miles) => {
        const duty = dutyAfter([0, standing], [58, driving]);
        const now = duty.position.at + 10 * MINUTE;
        const estimate = predictArrival(duty, wayOf(miles), now);
        const farther = predictArrival(duty, wayOf(miles + 60), now);
        if (!estimate || !farther) throw new Error('no estimate');
        expect(estimate.from).toBeGreaterThanOrEqual(now);
        expect(estimate.likely).toBeGreaterThanOrEqual(estimate.from);
        expect(estimate.to).toBeGreaterThanOrEqual(estimate.likely);
        expect(Number.isFinite(estimate.to)).toBe(true);
        expect(farther.likely).toBeGreaterThan(estimate.likely);
        expect(predictArrival(duty, wayOf(miles), now)).toEqual(estimate);
      }),
    );
  });
});

describe('the usual drive of one driver', () => {
  const drive = (miles: number) => {
    const { least, likely, rest, rests } = usualDrive(wayOf(miles));
    return { least: least / HOUR, likely: likely / HOUR, rest, rests };
  };

  it('needs no rest within a day, one for a longer way, and two for a still longer one', () => {
    expect(drive(300)).toMatchObject({ rest: 'none', rests: 0 });
    expect(drive(800)).toMatchObject({ rest: 'before', rests: 1 });
    expect(drive(1500)).toMatchObject({ rest: 'before', rests: 2 });
  });

  it('takes as long as the prediction for a rested driver says, and is seldom much faster', () => {
    const { least, likely } = drive(800);
    const duty = dutyAfter([0, 10]);
    const { position } = duty;
    const predicted = predictArrival(duty, wayOf(800), position.at);
    expect(Math.abs(((predicted?.likely ?? 0) - position.at) / HOUR - likely)).toBeLessThan(1);
    expect(drive(300).least).toBeGreaterThan(300 / 80);
    expect(likely - least).toBeGreaterThan(2);
  });
});
