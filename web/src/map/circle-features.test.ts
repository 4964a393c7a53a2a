import { geodesicDestination, geodesicDistance } from '@waypost/geo/ellipsoid';
import { describe, expect, it } from 'vitest';
import {
  circleAt,
  circleFeatures,
  HANDLE_REACH,
  handleAt,
  type LiveCircle,
  liveFeatures,
} from './circle-features.ts';
import { fakeView } from './testing/draw-driver.ts';
import type { MapCircle } from './types.ts';

const LABELS = { place: () => [] };

const stop: MapCircle = {
  id: 'a',
  latitude: 35.1913,
  longitude: -102.084,
  radius_meters: 804.672,
  label: 'Yard',
  number: '1',
  state: 'planned',
  editable: true,
};
const live = (over: Partial<LiveCircle> = {}): LiveCircle => ({
  shape: stop,
  circle: stop,
  towards: null,
  handles: true,
  label_fits: true,
  ghost: false,
  ...over,
});
const kinds = (live_circle: LiveCircle | null) =>
  liveFeatures(live_circle, 'mi', LABELS).features.map(({ properties }) => properties?.kind);

describe('circleFeatures', () => {
  it('say that an estimate is one, in a round length', () => {
    const range = { ...stop, radius_meters: 79_400, number: null, editable: false, approximate: true };
    const [, center] = circleFeatures([range], 'mi', LABELS).features;
    expect(center?.properties).toMatchObject({ radius: 'within about 50 mi', estimate: true });
  });

  it('returns a ring, and a center with number, name and radius', () => {
    const [ring, center] = circleFeatures([stop], 'km', LABELS).features;
    expect(ring?.properties).toEqual({ kind: 'area', state: 'planned' });
    expect(center?.properties).toMatchObject({
      kind: 'center',
      number: '1',
      label: 'Yard',
      radius: '0.8 km',
    });
  });
  it('returns nothing without circles', () => {
    expect(circleFeatures([], 'mi', LABELS).features).toEqual([]);
  });
});

describe('liveFeatures', () => {
  it('has handles at the center and four on the edge when editable', () => {
    expect(kinds(live())).toEqual([
      'area',
      'radius',
      'length',
      'name',
      'edge',
      'edge',
      'edge',
      'edge',
      'middle',
    ]);
    expect(kinds(live({ handles: false }))).toEqual(['area', 'center']);
  });
  it('has a cross, a radius line and a length while drawing; only a cross without a size', () => {
    expect(kinds(live({ circle: null, handles: false }))).toEqual(['area', 'radius', 'length', 'cross']);
    expect(kinds(live({ circle: null, handles: false, shape: { ...stop, radius_meters: 0 } }))).toEqual([
      'cross',
    ]);
  });
  it('points the radius line to the pointer, also across the antimeridian', () => {
    const shape = { latitude: 60, longitude: 179.99, radius_meters: 20_000 };
    const features = liveFeatures(
      live({ shape, circle: null, handles: false, towards: { latitude: 60, longitude: -179.7 } }),
      'km',
      LABELS,
    ).features;
    const line = features.find(({ properties }) => properties?.kind === 'radius')?.geometry;
    const [from, to] = line?.type === 'LineString' ? line.coordinates : [];
    expect(from).toEqual([179.99, 60]);
    expect(to?.[0]).toBeGreaterThan(180);
    const length = geodesicDistance(shape, { latitude: to?.[1] ?? 0, longitude: (to?.[0] ?? 0) - 360 });
    expect(length).toBeCloseTo(20_000, 1);
    expect(features.find(({ properties }) => properties?.kind === 'length')?.properties?.text).toBe('20 km');
  });
  it('places the label of a small circle outside, on the side of the pointer', () => {
    const label = (over: Partial<LiveCircle>) =>
      liveFeatures(live(over), 'mi', LABELS).features.find(({ properties }) => properties?.kind === 'length');
    expect(label({})?.properties?.anchor).toBe('center');
    expect(label({ label_fits: false })?.properties?.anchor).toBe('left');
    const west = { latitude: stop.latitude, longitude: stop.longitude - 1 };
    expect(label({ label_fits: false, towards: west })?.properties?.anchor).toBe('right');
  });
  it('returns nothing without an active circle', () => {
    expect(kinds(null)).toEqual([]);
  });
});

const YARD = { latitude: 35.1913, longitude: -102.084 };
const small = { id: 'small', ...YARD, radius_meters: 500 };
const large = { id: 'large', ...geodesicDestination(YARD, 90, 3000), radius_meters: 5000 };

describe('circleAt', () => {
  const at = (meters: number) =>
    circleAt([large, small], geodesicDestination(YARD, 270, meters), 50)?.id ?? null;
  it('returns the smaller of two circles around a position', () => {
    expect(at(0)).toBe('small');
    expect(at(400)).toBe('small');
  });
  it('prefers a circle whose edge is hit', () => {
    expect(
      circleAt([{ ...small, radius_meters: 2010 }, large], geodesicDestination(YARD, 270, 1990), 50)?.id,
    ).toBe('small');
    expect(
      circleAt([{ ...small, radius_meters: 4000 }, large], geodesicDestination(YARD, 270, 2000), 50)?.id,
    ).toBe('large');
  });
  it('tolerates positions slightly outside the edge', () => {
    expect(circleAt([small], geodesicDestination(YARD, 0, 540), 50)?.id).toBe('small');
    expect(circleAt([small], geodesicDestination(YARD, 0, 560), 50)).toBeNull();
  });
  it('finds a circle across the antimeridian', () => {
    const fiji = { id: 'fiji', latitude: -17, longitude: 179.99, radius_meters: 5000 };
    expect(circleAt([fiji], { latitude: -17, longitude: -179.98 }, 10)?.id).toBe('fiji');
  });
});

describe('handleAt', () => {
  const view = fakeView(YARD, 12);
  const circle = { id: 'a', shape: { ...YARD, radius_meters: 2000 } };
  const edge = view.project(geodesicDestination(YARD, 90, 2000));
  const grab = (x: number, y: number, reach: number = HANDLE_REACH.mouse) =>
    handleAt(circle, { x, y }, view, reach)?.part ?? null;
  it('finds the center and each edge handle within at least 24 pixels', () => {
    expect(grab(400, 300)).toBe('center');
    for (const bearing of [0, 90, 180, 270]) {
      const { x, y } = view.project(geodesicDestination(YARD, bearing, 2000));
      expect([grab(x, y), grab(x + 12, y), grab(x, y - 12)]).toEqual(['edge', 'edge', 'edge']);
    }
  });
  it('finds nothing elsewhere, and has more tolerance for touch', () => {
    expect(grab(edge.x + 20, edge.y)).toBeNull();
    expect(grab(edge.x + 20, edge.y, HANDLE_REACH.finger)).toBe('edge');
    expect(grab((400 + edge.x) / 2, 300)).toBeNull();
  });
});
