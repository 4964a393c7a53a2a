import { describe, expect, it } from 'vitest';
import { fittingLabels, PANEL, type PanelBar, type PanelLayout, panelLayout } from './BarPanels.tsx';
import type { BarData, Category } from './types.ts';

const month = (key: string, more: Partial<Category> = {}): Category => ({
  key,
  label: key,
  title: key,
  ...more,
});
const VALUES: Record<string, number> = {
  'sep rest v': 600,
  'sep rest d': 400,
  'sep webhook v': 10,
  'oct rest v': 300,
  'oct webhook v': 5,
};
const DATA: BarData = {
  categories: [
    month('sep'),
    month('oct', { part: 'month to date' }),
    month('nov', { missing: 'not loaded' }),
  ],
  groups: [
    { key: 'rest', label: 'REST calls' },
    { key: 'webhook', label: 'Webhook deliveries' },
  ],
  stacks: [
    { key: 'v', label: 'vehicle' },
    { key: 'd', label: 'driver' },
  ],
  value: (...path) => VALUES[path.join(' ')] ?? 0,
  estimate: (category, group) => (category === 'oct' && group === 'rest' ? 500 : null),
};
const bar = ({ bars }: PanelLayout, key: string): PanelBar => {
  const found = bars.find((candidate) => candidate.key === key);
  if (!found) throw new Error(`no bar ${key}`);
  return found;
};
const heightOf = ({ foot, top }: PanelBar) => foot - top;

describe('panelLayout', () => {
  const layout = panelLayout(DATA, 300);

  it('scales every panel separately', () => {
    const [rest, webhook] = [bar(layout, 'sep rest'), bar(layout, 'sep webhook')];
    expect(heightOf(rest)).toBeCloseTo(heightOf(webhook));
    expect(heightOf(bar(layout, 'oct webhook'))).toBeCloseTo(heightOf(webhook) / 2);
    expect(heightOf(rest)).toBeLessThan(PANEL.plot);
  });

  it('stacks panels with aligned months', () => {
    const [rest, webhook] = [bar(layout, 'oct rest'), bar(layout, 'oct webhook')];
    expect(webhook.x).toBe(rest.x);
    expect(webhook.top).toBeGreaterThan(rest.foot);
  });

  it('places projections above bars, and draws no bars for missing months', () => {
    const october = bar(layout, 'oct rest');
    expect(october.foot - october.peak).toBeCloseTo((heightOf(bar(layout, 'sep rest')) * 500) / 1000);
    expect(bar(layout, 'nov rest')).toMatchObject({ parts: [], total: 0, estimate: null });
  });

  it('labels bars where labels do not overlap, the selected one first', () => {
    const rest = layout.bars.filter(({ group }) => group.key === 'rest');
    expect([...fittingLabels(rest, () => '100', null)]).toEqual(['nov rest', 'oct rest', 'sep rest']);
    const wide = () => 'more than a hundred thousand';
    expect([...fittingLabels(rest, wide, null)]).toEqual(['sep rest']);
    expect([...fittingLabels(rest, () => '100', 'sep')][0]).toBe('sep rest');
  });

  it('makes panels lower when all values are zero', () => {
    const none = panelLayout({ ...DATA, value: () => 0, estimate: () => null }, 300);
    expect(none.foot).toBeLessThan(layout.foot / 2);
  });
});
