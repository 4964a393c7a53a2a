import { describe, expect, it } from 'vitest';
import { id } from '../testing/loads.ts';
import { monitorStop } from '../testing/monitors.ts';
import { roleOf, shortLoadName, stopName } from './load-words.ts';

it('names an unnamed stop by its position in the journey', () => {
  const nameless = [0, 1, 2].map((sequence) => monitorStop({ sequence, name: null }));
  expect(nameless.map((one) => stopName(one, nameless))).toEqual(['Origin', 'Stop 2', 'Destination']);
});

describe('the short name of a load', () => {
  const of = (load_ref: string | null) => shortLoadName({ load_ref, load_id: id(7) });

  it('is its number, whole where rows have room for it', () => {
    expect(of('LD-48213')).toBe('LD-48213');
    expect(of('PO 4500 '.repeat(5))).toBe('PO 4500 '.repeat(5));
    expect(of(null)).toMatch(/^[0-9a-f]{8}…[0-9a-f]{4}$/);
  });

  it('keeps the end of a long number, and cuts no letter in two', () => {
    const long = `${'PO 4500 '.repeat(10)}stop 17`;
    expect(of(long)).toMatch(/^PO 4500 PO 4500 PO 4500 .*….*stop 17$/);
    expect(of(long)).toHaveLength(40);
    expect([...of('🚚'.repeat(80))]).toEqual([...'🚚'.repeat(26), '…', ...'🚚'.repeat(13)]);
  });
});

it('numbers the stops of a form as the panel of its load does', () => {
  expect([0, 1, 2].map((at) => roleOf(at, 3))).toEqual(['Origin', 'Stop 2', 'Destination']);
});
