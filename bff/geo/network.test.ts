import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { METERS_PER_MILE } from './geodesy.ts';
import { MinHeap } from './heap.ts';
import { Network } from './network.ts';

const network = new Network();

describe('the network', () => {
  it('connects all nodes', () => {
    const { meters } = network.shortestPathsFrom(network.waypoint('Amarillo', 'I-40').index);
    expect([...meters].filter((m) => !Number.isFinite(m))).toEqual([]);
  });

  it('finds a realistic route', () => {
    const from = network.waypoint('Amarillo', 'I-40').index;
    const to = network.waypoint('Oklahoma City', 'I-44').index;
    const names = network.path(from, to).map((index) => network.node(index).name);
    expect(names[0]).toBe('Amarillo');
    expect(names).toContain('Elk City');
    expect(names[names.length - 1]).toBe('Oklahoma City');
    expect((network.shortestPathsFrom(from).meters[to] ?? 0) / METERS_PER_MILE).toBeCloseTo(250, -1);
  });

  it('throws for an unknown waypoint of a corridor', () => {
    expect(() => network.waypoint('Paris', 'I-40')).toThrow('I-40 has no waypoint Paris');
  });
});

describe('the queue', () => {
  it('returns all items, lowest rank first', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (ranks) => {
        const heap = new MinHeap<number>();
        for (const rank of ranks) heap.push(rank, rank);
        const drawn: (number | undefined)[] = [];
        while (heap.size > 0) drawn.push(heap.pop());
        expect(drawn).toEqual([...ranks].sort((a, b) => a - b));
        expect(heap.pop()).toBeUndefined();
      }),
    );
  });
});
