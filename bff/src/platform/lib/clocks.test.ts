import { expect, it } from 'vitest';
import { HOUR_MS, useWallClock } from '../../testing/wall-clock.ts';
import { dueClock, monotonicNow, toWallTime } from './clocks.ts';

const setWallClock = useWallClock();
const near = (ms: number) => expect.toSatisfy((one: number) => Math.abs(one - ms) < 2_000);

it('the clock of due times never goes back, and follows a clock that was set forward', () => {
  const start = Date.now();
  expect(dueClock()).toEqual(near(start));
  setWallClock(-HOUR_MS);
  expect(dueClock()).toEqual(near(start));
  setWallClock(HOUR_MS);
  expect(dueClock()).toEqual(near(start + HOUR_MS));
  setWallClock(0);
  expect(dueClock()).toEqual(near(start + HOUR_MS));
});

it('a moment of the monotonic clock is shown by the clock of this computer', () => {
  setWallClock(-HOUR_MS);
  expect(toWallTime(monotonicNow() + 5_000)).toEqual(near(Date.now() + 5_000));
  expect(toWallTime(null)).toBeNull();
});
