import { createExpression } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import { ARCS, arcOf, clusterImage, parseClusterImage } from './images.ts';

/** The image name as computed by the style's expressions. */
function imageOf(counts: Record<string, number>, theme: 'light' | 'dark' = 'light'): string {
  const compiled = createExpression(clusterImage(theme), { zoom: 5 } as never);
  if (compiled.result === 'error') throw new Error(compiled.value.map(({ message }) => message).join('; '));
  const point_count = Object.values(counts).reduce((a, b) => a + b, 0);
  const properties = { ...Object.fromEntries(ARCS.map((arc) => [arc, 0])), ...counts, point_count };
  return String(compiled.value.evaluate({ zoom: 5 }, { type: 'Point', properties } as never));
}

const shares = (name: string) =>
  Object.fromEntries(parseClusterImage(name)?.shares.map(({ arc, share }) => [arc, share]) ?? []);

describe('cluster images', () => {
  it('divide the ring by health', () => {
    expect(imageOf({ live: 6, stale: 2 })).toBe('cluster/light/34/0.6.0.18');
    expect(shares(imageOf({ live: 6, stale: 2 }))).toEqual({ check: 0, stale: 0.25, unknown: 0, live: 0.75 });
  });

  it('show one wrong truck among a thousand', () => {
    const mix = shares(imageOf({ live: 999, check: 1 }));
    expect(mix.check).toBeGreaterThan(0.03);
    expect(mix.check).toBeLessThan(0.05);
  });

  it('grow with the count', () => {
    const diameter = (live: number) => parseClusterImage(imageOf({ live }))?.diameter;
    expect([diameter(2), diameter(10), diameter(100), diameter(1000)]).toEqual([34, 40, 48, 58]);
  });

  it('depend on the theme', () => {
    expect(parseClusterImage(imageOf({ live: 2 }, 'dark'))?.theme).toBe('dark');
  });

  it.each([
    '',
    'cluster/light/34/1.2.3',
    'cluster/blue/34/0.0.0.1',
    'cluster/light/34/0.0.0.0',
    'marker/light/live',
  ])('%j is not a cluster image', (name) => {
    expect(parseClusterImage(name)).toBeNull();
  });
});

describe('arcOf', () => {
  it('counts health without an arc as unknown, never as live', () => {
    expect(arcOf('no_signal')).toBe('unknown');
    expect(arcOf('not_shared')).toBe('unknown');
    expect(arcOf('live')).toBe('live');
    expect(arcOf('check')).toBe('check');
  });
});
