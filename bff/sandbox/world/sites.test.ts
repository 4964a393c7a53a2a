import { distanceMeters } from '@waypost/geo/geodesy';
import { Network } from '@waypost/geo/network';
import { describe, expect, it } from 'vitest';
import { buildHubs } from './sites.ts';

const network = new Network();

describe('hubs and sites', () => {
  it('are the same for a seed and differ between seeds', () => {
    const names = (seed: number) =>
      buildHubs(seed, 500, network).flatMap(({ sites }) => sites.map(({ name }) => name));
    expect(names(1)).toEqual(names(1));
    expect(names(1)).not.toEqual(names(2));
  });

  it('are near their city, with unique names', () => {
    const hubs = buildHubs(1, 500, network);
    expect(hubs.length).toBeGreaterThan(140);
    for (const { node, sites } of hubs) {
      expect(sites.length).toBeGreaterThanOrEqual(4);
      expect(new Set(sites.map(({ name }) => name)).size).toBe(sites.length);
      for (const site of sites) expect(distanceMeters(node, site)).toBeLessThan(15_000);
    }
  });
});
