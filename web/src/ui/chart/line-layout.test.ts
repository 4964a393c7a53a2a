import { describe, expect, it } from 'vitest';
import { apart, lineLayout } from './LineChart.tsx';

const PLOT = { width: 300, height: 120, left: 0, right: 0, top: 0, bottom: 20 };
const categories = ['a', 'b', 'c'].map((key) => ({ key, label: key, title: key }));

describe('a line', () => {
  it('breaks where there is no value, on an axis that begins at zero where values are spread that far', () => {
    const values: Record<string, number | null> = { a: 0.5, b: null, c: 2 };
    const { lines } = lineLayout(
      { categories, lines: [{ key: 'x', label: 'X' }], value: (category) => values[category] ?? null },
      PLOT,
    );
    expect(lines[0]?.path).toBe('M50.0 75.0M250.0 0.0');
    expect(lines[0]?.name).toEqual({ x: 250, y: 0 });
  });

  it('without any value has no name and no path', () => {
    const { lines } = lineLayout({ categories, lines: [{ key: 'x', label: 'X' }], value: () => null }, PLOT);
    expect(lines[0]).toMatchObject({ path: '', name: null });
  });
});

it('moves names apart that would lie over each other, within the plot', () => {
  expect(apart([50, 52, 10], 0, 100)).toEqual([50, 64, 10]);
  expect(apart([98, 99], 0, 100)).toEqual([86, 100]);
});
