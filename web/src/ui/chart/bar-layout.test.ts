import { describe, expect, it } from 'vitest';
import { type BarLayout, barLayout, labelled, type Plot } from './bar-layout.ts';
import type { BarData, Category } from './types.ts';

const PLOT: Plot = { width: 340, height: 240, left: 40, right: 0, top: 20, bottom: 20 };
const month = (key: string, more: Partial<Category> = {}): Category => ({
  key,
  label: key,
  title: key,
  ...more,
});
const VALUES: Record<string, number> = {
  'sep rest v': 60,
  'sep rest d': 40,
  'sep hook v': 10,
  'oct rest v': 30,
};
const DATA: BarData = {
  categories: [
    month('sep'),
    month('oct', { part: 'month to date' }),
    month('nov', { missing: 'not loaded' }),
  ],
  groups: [
    { key: 'rest', label: 'REST', short: 'REST' },
    { key: 'hook', label: 'Webhook', short: 'Webhook' },
  ],
  stacks: [
    { key: 'v', label: 'vehicle' },
    { key: 'd', label: 'driver' },
  ],
  value: (...path) => VALUES[path.join(' ')] ?? 0,
  estimate: (category, group) => (category === 'oct' && group === 'rest' ? 80 : null),
};
const bar = ({ bars }: BarLayout, key: string) => {
  const found = bars.find((one) => one.key === key);
  if (!found) throw new Error(`no bar ${key}`);
  return found;
};

describe('bars', () => {
  const layout = barLayout(DATA, PLOT);

  it('stand on zero, and are as high as their value on the axis', () => {
    const rest = bar(layout, 'sep rest');
    expect(rest.parts.map(({ y, height }) => [y, height])).toEqual([
      [100, 120],
      [20, 80],
    ]);
    expect(layout.foot).toBe(220);
    expect(layout.ticks.map(({ value, y }) => [value, y])).toEqual([
      [0, 220],
      [25, 170],
      [50, 120],
      [75, 70],
      [100, 20],
    ]);
  });

  it('stand side by side within their category, groups in the same order everywhere', () => {
    const [rest, hook] = [bar(layout, 'sep rest'), bar(layout, 'sep hook')];
    expect(hook.x).toBeGreaterThanOrEqual(rest.x + rest.width);
    expect(rest.x).toBeGreaterThanOrEqual(40);
    expect(hook.x + hook.width).toBeLessThanOrEqual(140);
  });

  it('have an estimate above what is there, never a bar where nothing is known', () => {
    expect(bar(layout, 'oct rest').estimate).toEqual({ value: 80, y: 60 });
    expect(bar(layout, 'nov rest')).toMatchObject({ parts: [], total: 0, estimate: null });
  });

  it('have their value above them where it lies on nothing else', () => {
    expect([...labelled(layout.bars, () => '100')]).toEqual(['sep rest', 'oct rest', 'sep hook']);
    expect([...labelled(layout.bars, () => 'a hundred thousand')]).toEqual(['sep rest', 'oct rest']);
  });

  it('have patterns by part, or by group where there are no parts', () => {
    expect(bar(layout, 'sep rest').parts.map(({ pattern }) => pattern)).toEqual([0, 1]);
    const plain = barLayout({ ...DATA, stacks: DATA.stacks.slice(0, 1) }, PLOT);
    expect(['sep rest', 'sep hook'].map((key) => bar(plain, key).parts[0]?.pattern)).toEqual([0, 1]);
  });
});
