import { geodesicDistance } from '@waypost/geo/ellipsoid';
import { describe, expect, it } from 'vitest';
import { circleFeatures, type LiveCircle, liveFeatures } from './circle-features.ts';
import type { MapCircle } from './types.ts';

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
  roomy: true,
  ghost: false,
  ...over,
});
const kinds = (one: LiveCircle | null) =>
  liveFeatures(one, 'mi').features.map(({ properties }) => properties?.kind);

describe('circleFeatures', () => {
  it('is a ring and a centre that says number, name and radius in the unit', () => {
    const [ring, center] = circleFeatures([stop], 'km').features;
    expect(ring?.properties).toEqual({ kind: 'area', state: 'planned' });
    expect(center?.properties).toMatchObject({
      kind: 'center',
      number: '1',
      label: 'Yard',
      radius: '0.8 km',
    });
  });
  it('is nothing for no circles', () => {
    expect(circleFeatures([], 'mi').features).toEqual([]);
  });
});

describe('liveFeatures', () => {
  it('has a handle at the centre and four on the edge where it can be changed', () => {
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
  it('is a cross, a line and its length while it is drawn; only a cross before it has a size', () => {
    expect(kinds(live({ circle: null, handles: false }))).toEqual(['area', 'radius', 'length', 'cross']);
    expect(kinds(live({ circle: null, handles: false, shape: { ...stop, radius_meters: 0 } }))).toEqual([
      'cross',
    ]);
  });
  it('leads its radius line to the pointer, as long as the radius, also over the antimeridian', () => {
    const shape = { latitude: 60, longitude: 179.99, radius_meters: 20_000 };
    const features = liveFeatures(
      live({ shape, circle: null, handles: false, towards: { latitude: 60, longitude: -179.7 } }),
      'km',
    ).features;
    const line = features.find(({ properties }) => properties?.kind === 'radius')?.geometry;
    const [from, to] = line?.type === 'LineString' ? line.coordinates : [];
    expect(from).toEqual([179.99, 60]);
    expect(to?.[0]).toBeGreaterThan(180);
    const length = geodesicDistance(shape, { latitude: to?.[1] ?? 0, longitude: (to?.[0] ?? 0) - 360 });
    expect(length).toBeCloseTo(20_000, 1);
    expect(features.find(({ properties }) => properties?.kind === 'length')?.properties?.text).toBe('20 km');
  });
  it('puts the label of a small circle outside of it, on the side of the pointer', () => {
    const label = (over: Partial<LiveCircle>) =>
      liveFeatures(live(over), 'mi').features.find(({ properties }) => properties?.kind === 'length');
    expect(label({})?.properties?.anchor).toBe('center');
    expect(label({ roomy: false })?.properties?.anchor).toBe('left');
    const west = { latitude: stop.latitude, longitude: stop.longitude - 1 };
    expect(label({ roomy: false, towards: west })?.properties?.anchor).toBe('right');
  });
  it('is nothing when nothing is worked on', () => {
    expect(kinds(null)).toEqual([]);
  });
});
