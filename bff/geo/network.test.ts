import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { METERS_PER_MILE } from './geodesy.ts';
import { MinHeap } from './heap.ts';
import { Network } from './network.ts';

const network = new Network();

describe('the network', () => {
  it('leads from everywhere to everywhere', () => {
    const { meters } = network.waysFrom(network.place('Amarillo', 'I-40').index);
    expect([...meters].filter((m) => !Number.isFinite(m))).toEqual([]);
  });

  it('finds the way that a driver would take', () => {
    const from = network.place('Amarillo', 'I-40').index;
    const to = network.place('Oklahoma City', 'I-44').index;
    const names = network.path(from, to).map((index) => network.node(index).name);
    expect(names[0]).toBe('Amarillo');
    expect(names).toContain('Elk City');
    expect(names[names.length - 1]).toBe('Oklahoma City');
    expect((network.waysFrom(from).meters[to] ?? 0) / METERS_PER_MILE).toBeCloseTo(250, -1);
  });

  it('refuses a way point that a corridor does not have', () => {
    expect(() => network.place('Paris', 'I-40')).toThrow('I-40 has no way point Paris');
  });
});

describe('the queue', () => {
  it('gives back everything, smallest first', () => {
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
