import { describe, expect, it } from 'vitest';
import { lineLayout, spreadLabels } from './LineChart.tsx';

const PLOT = { width: 300, height: 120, left: 0, right: 0, top: 0, bottom: 20 };
const categories = ['a', 'b', 'c'].map((key) => ({ key, label: key, title: key }));

describe('lineLayout', () => {
  it('interrupts lines at missing values, and starts the axis at zero when values vary enough', () => {
    const values: Record<string, number | null> = { a: 0.5, b: null, c: 2 };
    const { lines } = lineLayout(
      { categories, lines: [{ key: 'x', label: 'X' }], value: (category) => values[category] ?? null },
      PLOT,
    );
    expect(lines[0]?.path).toBe('M50.0 75.0M250.0 0.0');
    expect(lines[0]?.name).toEqual({ x: 250, y: 0 });
  });

  it('gives a line without values no label and no path', () => {
    const { lines } = lineLayout({ categories, lines: [{ key: 'x', label: 'X' }], value: () => null }, PLOT);
    expect(lines[0]).toMatchObject({ path: '', name: null });
  });
});

it('spreadLabels moves overlapping labels apart within the plot', () => {
  expect(spreadLabels([50, 52, 10], 0, 100)).toEqual([50, 64, 10]);
  expect(spreadLabels([98, 99], 0, 100)).toEqual([86, 100]);
});
