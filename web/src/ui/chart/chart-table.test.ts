import { expect, it } from 'vitest';
import { barTableData, chartTableCsv, foldRows } from './ChartTable.tsx';
import type { BarData } from './types.ts';

const DATA: BarData = {
  categories: [
    { key: '2026-10', label: 'Oct', title: 'October 2026' },
    { key: '2026-11', label: 'Nov', title: 'November 2026', part: 'month to date' },
    { key: '2026-12', label: 'Dec', title: 'December 2026', missing: 'not loaded' },
  ],
  groups: [
    { key: 'rest', label: 'REST' },
    { key: 'hook', label: 'Webhook' },
  ],
  stacks: [
    { key: 'v', label: 'vehicle' },
    { key: 'd', label: 'driver' },
  ],
  value: (category, group, stack) =>
    Number(category.slice(5)) * 1000 + group.length + (stack === 'v' ? 0 : 1),
};

it('contains every value, totals, and notes on incomplete categories', () => {
  const { columns, rows } = barTableData(DATA, 'Month');
  expect(columns.map(({ label }) => label)).toEqual([
    'Month',
    'REST: vehicle',
    'REST: driver',
    'REST: all',
    'Webhook: vehicle',
    'Webhook: driver',
    'Webhook: all',
    'Note',
  ]);
  expect(rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['October 2026', '10,004', '10,005', '20,009', '10,004', '10,005', '20,009', ''],
    ['November 2026', '11,004', '11,005', '22,009', '11,004', '11,005', '22,009', 'month to date'],
    ['December 2026', '–', '–', '–', '–', '–', '–', 'not loaded'],
  ]);
});

it('omits totals and group names when there is only one', () => {
  const single = { ...DATA, groups: DATA.groups.slice(0, 1), stacks: DATA.stacks.slice(0, 1) };
  expect(barTableData(single, 'Month').columns.map(({ label }) => label)).toEqual(['Month', 'Count', 'Note']);
});

it('exports plain numbers and category keys as CSV', () => {
  expect(chartTableCsv(barTableData({ ...DATA, categories: DATA.categories.slice(0, 1) }, 'Month'))).toBe(
    '\uFEFFMonth,REST: vehicle,REST: driver,REST: all,Webhook: vehicle,Webhook: driver,Webhook: all\r\n' +
      '2026-10,10004,10005,20009,10004,10005,20009\r\n',
  );
});

it('folds rows without values below each other into one, on a desk a single one stays', () => {
  const row = (key: string, empty: boolean) => ({ key, empty, cells: [{ text: key }] });
  const rows = [
    row('6', true),
    row('5', false),
    row('4', true),
    row('3', true),
    row('2', true),
    row('1', false),
  ];
  const texts = (min: number) =>
    foldRows(rows, (count) => `${count} weeks`, min).map(({ cells }) => cells.map(({ text }) => text));
  expect(texts(1)).toEqual([['1 weeks'], ['5'], ['3 weeks'], ['1']]);
  expect(texts(2)).toEqual([['6'], ['5'], ['3 weeks'], ['1']]);
});
