// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { draw } from '../../testing/render.tsx';
import { BarPanels } from './BarPanels.tsx';
import { ChartFrame, type ChartView, ChartViews, toStandaloneSvg } from './ChartFrame.tsx';
import { barTableData } from './ChartTable.tsx';
import { FacetRows } from './FacetRows.tsx';
import { LineChart, MAX_LINES } from './LineChart.tsx';
import type { BarData } from './types.ts';

const DATA: BarData = {
  categories: [
    { key: '2026-10', label: 'Oct', title: 'October 2026' },
    { key: '2026-11', label: 'Nov', title: 'November 2026', part: 'month to date', now: 0.6 },
  ],
  groups: [
    { key: 'rest', label: 'REST' },
    { key: 'webhook', label: 'Webhook' },
  ],
  stacks: [
    { key: 'v', label: 'vehicle' },
    { key: 'd', label: 'driver' },
  ],
  value: (category, group, stack) =>
    (category === '2026-10' ? 1000 : 500) * (group === 'rest' ? 2 : 1) + (stack === 'v' ? 1 : 0),
  estimate: (category, group) => (category === '2026-11' && group === 'rest' ? 1800 : null),
};

function Page({ onPick }: { readonly onPick: (category: string, group: string) => void }) {
  const [view, setView] = useState<ChartView>('chart');
  return (
    <ChartViews value={view} onChange={setView}>
      <ChartFrame
        title="Calls"
        about="By month"
        name="calls"
        now={() => 0}
        table={barTableData(DATA, 'Month')}
      >
        <BarPanels data={DATA} label="Calls by month" onPick={onPick} />
      </ChartFrame>
    </ChartViews>
  );
}

it('moves between values by keyboard, and opens a value with Enter', async () => {
  const onPick = vi.fn();
  const { user } = await draw(<Page onPick={onPick} />);
  const list = screen.getByRole('listbox', { name: 'Calls by month' });
  expect(within(list).getAllByRole('option')).toHaveLength(4);
  list.focus();
  const read = async (key: string) => {
    await user.keyboard(key);
    return document
      .getElementById(list.getAttribute('aria-activedescendant') ?? '')
      ?.getAttribute('aria-label');
  };
  expect(await read('{ArrowRight}')).toBe('October 2026, REST: 4,001 · vehicle 2,001 · driver 2,000');
  expect(await read('{ArrowDown}')).toBe('October 2026, Webhook: 2,001 · vehicle 1,001 · driver 1,000');
  expect(await read('{ArrowRight}')).toBe(
    'November 2026, Webhook: 1,001 · vehicle 501 · driver 500. month to date',
  );
  expect(await read('{ArrowUp}')).toContain('November 2026, REST: 2,001');
  await user.keyboard('{Enter}');
  expect(onPick).toHaveBeenCalledExactlyOnceWith('2026-11', 'rest');
  expect(await read('{Home}')).toContain('October 2026, REST');
});

it('shows a tooltip for the hovered value only', async () => {
  const { user } = await draw(<Page onPick={() => undefined} />);
  expect(screen.queryByText('October 2026, REST')).toBeNull();
  await user.hover(screen.getByRole('option', { name: /October 2026, REST/ }));
  expect(screen.getByText('October 2026, REST').parentElement?.textContent).toBe(
    'October 2026, REST4,001vehicle 2,001driver 2,000',
  );
  await user.unhover(screen.getByRole('listbox'));
  expect(screen.queryByText('October 2026, REST')).toBeNull();
});

it('draws prices as dots on one axis per group, and nothing without a price', async () => {
  const prices: Record<string, number> = { 'TX diesel': 3.5, 'OK diesel': 3.7, 'TX def': 4 };
  await draw(
    <FacetRows
      data={{
        categories: ['TX', 'OK'].map((key) => ({ key, label: key, title: key })),
        groups: [
          { key: 'diesel', label: 'Diesel' },
          { key: 'def', label: 'DEF' },
        ],
        stacks: [{ key: 'price', label: 'Price' }],
        value: (where, fuel) => prices[`${where} ${fuel}`] ?? Number.NaN,
      }}
      mark="dot"
      label="Price by jurisdiction"
      text={(where, fuel) =>
        `${where} ${fuel}` in prices ? `${prices[`${where} ${fuel}`]} USD / gal` : null
      }
    />,
  );
  const options = screen.getAllByRole('option');
  expect(options.map((option) => option.getAttribute('aria-label'))).toEqual([
    'TX, Diesel: 3.5 USD / gal',
    'TX, DEF: 4 USD / gal',
    'OK, Diesel: 3.7 USD / gal',
    'OK, DEF: none',
  ]);
  const dots = options.map((option) => option.querySelector('circle')?.getAttribute('cx') ?? null);
  expect(Number(dots[0])).toBeLessThan(Number(dots[2]));
  expect(dots[3]).toBeNull();
});

it('switches to an equivalent table with a shortcut', async () => {
  const { user } = await draw(<Page onPick={() => undefined} />);
  expect(screen.queryByRole('table')).toBeNull();
  await user.keyboard('t');
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('REST: vehicle'),
    expect.stringContaining('October 20262,0012,0004,001'),
    expect.stringContaining('month to date'),
  ]);
  await user.click(screen.getByRole('button', { name: 'Calls: show as chart' }));
  expect(screen.getByRole('listbox')).toBeTruthy();
});

it('exports an SVG that does not depend on the page', async () => {
  await draw(<Page onPick={() => undefined} />);
  const chart = document.querySelector<SVGSVGElement>('svg[data-chart]');
  if (!chart) throw new Error('no chart');
  const styleOf = (element: Element) =>
    ({
      getPropertyValue: (name: string) =>
        name === 'fill' && element.tagName === 'text' ? 'rgb(1, 2, 3)' : '',
      backgroundColor: 'white',
      color: 'black',
      fontFamily: 'Inter',
    }) as unknown as CSSStyleDeclaration;
  const { text } = toStandaloneSvg(chart, 'Calls', 'By month & type', styleOf);
  expect(text).toContain('By month &amp; type');
  expect(text).toContain('fill="rgb(1, 2, 3)"');
  expect(text).not.toMatch(/class=|role="option"|data-hit/);
});

it('lists the values of all lines, omitting missing ones', async () => {
  const { user } = await draw(
    <LineChart
      data={{
        categories: DATA.categories,
        lines: [
          { key: 'tx', label: 'TX' },
          { key: 'ok', label: 'OK' },
        ],
        value: (category, line) => (category === '2026-11' && line === 'ok' ? null : 3.5),
        text: (_, line) => (line === 'tx' ? '3.5004 USD' : null),
      }}
      label="Price by month"
      unit="USD per gallon"
    />,
  );
  screen.getByRole('listbox').focus();
  await user.keyboard('{End}');
  const selected = screen.getAllByRole('option', { selected: true });
  expect(selected.map((option) => option.getAttribute('aria-label'))).toEqual([
    'November 2026: TX 3.5004 USD. month to date',
  ]);
});

it('distinguishes lines without color, by dash pattern and dot shape', async () => {
  const lines = Array.from({ length: MAX_LINES }, (_, at) => ({ key: String(at), label: `Fuel ${at}` }));
  await draw(
    <LineChart
      data={{ categories: DATA.categories, lines, value: (_, line) => 3 + Number(line) }}
      label="Price by month"
      unit="USD per gallon"
    />,
  );
  const strokes = [...document.querySelectorAll('[data-chart] path[stroke-dasharray]')];
  const dashes = strokes.map((path) => path.getAttribute('stroke-dasharray'));
  // Without its coordinates, the markup of a dot depends only on its shape.
  const dots = strokes.map((path) => path.nextElementSibling?.outerHTML.replaceAll(/[\d.]+/g, ''));
  expect(new Set(dashes).size).toBe(MAX_LINES);
  expect(new Set(dots).size).toBe(MAX_LINES);
});

it('omits the first year where it would touch the next one', async () => {
  const years = async (months: number) => {
    const categories = Array.from({ length: months }, (_, at) => ({
      key: String(at),
      label: '',
      title: '',
      under: at === 0 ? '2025' : at % 12 === 1 ? String(2026 + (at - 1) / 12) : null,
    }));
    const { unmount } = await draw(<BarPanels data={{ ...DATA, categories }} label={`${months} months`} />);
    const found = screen.getAllByText(/^20\d\d$/).map(({ textContent }) => textContent);
    unmount();
    return found;
  };
  expect(await years(12)).toEqual(['2025', '2026']);
  expect(await years(24)).toEqual(['2026', '2027']);
});
