import { describe, expect, it } from 'vitest';
import { labelled, PANEL, type PanelBar, type PanelLayout, panelLayout } from './BarPanels.tsx';
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
  const found = bars.find((one) => one.key === key);
  if (!found) throw new Error(`no bar ${key}`);
  return found;
};
const high = ({ foot, top }: PanelBar) => foot - top;

describe('panels of bars', () => {
  const layout = panelLayout(DATA, 300);

  it('have a scale of their own each: a hundredth of the calls is as high as all of them', () => {
    const [rest, webhook] = [bar(layout, 'sep rest'), bar(layout, 'sep webhook')];
    expect(high(rest)).toBeCloseTo(high(webhook));
    expect(high(bar(layout, 'oct webhook'))).toBeCloseTo(high(webhook) / 2);
    expect(high(rest)).toBeLessThan(PANEL.plot);
  });

  it('stand under each other, with the months in the same places', () => {
    const [rest, webhook] = [bar(layout, 'oct rest'), bar(layout, 'oct webhook')];
    expect(webhook.x).toBe(rest.x);
    expect(webhook.top).toBeGreaterThan(rest.foot);
  });

  it('have an estimate above what is there, never a bar where nothing is known', () => {
    const october = bar(layout, 'oct rest');
    expect(october.foot - october.peak).toBeCloseTo((high(bar(layout, 'sep rest')) * 500) / 1000);
    expect(bar(layout, 'nov rest')).toMatchObject({ parts: [], total: 0, estimate: null });
  });

  it('have their value above them where it lies on nothing else, the selected one first', () => {
    const rest = layout.bars.filter(({ group }) => group.key === 'rest');
    expect([...labelled(rest, () => '100', null)]).toEqual(['nov rest', 'oct rest', 'sep rest']);
    const wide = () => 'more than a hundred thousand';
    expect([...labelled(rest, wide, null)]).toEqual(['sep rest']);
    expect([...labelled(rest, () => '100', 'sep')][0]).toBe('sep rest');
  });

  it('take little room where all of them are zero', () => {
    const none = panelLayout({ ...DATA, value: () => 0, estimate: () => null }, 300);
    expect(none.foot).toBeLessThan(layout.foot / 2);
  });
});
