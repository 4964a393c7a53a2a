import { geodesicDestination } from '@waypost/geo/ellipsoid';
import { describe, expect, it } from 'vitest';
import { circleAt, HANDLE_REACH, handleAt } from './circle-pick.ts';
import { paperView } from './testing/hand.ts';

const YARD = { latitude: 35.1913, longitude: -102.084 };
const small = { id: 'small', ...YARD, radius_meters: 500 };
const large = { id: 'large', ...geodesicDestination(YARD, 90, 3000), radius_meters: 5000 };

describe('circleAt', () => {
  const at = (meters: number) =>
    circleAt([large, small], geodesicDestination(YARD, 270, meters), 50)?.id ?? null;
  it('is the smaller of two that hold the place', () => {
    expect(at(0)).toBe('small');
    expect(at(400)).toBe('small');
  });
  it('is the one whose edge is touched, though a smaller one holds the place', () => {
    expect(
      circleAt([{ ...small, radius_meters: 2010 }, large], geodesicDestination(YARD, 270, 1990), 50)?.id,
    ).toBe('small');
    expect(
      circleAt([{ ...small, radius_meters: 4000 }, large], geodesicDestination(YARD, 270, 2000), 50)?.id,
    ).toBe('large');
  });
  it('reaches a little beyond the edge, and no farther', () => {
    expect(circleAt([small], geodesicDestination(YARD, 0, 540), 50)?.id).toBe('small');
    expect(circleAt([small], geodesicDestination(YARD, 0, 560), 50)).toBeNull();
  });
  it('knows a circle across the antimeridian', () => {
    const fiji = { id: 'fiji', latitude: -17, longitude: 179.99, radius_meters: 5000 };
    expect(circleAt([fiji], { latitude: -17, longitude: -179.98 }, 10)?.id).toBe('fiji');
  });
});

describe('handleAt', () => {
  const view = paperView(YARD, 12);
  const circle = { id: 'a', shape: { ...YARD, radius_meters: 2000 } };
  const edge = view.project(geodesicDestination(YARD, 90, 2000));
  const grab = (x: number, y: number, reach: number = HANDLE_REACH.mouse) =>
    handleAt(circle, { x, y }, view, reach)?.part ?? null;
  it('takes hold of the centre and of each edge handle, within 24 pixels across at least', () => {
    expect(grab(400, 300)).toBe('center');
    for (const bearing of [0, 90, 180, 270]) {
      const { x, y } = view.project(geodesicDestination(YARD, bearing, 2000));
      expect([grab(x, y), grab(x + 12, y), grab(x, y - 12)]).toEqual(['edge', 'edge', 'edge']);
    }
  });
  it('takes hold of nothing elsewhere, and farther out for a finger', () => {
    expect(grab(edge.x + 20, edge.y)).toBeNull();
    expect(grab(edge.x + 20, edge.y, HANDLE_REACH.finger)).toBe('edge');
    expect(grab((400 + edge.x) / 2, 300)).toBeNull();
  });
});
