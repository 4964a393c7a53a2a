import { describe, expect, it } from 'vitest';
import { NO_MOTION, nextMotion } from './motion.ts';

const at = (minute: number, longitude: number) => ({
  latitude: 35,
  longitude,
  occurred_at: `2026-11-20T10:${String(minute).padStart(2, '0')}:00Z`,
});

describe('motion', () => {
  it('is unknown after one position', () => {
    expect(nextMotion(NO_MOTION, null, at(0, -102))).toEqual(NO_MOTION);
  });
  it('has direction and speed after two', () => {
    const motion = nextMotion(NO_MOTION, at(0, -102), at(1, -101.98));
    expect(motion).toMatchObject({ moving: true, last_moved_at: '2026-11-20T10:01:00Z' });
    expect(motion.bearing_degrees).toBe(90);
    expect(motion.speed_mps).toBeCloseTo(30.4, 0);
  });
  it('treats the noise of a parked receiver as standing, and keeps the direction', () => {
    const driving = nextMotion(NO_MOTION, at(0, -102), at(1, -101.98));
    const parked = nextMotion(driving, at(1, -101.98), at(6, -101.9802));
    expect(parked).toMatchObject({
      moving: false,
      speed_mps: 0,
      bearing_degrees: 90,
      last_moved_at: '2026-11-20T10:01:00Z',
    });
  });
  it('is unknown after a long gap in which the truck has moved, unless it must have driven most of the time', () => {
    const after_hours = (longitude: number) => ({ ...at(0, longitude), occurred_at: '2026-11-20T18:00:00Z' });
    expect(nextMotion(NO_MOTION, at(0, -102), after_hours(-101)).moving).toBeNull();
    expect(nextMotion(NO_MOTION, at(0, -102), after_hours(-97)).moving).toBe(true);
    expect(nextMotion(NO_MOTION, at(0, -102), after_hours(-102)).moving).toBe(false);
  });
  it('ignores a position that is not newer', () => {
    const driving = nextMotion(NO_MOTION, at(0, -102), at(1, -101.98));
    expect(nextMotion(driving, at(1, -101.98), at(0, -102))).toBe(driving);
  });
});
